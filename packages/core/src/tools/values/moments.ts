import { pause } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import { shortId } from '@handeye/screen/ids';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { CalendarDate, TimeOfDay } from '@handeye/screen/value/moments';
import { elementsInside } from '@handeye/screen/value/kinds';
import { numberPicker, partsByName } from '@handeye/screen/value/picker';
import type { ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import { setNumberPicker } from './pickers.ts';

type Context = Pick<ToolContext, 'eyes' | 'hands' | 'call'>;

/** How often, and how many milliseconds apart, the wheel of the two halves is looked at until it has turned. */
const LOOKS_FOR_HALF = 4;
const TURNING = 150;

/** The button of a clock face that switches to a keyboard: Android's own, and Material's. */
const KEYBOARD_MODE = /:id\/(toggle_mode|material_timepicker_mode_button)$/;

/** Sets a time picker: its wheels, or the two fields that a clock face has as well. Returns what it shows then. */
export async function setTime(context: Context, picker: Found, time: TimeOfDay): Promise<string> {
  const parts = partsByName(picker.snapshot, picker.element);
  const [hour, minute] = [parts.get('hour'), parts.get('minute')];
  if (!hour || !minute) return typeTime(context, picker, time);
  const half = parts.get('amPm');
  const hours = half ? twelve(time.hour) : String(time.hour);
  const texts = [
    await setNumberPicker(context, hour.id, hours, { count: half ? 12 : 24 }),
    await setNumberPicker(context, minute.id, String(time.minute), { count: 60 }),
  ];
  const shown = texts.map((text) => text.padStart(2, '0')).join(':');
  return half ? `${shown} ${await setHalf(context, half.id, time)}` : shown;
}

function twelve(hour: number): string {
  return String(((hour + 11) % 12) + 1);
}

/** Before noon or after: the first of two words or the second, in any language. */
async function setHalf({ eyes, hands, call }: Context, id: string, { hour }: TimeOfDay): Promise<string> {
  const read = async () => {
    const { element, snapshot } = await eyes.element(id);
    const half = numberPicker(snapshot, element);
    if (!half)
      throw actionFailed(
        `Whether it is before noon or after cannot be read: '${shortId(id)}' shows nothing.`,
      );
    return { half, snapshot };
  };
  for (let looks = LOOKS_FOR_HALF; ; looks -= 1) {
    const { half, snapshot } = await read();
    const other = hour < 12 ? half.previous : half.next;
    if (!other) return half.shown;
    if (looks === LOOKS_FOR_HALF) await hands.click({ element: other, target: other, snapshot });
    if (looks === 0) throw actionFailed(`The time is set, but '${shortId(id)}' stays at '${half.shown}'.`);
    await pause(TURNING, call);
  }
}

/** A clock face is set by its keyboard: its numbers are only those of full hours and every five minutes. */
async function typeTime(context: Context, picker: Found, time: TimeOfDay): Promise<string> {
  const { eyes, hands } = context;
  const { window } = picker.element;
  let fields = fieldsOf(picker.snapshot, picker.element);
  const mode = picker.snapshot.elements.find(
    (one) => one.window === window && KEYBOARD_MODE.test(one.node.resourceId ?? ''),
  );
  if (fields.length !== 2 && mode) {
    await hands.click({ element: mode, target: mode, snapshot: picker.snapshot });
    const now = await eyes.element(picker.element.id);
    fields = fieldsOf(now.snapshot, now.element);
  }
  const [hour, minute, another] = fields;
  if (!hour || !minute || another)
    throw actionFailed(
      `The picker '${shortId(picker.element.id)}' has no wheels to set. Click the hour and then the minutes on its clock, or its keyboard button and use set_text.`,
    );
  const isTwelve = Number(hour.node.text) <= 12 && hasHalves(await eyes.look(), window.key);
  const texts = [isTwelve ? twelve(time.hour) : String(time.hour), String(time.minute).padStart(2, '0')];
  for (const [at, field] of [hour, minute].entries())
    await hands.setText(await eyes.element(field.id), texts[at] ?? '');
  const after = isTwelve
    ? `, on twelve hours: choose ${time.hour < 12 ? 'AM' : 'PM'} if it shows the other`
    : '';
  return `${texts.join(':')}${after}`;
}

/** The fields of the picker itself: another of the same window is a title, or notes. */
function fieldsOf(snapshot: Snapshot, picker: Element): readonly Element[] {
  return elementsInside(snapshot, picker).filter(({ node }) => node.editable && node.visible);
}

function hasHalves({ elements }: Snapshot, key: string): boolean {
  return elements.some(
    ({ window, node }) =>
      window.key === key && /:id\/(am_pm|am_label|pm_label|period)/.test(node.resourceId ?? ''),
  );
}

/** Sets a date picker: its wheels, or the day of a calendar that shows its month. Returns what it shows then. */
export async function setDate(context: Context, picker: Found, date: CalendarDate): Promise<string> {
  const parts = partsByName(picker.snapshot, picker.element);
  const [day, month, year] = [parts.get('day'), parts.get('month'), parts.get('year')];
  if (!day || !month || !year) throw calendar(picker, date);
  // The day last: how many there are depends on the others.
  const years = await setNumberPicker(context, year.id, String(date.year));
  const months = await setNumberPicker(context, month.id, String(date.month), { count: 12, months: true });
  const days = await setNumberPicker(context, day.id, String(date.day));
  return `${days} ${months} ${years}`;
}

/** A calendar's days are elements that can be clicked: which one it is, if it is there. */
function calendar({ element, snapshot }: Found, { day, month, year }: CalendarDate): Error {
  const seen = elementsInside(snapshot, element).find(
    ({ node }) => node.text === String(day) && (node.description ?? '').includes(String(year)),
  );
  const hint = seen ? ` ('${shortId(seen.id)}' is ${seen.node.description ?? ''})` : '';
  return actionFailed(
    `The picker '${shortId(element.id)}' is a calendar. Turn it to month ${month} of ${year} with its arrows and click_element the day ${day}${hint}.`,
  );
}
