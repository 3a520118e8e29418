import type { CFRef } from '../native/c-types.ts';
import type { AxApi } from './ax-api.ts';
import { BridgeError } from '../errors.ts';
import { byName, identifyingAttributes, type IdentifyingFields, identifyingFields } from './node.ts';
import type { Address } from '../protocol.ts';

/** Finds the element at an address and checks that it is still the same element. */
export function resolve(ax: AxApi, address: Address): CFRef {
  const { mac, own } = ax;
  let element = ax.application(address.pid);
  for (const index of address.path) {
    const children = ax.attribute(own, element, 'AXChildren');
    const child = mac.values.element(mac.values.item(children, index));
    if (child === null) throw new BridgeError('stale', 'The element is no longer where it was.');
    element = child;
  }
  const attributes = ax.attributes(own, element, ax.names(identifyingAttributes));
  const difference = firstDifference(
    address,
    identifyingFields(mac.values, byName(identifyingAttributes, attributes)),
  );
  if (difference !== undefined) {
    throw new BridgeError('stale', `Another element is at this place now: its ${difference} differs.`);
  }
  return element;
}

function firstDifference(expected: Address, found: IdentifyingFields): keyof IdentifyingFields | undefined {
  const texts = ['role', 'subrole', 'identifier', 'title', 'description'] as const;
  const text = texts.find((name) => expected[name] !== found[name]);
  if (text !== undefined || expected.bounds === undefined) return text;
  const { x, y, width, height } = expected.bounds;
  const { bounds } = found;
  const isSame = bounds?.x === x && bounds.y === y && bounds.width === width && bounds.height === height;
  return isSame ? undefined : 'bounds';
}
