import { textOf } from '@handeye/testing/tools';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { appTrials } from './app-trials.ts';
import { crashTrials } from './crash-trials.ts';
import { fileTrials } from './file-trials.ts';
import { notificationTrials } from './notification-trials.ts';
import { recordTrials } from './record-trials.ts';
import type { Stage } from './stage.ts';
import { stateTrials } from './state-trials.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** One call of a tool, and the proof on the phone itself that it worked. */
export interface Trial {
  readonly tool: string;
  /** The part of the tool under trial, if it has several rows. */
  readonly what?: string;
  readonly before?: (stage: Stage) => void | Promise<void>;
  readonly args: Arguments | ((stage: Stage) => Arguments);
  /**
   * Looks at the phone, or at the folder for files; a tool that only reads is compared with the phone's own state. Returns, as
   * a string, what the answer lacks on this version, if it lacks something.
   */
  readonly verify: (stage: Stage, answer: string, result: ToolResult) => unknown;
}

/** Every tool of the opt-in toolsets, in one story that one phone can tell. */
export const trials: readonly Trial[] = [
  ...appTrials,
  ...notificationTrials,
  ...fileTrials,
  ...stateTrials,
  ...recordTrials,
  ...crashTrials,
];

export const DONE = 'done';

/** The outcome of each row: done, as the phone shows, or the error's text. */
export type Outcomes = Readonly<Record<string, string>>;

export function rowOf({ tool, what }: Pick<Trial, 'tool' | 'what'>): string {
  return what === undefined ? tool : `${tool}: ${what}`;
}

/** Makes all trials in order. Throws if a tool reports an effect that the phone does not show. */
export async function outcomesOn(stage: Stage): Promise<Outcomes> {
  const outcomes: Record<string, string> = {};
  for (const trial of trials) outcomes[rowOf(trial)] = await outcomeOf(trial, stage);
  return outcomes;
}

async function outcomeOf(trial: Trial, stage: Stage): Promise<string> {
  await trial.before?.(stage);
  const args = typeof trial.args === 'function' ? trial.args(stage) : trial.args;
  const result = await stage.call(trial.tool, args);
  const answer = textOf(result);
  if (result.isError === true) return steady(answer);
  try {
    const lack = await trial.verify(stage, answer, result);
    return typeof lack === 'string' ? `${DONE}, ${lack}` : DONE;
  } catch (error) {
    const where = `${rowOf(trial)} on Android ${stage.release} (${stage.tier})`;
    throw new Error(`${where} answered "${answer}", but: ${String(error)}`, { cause: error });
  }
}

/** Without the parts that differ from phone to phone. */
function steady(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS').replaceAll(/\s+/g, ' ');
}
