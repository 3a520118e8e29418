import { cut, oneLine } from '@handeye/screen/sanitize';
import type { Act, Reach, Reached } from './act.ts';
import { labelsOf } from './labels.ts';
import type { Verdict } from './rules.ts';
import { changeAround } from './texts-around.ts';

const LONGEST_LABEL = 60;

/** The new receiver of a write, if it is another one than before; else undefined. */
export function changeOf(before: Reach, now: Reach): string | undefined {
  const [one, other] = [factsOf(before), factsOf(now)];
  if (JSON.stringify(one) === JSON.stringify(other)) return shownChange(before, now);
  const [first] = now === 'no application' ? [] : now;
  return first ? `now ${described(first)} is there` : 'what it was about is gone';
}

/** The texts beside the target that a person was shown, against those of now: the amount, the recipient, the message. */
function shownChange(before: Reach, now: Reach): string | undefined {
  if (before === 'no application' || now === 'no application') return undefined;
  for (const [at, { element }] of before.entries()) {
    const current = now[at]?.element;
    const change = element && current && changeAround(element, current);
    if (change !== undefined) return change;
  }
  return undefined;
}

/** Names what a person was asked about: the same again needs no second answer in the same call. */
export function targetKey({ text }: Act, { reached }: Verdict): string {
  const { name, id, element } = reached ?? {};
  return JSON.stringify([name, id, element?.id, element && labelsSaid(element), text]);
}

function factsOf(reach: Reach): unknown {
  return reach === 'no application' ? reach : reach.map(factsOn);
}

/** Who it is, and of what is hit: which element of which window, what it says, and whether it would take what is typed. */
function factsOn({ name, id, element }: Reached): readonly unknown[] {
  if (!element) return [name, id];
  const { node, window } = element;
  const takesText = node.editable && node.focused;
  return [name, id, element.id, labelsSaid(element), window.key, window.active, takesText];
}

/** The content of a field is no label. */
function labelsSaid(element: NonNullable<Reached['element']>): readonly string[] {
  const { editable, description = '', resourceId = '' } = element.node;
  return editable ? [description, resourceId] : labelsOf({ name: undefined, element });
}

function described(reached: Reached): string {
  const app = reached.name ?? reached.id;
  const [label] = labelsOf(reached);
  const of = app === undefined ? 'an unknown application' : quoted(app);
  return label === undefined ? `something of ${of}` : `${quoted(label)} (${app ?? of})`;
}

function quoted(text: string): string {
  return `'${cut(oneLine(text), LONGEST_LABEL, '…')}'`;
}
