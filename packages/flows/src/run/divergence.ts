import { foundText } from '@handeye/screen/format/lean/found';
import { leanText } from '@handeye/screen/format/lean/lean';
import { shortId } from '@handeye/screen/ids';
import type { Snapshot } from '@handeye/screen/snapshot';
import { candidatesFor } from '../find/candidates.ts';
import { selectorOf, selectorText } from '../record/identify.ts';
import type { Diverged } from './diverged.ts';
import { coveringOf, type FinderOptions } from './finder.ts';
import type { Candidate, Divergence, StepStart } from './result.ts';

interface Seen {
  readonly screen: Snapshot | undefined;
  readonly finder: FinderOptions;
  readonly maxTokens: number;
  readonly resume: string;
  /** The same for the step after it; undefined if it is the last one. */
  readonly next: string | undefined;
}

/** What a reader needs to go on: where, what was expected, what is there, and what may be meant. */
export function divergenceOf(step: StepStart, why: Diverged, seen: Seen): Divergence {
  const { screen, finder, maxTokens } = seen;
  return {
    kind: why.kind,
    at: step.at,
    step,
    expected: why.expected,
    found: why.message,
    screen: screen ? leanText(screen, { maxTokens }) : '',
    candidates: screen && why.selector ? candidatesOf(screen, why, finder) : [],
    covering: screen && coveringOf(screen, finder.app),
    acted: why.acted,
    advice: adviceFor(why, seen),
  };
}

function candidatesOf(
  screen: Snapshot,
  { selector = {} }: Diverged,
  finder: FinderOptions,
): readonly Candidate[] {
  const { index: _, ...named } = selector;
  return candidatesFor(screen, named, finder).map(({ element, holding, reasons }) => ({
    id: shortId(element.id),
    line: foundText(screen, [element], { most: 1, maxTokens: 200 }),
    reasons,
    holds: holding.length,
    selector: selectorText(selectorOf(element, screen)),
  }));
}

function adviceFor({ kind, acted }: Diverged, { resume, next }: Seen): string {
  const again = `from: "${resume}"`;
  if (kind === 'script' || kind === 'refused' || kind === 'not possible')
    return `Change the flow or the server and perform it again, or go on with ${again}.`;
  if (acted) {
    const onward =
      next === undefined ? 'the flow is done: this is its last step' : `go on with from: "${next}"`;
    return `The step acted, but its effect did not come: look what happened. If it is right all the same, ${onward}; to do the step once more, call again with ${again}.`;
  }
  const byHand =
    next === undefined
      ? 'Do this step by hand: it is the last one, and the flow is done then'
      : `Do this step by hand and go on with from: "${next}"`;
  return `${byHand}; or bring the screen to where the step expects it, and call again with ${again}.`;
}
