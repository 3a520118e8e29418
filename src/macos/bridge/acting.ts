// What is done to an element itself, without pointer or keys.
import type { CFRef } from './c-types.ts';
import type { Conversation } from './conversation.ts';
import { axError, BridgeError } from './errors.ts';
import type { Asks } from './protocol.ts';
import { resolve } from './resolve.ts';

/** Performs one of the element's actions. */
export function perform(
  conversation: Conversation,
  { element: address, action }: Asks['perform']['ask'],
): void {
  const element = resolve(conversation, address);
  const code = conversation.perform(element, action);
  if (code === axError.cannotComplete && isBusyWithIt(conversation, address.pid)) return;
  conversation.check(code, element, action);
}

/**
 * A button that opens a menu or a modal dialog answers only when that is closed, so its action seems to fail.
 * An application that answers other questions meanwhile has done it.
 */
function isBusyWithIt(conversation: Conversation, pid: number): boolean {
  try {
    return conversation.attribute(conversation.own, conversation.application(pid), 'AXRole') !== null;
  } catch (error) {
    if (error instanceof BridgeError && error.kind === 'timeout') return false;
    throw error;
  }
}

/** Gives the element another value. */
export function setValue(
  conversation: Conversation,
  { element: address, value }: Asks['setValue']['ask'],
): void {
  const element = resolve(conversation, address);
  if (!conversation.isSettable(conversation.own, element, 'AXValue')) {
    throw new BridgeError('not_supported', 'The value of this element cannot be set.');
  }
  const code = conversation.set(element, 'AXValue', toObject(conversation, value));
  // Some say that a value can be set and then refuse it, whatever it is; what they call it differs.
  if (code === axError.failure || code === axError.illegalArgument) {
    throw new BridgeError('not_supported', `The element refuses the value (${code}).`);
  }
  conversation.check(code, element, 'setting');
}

function toObject({ mac, own }: Conversation, value: string | number | boolean): CFRef {
  if (typeof value === 'boolean') return value ? mac.native.kCFBooleanTrue : mac.native.kCFBooleanFalse;
  return own(typeof value === 'number' ? mac.values.createNumber(value) : mac.values.createString(value));
}

/** Brings the element's application and window to the front and gives the element the keys. */
export function focus(conversation: Conversation, { element: address }: Asks['focus']['ask']): void {
  const { mac, own } = conversation;
  const yes = mac.native.kCFBooleanTrue;
  const element = resolve(conversation, address);
  conversation.set(conversation.application(address.pid), 'AXFrontmost', yes);
  if (address.role === 'AXWindow') {
    conversation.check(conversation.perform(element, 'AXRaise'), element, 'AXRaise');
    return;
  }
  // A sheet or a menu has no window of its own to raise, and a window may not let itself be raised.
  const window = mac.values.element(conversation.attribute(own, element, 'AXWindow'));
  if (window !== null) conversation.perform(window, 'AXRaise');
  conversation.check(conversation.set(element, 'AXFocused', yes), element, 'giving it the focus');
}
