import { signal } from '@preact/signals';
import type { FlowCard, FlowRun, FlowStep, FlowWish } from '../../wire/flows.ts';
import { on, request } from '../connection/connection.ts';
import { target } from '../screen/pointed.ts';

/** The saved flows; `null` if the server has no folder for them, undefined before the first answer. */
export const savedFlows = signal<readonly FlowCard[] | null | undefined>(undefined);
/** The flow whose text is shown. */
export const chosenFlow = signal<string | undefined>(undefined);
export const flowRun = signal<FlowRun | undefined>(undefined);
/** Counts what may have changed a file: texts are read again. */
export const changes = signal(0);
/** Why the last wish was not fulfilled. */
export const flowProblem = signal<string | undefined>(undefined);

export async function loadFlows(): Promise<void> {
  await tried(async () => {
    savedFlows.value = (await request('flows', undefined)).saved ?? null;
  });
}

/** Fulfils a wish, or keeps the reason for the person. Files may have changed after it. */
export async function tried(wish: () => Promise<void>): Promise<void> {
  flowProblem.value = undefined;
  try {
    await wish();
  } catch (error) {
    flowProblem.value = error instanceof Error ? error.message : String(error);
  }
}

export function filesChanged(): void {
  changes.value += 1;
  void loadFlows();
}

/** Performs a flow on the watched device. */
export function perform(wish: Omit<FlowWish, 'device'>, device: string | undefined): void {
  if (device !== undefined) void tried(() => request('performFlow', { ...wish, device })).then(filesChanged);
}

/** The last step at each line; while one runs, that one. */
export function stepsByLine({ steps }: FlowRun): ReadonlyMap<number, FlowStep> {
  const byLine = new Map<number, FlowStep>();
  for (const step of steps) {
    if (step.line === undefined || byLine.get(step.line)?.status === 'running') continue;
    byLine.set(step.line, step);
  }
  return byLine;
}

function put(run: FlowRun | undefined): void {
  const hasEnded = flowRun.value?.status === 'running' && run?.status !== 'running';
  flowRun.value = run;
  target.value = run?.target && { device: run.device, box: run.target };
  if (hasEnded) filesChanged();
}

on('hello', (is) => {
  put(is.flowRun);
});
on('flowRun', put);
