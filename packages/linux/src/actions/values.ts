import type { Call } from '@handeye/core/call/call';
import { actionFailed, DeviceError, NotOffered } from '@handeye/core/device/errors';
import type { Range } from '@handeye/screen/node';
import { numberOn, rangeText, type WantedValue } from '@handeye/screen/value/range';
import { interfaces } from '../atspi/accessible.ts';
import type { Keyboard } from '../display.ts';
import { keysyms } from '../input/keysyms.ts';
import type { ElementHandle } from './element-handle.ts';

const PROPERTIES = 'org.freedesktop.DBus.Properties';
const NO_SCALE = 'This element has no scale, so a share of it means nothing. Give a number, such as 3.';

/** Milliseconds until a typed number must be shown: a browser on a busy machine is late, and typing again would add to it. */
const TYPED_LIMIT = 4_000;

/**
 * Sets the value of a slider or a spin button through AT-SPI's Value interface; returns what it shows then. An element without
 * a scale gets the number typed: Firefox 153 reports none for a number without limits and for the parts of a date.
 */
export async function setValue(
  handle: ElementHandle,
  wanted: WantedValue,
  { keyboard, call }: { readonly keyboard: () => Keyboard; readonly call: Call },
): Promise<string> {
  if (!handle.offers(interfaces.value)) throw new NotOffered('The element has no value.');
  const range = await rangeOf(handle);
  if (!range) {
    if (!('number' in wanted)) throw actionFailed(NO_SCALE);
    await typeNumber(handle, { number: wanted.number, digits: 1 }, keyboard(), call);
    return String(wanted.number);
  }
  const { min, max, current: before } = range;
  const value = numberOn(range, wanted);
  if (value === undefined)
    throw actionFailed(`This element goes from ${min} to ${max}, or from 0 % to 100 %.`);
  await handle.call({
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    args: [interfaces.value, 'CurrentValue', { signature: 'd', value }],
  });
  // Qt and Chromium reply before the value has changed.
  const isThere = async () => Math.abs((await currentOf(handle)) - value) < (max - min) / 1000;
  const isExact = value === before || (await handle.waitFor(isThere));
  const text = rangeText({ min, max, current: await currentOf(handle) });
  return isExact ? text : `${text}, the nearest that it takes`;
}

/** Types a number over the content of a focused element, and checks that it was taken. */
export async function typeNumber(
  handle: ElementHandle,
  { number, digits }: { readonly number: number; readonly digits: number },
  keyboard: Keyboard,
  call: Call,
): Promise<void> {
  if (!(await handle.focus()))
    throw actionFailed('The element does not take the focus, so nothing was typed.');
  // A part of a date starts anew with the first digit; a field has to be emptied.
  if (handle.origin.accessible.states.has('editable')) await selectAll(keyboard, call);
  const before = await currentOf(handle);
  const hasTaken = async () => {
    if (Number(await shownBy(handle)) === number) return true;
    // Chromium 150 on a busy machine still reports the old text. A value that was there before would prove nothing.
    return number !== before && (await currentOf(handle)) === number;
  };
  await keyboard.type(String(number).padStart(digits, '0'), call);
  if (await handle.waitFor(hasTaken, TYPED_LIMIT)) return;
  throw actionFailed(`It was typed, but the element shows '${await shownBy(handle)}' now, not ${number}.`);
}

/** For a part of a date, Firefox 153 reports the text and always 0 as the value; Chromium 150 reports the value and no text. */
async function shownBy(handle: ElementHandle): Promise<string> {
  const text = handle.offers(interfaces.text) ? await handle.text() : '';
  return text === '' ? String(await currentOf(handle)) : text;
}

async function selectAll(keyboard: Keyboard, call: Call): Promise<void> {
  await keyboard.press(keysyms.home, call, { control: true });
  await keyboard.press(keysyms.end, call, { control: true, shift: true });
}

async function rangeOf(handle: ElementHandle): Promise<Range | undefined> {
  // Firefox 153 fails if asked for a missing minimum, and returns 0 for a missing maximum.
  const min = await unlessRefused(read(handle, 'MinimumValue'));
  const max = await unlessRefused(read(handle, 'MaximumValue'));
  if (min === undefined || max === undefined || max <= min) return undefined;
  return { min, max, current: await currentOf(handle) };
}

async function unlessRefused(reply: Promise<number>): Promise<number | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'action_failed') return undefined;
    throw error;
  }
}

function currentOf(handle: ElementHandle): Promise<number> {
  return read(handle, 'CurrentValue');
}

async function read(handle: ElementHandle, property: string): Promise<number> {
  const get = { member: 'Get', signature: 'ss', args: [interfaces.value, property] };
  const [value] = await handle.call({ interface: PROPERTIES, ...get });
  return typeof value === 'number' ? value : 0;
}
