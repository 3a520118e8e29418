import { computed, effect, signal } from '@preact/signals';
import { request } from '../connection/connection.ts';
import { devices, hands, link, shownDevice } from '../connection/state.ts';
import { lettersRest } from '../keys/keys.ts';
import type { HandCall } from './gestures.ts';
import { HandQueue } from './hand-queue.ts';

/** Whether the person has taken over the shown device. */
export const isTakenOver = computed(
  () => shownDevice.value !== undefined && hands.value.takenOver.includes(shownDevice.value),
);

export const deviceKind = computed(
  () => devices.value.find(({ id }) => id === shownDevice.value)?.kind ?? 'phone',
);

effect(() => {
  lettersRest.value = isTakenOver.value;
});

/** A note about the hand's last action; it disappears by itself. */
export const handNote = signal<string | undefined>(undefined);

/** Milliseconds that a note stays. */
const NOTE_TIME = 6_000;

/** Runs the hand's actions in order, through the same tools that agents use. */
export const handQueue = new HandQueue({
  device: () => shownDevice.value,
  send: makeCall,
  onFull: () => (handNote.value = 'The device is behind: wait until it has done what you did.'),
});

export function takeOver(): void {
  const device = shownDevice.value;
  if (device !== undefined) tellFailure(request('takeOver', { device }));
}

export function handBack(): void {
  const device = shownDevice.value;
  if (device !== undefined) tellFailure(request('handBack', { device }));
}

export function stopWrites(): void {
  tellFailure(request('stop', undefined));
}

export function resumeWrites(): void {
  tellFailure(request('resume', undefined));
}

export function pressTool(tool: string): void {
  handQueue.add({ kind: 'call', call: { tool, arguments: {} } });
}

async function makeCall({ tool, arguments: args }: HandCall, device: string): Promise<boolean> {
  try {
    const { isError, items } = await request('call', { tool, arguments: args, device, from: 'hand' });
    const [first] = items;
    if (isError && first && 'text' in first) handNote.value = first.text;
    else if (!isError) handNote.value = undefined;
    return !isError;
  } catch (error) {
    handNote.value = messageOf(error);
    return false;
  }
}

function tellFailure(asked: Promise<undefined>): void {
  asked.catch((error: unknown) => (handNote.value = messageOf(error)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Waiting actions were meant for the previous device or connection.
let shownBefore: string | undefined;
effect(() => {
  const shown = shownDevice.value;
  if (shown !== shownBefore || !isTakenOver.value || link.value !== 'open') handQueue.clear();
  shownBefore = shown;
});

effect(() => {
  if (handNote.value === undefined) return undefined;
  const timer = setTimeout(() => (handNote.value = undefined), NOTE_TIME);
  return () => {
    clearTimeout(timer);
  };
});
