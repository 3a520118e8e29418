// What is done to an element itself, without pointer or keys.
import type { CFRef } from './c-types.ts';
import type { Conversation } from './conversation.ts';
import { axError, BridgeError } from './errors.ts';
import { frontmostPid } from './focus.ts';
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
  conversation.check(code, action);
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
  const before = textOf(conversation, element);
  const code = conversation.set(element, 'AXValue', toObject(conversation, value));
  conversation.check(code, 'setting its value');
  const readable = typeof value === 'string' && address.subrole !== 'AXSecureTextField';
  if (readable && value !== before && staysAsItWas(conversation, element, before)) {
    throw new BridgeError('not_supported', 'The element says that it took the value, and did not.');
  }
}

/** Applications follow in their own time; web pages sometimes never do. */
function staysAsItWas(conversation: Conversation, element: CFRef, before: string | undefined): boolean {
  for (let glance = 0; glance < glances; glance++) {
    if (textOf(conversation, element) !== before) return false;
    conversation.mac.clock.sleep(glancePause);
  }
  return true;
}

const glances = 10;
const glancePause = 20;

function textOf(conversation: Conversation, element: CFRef): string | undefined {
  return conversation.mac.values.text(conversation.attribute(conversation.own, element, 'AXValue'));
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
  const application = conversation.application(address.pid);
  conversation.check(conversation.set(application, 'AXFrontmost', yes), 'bringing it to the front');
  awaitFront(conversation, address.pid);
  if (address.role === 'AXWindow') {
    conversation.check(conversation.perform(element, 'AXRaise'), 'raising it');
    return;
  }
  const window = mac.values.element(conversation.attribute(own, element, 'AXWindow'));
  const raised = window === null ? axError.success : conversation.perform(window, 'AXRaise');
  // Popovers and the like are windows that cannot be raised.
  if (raised !== axError.actionUnsupported) conversation.check(raised, 'raising its window');
  conversation.check(conversation.set(element, 'AXFocused', yes), 'giving it the focus');
}

/** An application comes to the front some time after it was told to; before, keys would go to another. */
function awaitFront({ mac, own, deadline }: Conversation, pid: number): void {
  while (frontmostPid(mac, own) !== pid) {
    if (deadline.remaining < frontPause) {
      throw new BridgeError('timeout', 'The application did not come to the front.');
    }
    mac.clock.sleep(frontPause);
  }
}

const frontPause = 20;
