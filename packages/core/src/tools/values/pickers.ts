import { actionFailed } from '../../device/errors.ts';
import { shortId } from '@handeye/screen/ids';
import { flat } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';
import { touchPoint } from '@handeye/screen/touch/reach';
import { monthNamed } from '@handeye/screen/value/moments';
import { numberPicker, type NumberPicker } from '@handeye/screen/value/picker';
import type { ToolContext } from '../frame/define.ts';
import { hold } from '../frame/touch/strokes.ts';

type Context = Pick<ToolContext, 'eyes' | 'hands'>;

/** Taps between two looks: few, because they are made blindly. Their interval: a NumberPicker takes 300 ms for a step. */
const MOST_TAPS = 5;
const TAP_TIME = 50;
const BETWEEN_TAPS = 400;
const MOST_ROUNDS = 20;

/** Facts about the numbers of a picker beyond what it shows. */
export interface PickerFacts {
  /** How many it has before it begins again. */
  readonly count?: number;
  /** It shows months, by number or name. */
  readonly months?: boolean;
}

/** Sets a number picker: by writing into its field, or by as many steps as it takes. Returns what it shows then. */
export async function setNumberPicker(
  context: Context,
  id: string,
  wanted: string,
  facts: PickerFacts = {},
): Promise<string> {
  let isWritten = false;
  let before: string | undefined;
  let left = Infinity;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { element, snapshot } = await context.eyes.element(id);
    const picker = numberPicker(snapshot, element);
    if (!picker)
      throw actionFailed(`What the picker '${shortId(id)}' shows cannot be read. Scroll it instead.`);
    if (isSame(picker.shown, wanted, facts)) return picker.shown;
    if (picker.field && !isWritten) {
      isWritten = true;
      await write(context, picker.field, { snapshot, text: wanted });
      continue;
    }
    const steps = stepsTo(picker, wanted, facts);
    const button = steps > 0 ? picker.next : picker.previous;
    const point = button && touchPoint(snapshot, button);
    // One that is further away than before has begun again.
    const isAstray = Math.abs(steps) > left;
    if (!point || picker.shown === before || isAstray) throw unreached(picker, wanted);
    before = picker.shown;
    left = Math.abs(steps);
    const taps = Math.min(Math.abs(steps), MOST_TAPS);
    await context.hands.touch(
      Array.from({ length: taps }, (_, tap) => hold(point, TAP_TIME, tap * BETWEEN_TAPS)),
      snapshot,
    );
  }
  throw actionFailed(`The picker '${shortId(id)}' did not come to '${wanted}'. Look at the screen.`);
}

/** Writes into the field of a picker. Its value is taken over when the field loses the focus, which Done makes it do. */
async function write(
  { eyes, hands }: Context,
  field: Element,
  { snapshot, text }: { snapshot: Parameters<typeof touchPoint>[0]; text: string },
): Promise<void> {
  await hands.setText(await hands.focus({ element: field, snapshot }, text), text);
  const focused = await eyes.focused();
  if (focused?.element.node.editable === true && focused.element.id === field.id) await hands.press('ENTER');
}

function unreached({ element, shown }: NumberPicker, wanted: string): Error {
  return actionFailed(
    `The picker '${shortId(element.id)}' stopped at '${shown}': it does not go on to '${wanted}'.`,
  );
}

function isSame(shown: string, wanted: string, { months = false }: PickerFacts): boolean {
  if (shown.toLowerCase() === flat(wanted).toLowerCase()) return true;
  const [one, other] = months ? [monthNamed(shown), monthNamed(wanted)] : [numberIn(shown), numberIn(wanted)];
  return one !== undefined && one === other;
}

/** How many steps it takes, backwards if less than none; one at a time where the order is not known. */
function stepsTo(
  { shown, next }: NumberPicker,
  wanted: string,
  { count, months = false }: PickerFacts,
): number {
  const [from, to] = months ? [monthNamed(shown), monthNamed(wanted)] : [numberIn(shown), numberIn(wanted)];
  if (from === undefined || to === undefined) return next ? 1 : -1;
  const ahead = to - from;
  if (count === undefined || Math.abs(ahead) * 2 <= count) return ahead;
  return ahead > 0 ? ahead - count : ahead + count;
}

function numberIn(text: string): number | undefined {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
}
