import { actionFailed, NotOffered } from '../../device/errors.ts';
import { numberOn, rangeText, type WantedValue } from '../../ui/value/range.ts';
import { interfaces } from '../atspi/accessible.ts';
import type { ElementHandle } from './element-handle.ts';

const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Sets the value of a slider or a spin button through AT-SPI's Value interface; returns what it shows then. */
export async function setValue(handle: ElementHandle, wanted: WantedValue): Promise<string> {
  if (!handle.offers(interfaces.value)) throw new NotOffered('The element has no value.');
  const read = async (property: string) => {
    const [value] = await handle.call({
      interface: PROPERTIES,
      member: 'Get',
      signature: 'ss',
      args: [interfaces.value, property],
    });
    return typeof value === 'number' ? value : 0;
  };
  const [min, max, before] = [
    await read('MinimumValue'),
    await read('MaximumValue'),
    await read('CurrentValue'),
  ];
  const value = numberOn({ min, max, current: before }, wanted);
  if (value === undefined)
    throw actionFailed(`This element goes from ${min} to ${max}, or from 0 % to 100 %.`);
  await handle.call({
    interface: PROPERTIES,
    member: 'Set',
    signature: 'ssv',
    args: [interfaces.value, 'CurrentValue', { signature: 'd', value }],
  });
  // Qt and Chromium reply before the value has changed.
  const isThere = async () => Math.abs((await read('CurrentValue')) - value) < (max - min) / 1000;
  const isExact = value === before || (await handle.waitFor(isThere));
  const text = rangeText({ min, max, current: await read('CurrentValue') });
  return isExact ? text : `${text}, the nearest that it takes`;
}
