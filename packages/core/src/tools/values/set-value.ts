import * as z from 'zod';
import { actionFailed, invalidParams } from '../../device/errors.ts';
import { shortId } from '@handeye/screen/ids';
import { isDropDown } from '@handeye/screen/format/lean/kinds';
import { cut, shown } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';
import { nearestOfKind, valueKind, valueOwner } from '@handeye/screen/value/kinds';
import { calendarDate, timeOfDay } from '@handeye/screen/value/moments';
import { wantedValue } from '@handeye/screen/value/range';
import { Acted, defineTool, replacing, type ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import { elementId, words } from '../frame/parameters.ts';
import { setDate, setTime } from './moments.ts';
import { setNumberPicker } from './pickers.ts';
import { setSlider } from './sliders.ts';

export const setValue = defineTool({
  name: 'set_value',
  title: 'Set value',
  description: 'Set a slider, rating, number, time or date picker.',
  hints: replacing,
  class: 'touch',
  input: z.strictObject({
    element_id: elementId,
    value: words('40, 40%, 14:30 or 2026-11-20'),
  }),
  limit: ({ look, action }) => 4 * (look + action),
  example: { element_id: '553066', value: '40%' },
  fails: {
    invalid_params: '`element_id` or `value` is missing or empty, or `value` is none for this element.',
    element_not_found: 'No element with that id is on the screen.',
    action_failed: 'It has no value to set, does not go that far, is covered, or the device refused.',
    permission_denied: 'The device cannot be reached, or the policy forbids it.',
  },
  async handle(context, { element_id, value }) {
    const { eyes } = context;
    const isFit = (found: Found) => valueOwner(found.snapshot, found.element) !== undefined;
    const snapshot = await eyes.lookUntilFit(element_id, 'value', isFit);
    const element = eyes.elementOn(snapshot, element_id, 'value');
    const owner = valueOwner(snapshot, element);
    if (!owner) throw noValue(element, value);
    const reached = await setOn(context, { element: owner, snapshot }, value);
    return new Acted(`Value set on element '${element_id}': ${reached}`, { hit: owner });
  },
});

/** Sets what has a value, each kind in its own way; returns what it shows then. */
async function setOn(context: ToolContext, found: Found, value: string): Promise<string> {
  const { element, snapshot } = found;
  const [time, date] = [timeOfDay(value), calendarDate(value)];
  const kind = valueKind(element.node);
  const timePicker = nearestOfKind(element, 'time picker');
  if (time && timePicker) return setTime(context, { element: timePicker, snapshot }, time);
  const datePicker = nearestOfKind(element, 'date picker');
  if (date && datePicker) return setDate(context, { element: datePicker, snapshot }, date);
  if (kind === 'time picker') throw unfit(value, 'a time, such as 14:30');
  if (kind === 'date picker') throw unfit(value, 'a date, such as 2026-11-20');
  if (kind === 'number picker') return setNumberPicker(context, element.id, value);
  const wanted = wantedValue(value);
  if (!wanted) throw unfit(value, 'a number or a percentage, such as 40 or 40%');
  return setSlider(context, found, wanted);
}

function unfit(value: string, wanted: string): Error {
  return invalidParams(`Parameter 'value' must be ${wanted}, got: '${cut(shown(value) ?? '', 50)}'`);
}

/** Advice for an element that has no value to set. */
function noValue({ id, node }: Element, value: string): Error {
  if (node.editable) {
    const form = calendarDate(value)
      ? ': a date field takes 2026-11-20, any other the form that it shows'
      : '';
    return actionFailed(`Element '${shortId(id)}' is a text field. Use set_text${form}.`);
  }
  if (node.checkable) return actionFailed(`Element '${shortId(id)}' is on or off. Use click_element.`);
  if (isDropDown(node))
    return actionFailed(`Element '${shortId(id)}' is a list of choices. Click it, then click the choice.`);
  return actionFailed(
    `Element '${shortId(id)}' has no value to set. If it opens a picker, click it and set the value of the picker.`,
  );
}
