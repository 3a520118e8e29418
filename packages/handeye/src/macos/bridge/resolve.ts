import type { CFRef } from './c-types.ts';
import type { Conversation } from './conversation.ts';
import { BridgeError } from './errors.ts';
import { factAttributes, type Facts, facts, named } from './node.ts';
import type { Address } from './protocol.ts';

/** Finds the element at an address, and makes sure that it is still the one that was meant. */
export function resolve(conversation: Conversation, address: Address): CFRef {
  const { mac, own } = conversation;
  let element = conversation.application(address.pid);
  for (const index of address.path) {
    const children = conversation.attribute(own, element, 'AXChildren');
    const child = mac.values.element(mac.values.item(children, index));
    if (child === null) throw new BridgeError('stale', 'The element is no longer where it was.');
    element = child;
  }
  const attributes = conversation.attributes(own, element, conversation.names(factAttributes));
  const difference = changed(address, facts(mac.values, named(factAttributes, attributes)));
  if (difference !== undefined) {
    throw new BridgeError('stale', `Another element is in its place now: its ${difference} differs.`);
  }
  return element;
}

function changed(expected: Address, found: Facts): keyof Facts | undefined {
  const texts = ['role', 'subrole', 'identifier', 'title', 'description'] as const;
  const text = texts.find((name) => expected[name] !== found[name]);
  if (text !== undefined || expected.bounds === undefined) return text;
  const { x, y, width, height } = expected.bounds;
  const there = found.bounds;
  const isSame = there?.x === x && there.y === y && there.width === width && there.height === height;
  return isSame ? undefined : 'bounds';
}
