import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { Stage, Tier } from './stage.ts';

/** The attacks that a server can see, by their numbers. */
export const attacks: Readonly<Record<number, string>> = {
  1: 'A window of another app over the target',
  2: 'Another app comes to the front after the look',
  3: 'Another element in the place of the one that was seen',
  4: 'A dialog of an ordinary app that looks like the system’s',
  5: 'An app with the name of another one',
  6: 'A notification slides over the target',
  7: 'A text in the tree that nobody can see',
  8: 'Invisible, reversed and look-alike letters',
  9: 'A text that speaks to the agent',
  10: 'A text that looks like Handeye’s own answers',
  11: 'A code or the clipboard carried to another app',
  12: 'A password field where none is expected',
  13: 'Links that pay, call, install or remove',
  14: 'Settings that give control of the phone away',
  15: 'A button that asks to be pressed again',
  16: 'Words of the screen sent to somebody',
};

/**
 * Stopped: refused with permission_denied. Noted: done, and the agent got a note about the problem. Harmless: done or failed,
 * and the phone is as it was. Every outcome but noted leaves the phone unharmed.
 */
export type Outcome = 'stopped' | 'noted' | 'harmless';

export interface HostileCase {
  readonly attack: number;
  /** The attempt, in a few words that are the case's name. */
  readonly form: string;
  /** Sets the stage and makes the calls that a misled agent makes. */
  readonly play: (stage: Stage) => Promise<unknown>;
  readonly outcome: Outcome | Readonly<Record<Tier, Outcome>>;
  /** Words that the refusal or the note must contain, if there is one. */
  readonly says?: RegExp;
  /** The harm on the phone beside the log of the hostile apps; undefined if none. */
  readonly harm?: (stage: Stage) => string | undefined;
}

export function outcomeOn({ outcome }: HostileCase, tier: Tier): Outcome {
  return typeof outcome === 'string' ? outcome : outcome[tier];
}

/** The outcome of a case, and the words that show it. */
export interface Told {
  readonly outcome: Outcome;
  readonly words: readonly string[];
}

/** The outcome in the answers of a case: a refusal outweighs a note. */
export function toldBy(answers: readonly ToolResult[]): Told {
  const refusals = answers.filter(isRefusal).flatMap(textsOf);
  if (refusals.length > 0) return { outcome: 'stopped', words: refusals };
  const notes = answers.flatMap((answer) =>
    // The first item is the tool's own; notes precede the observation.
    textsOf(answer)
      .slice(1)
      .flatMap((text) => text.split('\n').filter((line) => line.startsWith('note: '))),
  );
  return { outcome: notes.length > 0 ? 'noted' : 'harmless', words: notes };
}

/** A refused step fails its whole call, with its words. */
const REFUSED_STEP = /^\d+ \w+ failed: The (?:policy of this server|screen changed since)/;

function isRefusal(answer: ToolResult): boolean {
  const kind = answer._meta?.['handeye/error'].kind;
  return kind === 'permission_denied' || (kind !== undefined && REFUSED_STEP.test(textsOf(answer)[0] ?? ''));
}

function textsOf({ content }: ToolResult): readonly string[] {
  return content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
}
