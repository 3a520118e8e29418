import { effect, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shownDevice } from '../connection/state.ts';
import { takesKeys } from '../keys/keys.ts';
import { deviceKey } from './device-keys.ts';
import { Fingers } from './fingers.ts';
import './hand.css';
import { deviceKind, handNote, handQueue, isTakenOver, takeOver } from './hand-state.ts';

/**
 * The person's hand on the live picture. It handles the events of the element that holds the <img>. Until the person has taken
 * over, it only offers that, once.
 */
export function HandOnScreen() {
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const offers = useSignal<'not yet' | 'now' | 'done'>('not yet');
  useEffect(() => {
    const picture = keyboard.current?.parentElement;
    if (!picture) return undefined;
    return listen(picture, {
      focus: () => keyboard.current?.focus({ preventScroll: true }),
      onLookedAt: () => {
        if (offers.value === 'not yet') offers.value = 'now';
      },
    });
  }, []);
  useSignalEffect(() => {
    const picture = keyboard.current?.parentElement;
    if (!picture) return;
    if (isTakenOver.value) picture.dataset.hand = 'taken';
    else delete picture.dataset.hand;
    if (isTakenOver.value) offers.value = 'done';
  });
  const isTaken = isTakenOver.value;
  useEffect(() => {
    // After a take-over the person types on the device, unless it happened in another tab while this one has a focused input.
    if (isTaken && !takesKeys(document.activeElement)) keyboard.current?.focus({ preventScroll: true });
  }, [isTaken]);
  return (
    <>
      <textarea
        ref={keyboard}
        class="hand-keyboard"
        aria-label={`Type on ${shownDevice.value ?? 'the device'}`}
        aria-description="What you type here is typed on the device. Tab leaves it."
        disabled={!isTakenOver.value}
        rows={1}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onKeyDown={onKey}
        onInput={({ currentTarget, isComposing }) => {
          if (!isComposing) typeFrom(currentTarget);
        }}
        onCompositionEnd={({ currentTarget }) => {
          typeFrom(currentTarget);
        }}
      />
      <div class="hand-notes" role="status">
        {handNote.value !== undefined && <p class="hand-note from-device">{handNote.value}</p>}
        {offers.value === 'now' && (
          <p class="hand-note">
            You are only looking.
            <button type="button" class="button is-small is-main" onClick={takeOver}>
              Take over
            </button>
            <button type="button" class="button is-small" onClick={() => (offers.value = 'done')}>
              Just look
            </button>
          </p>
        )}
      </div>
    </>
  );
}

interface Heard {
  readonly focus: () => void;
  /** A click before a take-over. */
  readonly onLookedAt: () => void;
}

/** Captures the pointer before other listeners of the picture, so that a click for the device pins nothing. */
function listen(picture: HTMLElement, { focus, onLookedAt }: Heard): () => void {
  const fingers = new Fingers(picture);
  const ending = new AbortController();
  // A press ends with the hold or the device that was shown: its end may never arrive here.
  let shown: string | undefined;
  const stopLettingGo = effect(() => {
    if (!isTakenOver.value || shownDevice.value !== shown) fingers.letGo();
    shown = shownDevice.value;
  });
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => {
    picture.addEventListener(
      name,
      (event) => {
        if (!isTakenOver.value || isNote(event)) return;
        event.preventDefault();
        event.stopPropagation();
        act(event);
      },
      { signal: ending.signal, capture: true, passive: false },
    );
  };
  on('pointerdown', (event) => {
    focus();
    fingers.down(event);
  });
  on('pointermove', (event) => {
    fingers.move(event);
  });
  on('pointerup', (event) => {
    fingers.up(event);
  });
  on('pointercancel', (event) => {
    fingers.cancel(event);
  });
  on('contextmenu', (event) => {
    fingers.hold(event);
  });
  on('wheel', (event) => {
    fingers.wheel(event);
  });
  // The pointer events suffice; a mousedown would take the focus from the input, a drag would move the picture.
  for (const name of ['mousedown', 'mouseup', 'click', 'dblclick', 'dragstart'] as const)
    on(name, () => undefined);
  picture.addEventListener(
    'click',
    (event) => {
      if (!isTakenOver.value && !isNote(event)) onLookedAt();
    },
    { signal: ending.signal },
  );
  return () => {
    stopLettingGo();
    ending.abort();
  };
}

function isNote({ target }: Event): boolean {
  return target instanceof Element && target.closest('.hand-notes') !== null;
}

function onKey(event: KeyboardEvent): void {
  if (event.isComposing) return;
  const key = deviceKey(event, deviceKind.value);
  if (key === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  handQueue.add({ kind: 'call', call: { tool: 'press_key', arguments: { key } } });
}

/** Sends text in the field to the device, whether from keys, an input method or the clipboard. */
function typeFrom(field: HTMLTextAreaElement): void {
  const text = field.value;
  field.value = '';
  if (text !== '') handQueue.add({ kind: 'text', text });
}
