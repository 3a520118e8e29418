import type { CFRef } from '../native/c-types.ts';
import type { AxApi } from './ax-api.ts';
import { axError, BridgeError } from '../errors.ts';
import { frontmostPid } from './focus.ts';
import type { Address, BridgeRequests } from '../protocol.ts';
import { byName, identifyingAttributes, type IdentifyingFields, identifyingFields } from './node.ts';

// Actions on an element through accessibility, without pointer or keyboard.

/** How often and at which interval we check whether a value has changed. */
const VALUE_CHECKS = 10;
const VALUE_CHECK_INTERVAL_MS = 20;
const FRONT_POLL_MS = 20;

/** Throws `stale` if the element is another one now, or elsewhere. */
export function mustBeThere(ax: AxApi, address: Address): void {
  resolve(ax, address);
}

/** Performs one of the element's actions. */
export function perform(ax: AxApi, { element: address, action }: BridgeRequests['perform']['params']): void {
  const element = resolve(ax, address);
  const code = ax.perform(element, action);
  if (code === axError.cannotComplete && isStillPerforming(ax, address.pid)) return;
  ax.check(code, action);
}

/**
 * A button that opens a menu or a modal dialog replies only when that is closed, so its action seems to fail. If the
 * application answers other requests meanwhile, the action was performed.
 */
function isStillPerforming(ax: AxApi, pid: number): boolean {
  try {
    return ax.attribute(ax.own, ax.application(pid), 'AXRole') !== null;
  } catch (error) {
    if (error instanceof BridgeError && error.kind === 'timeout') return false;
    throw error;
  }
}

/** Sets the element's value, and checks that it changed if it can be read. */
export function setValue(
  ax: AxApi,
  { element: address, value: wanted }: BridgeRequests['setValue']['params'],
): BridgeRequests['setValue']['result'] {
  const element = resolve(ax, address);
  if (!ax.isSettable(ax.own, element, 'AXValue')) {
    throw new BridgeError('not_supported', 'The value of this element cannot be set.');
  }
  const scale = typeof wanted === 'number' || typeof wanted === 'object' ? scaleOf(ax, element) : undefined;
  const value = typeof wanted === 'object' ? numberAt(scale, wanted.share) : wanted;
  const before = valueText(ax, element);
  const code = ax.set(element, 'AXValue', toCFValue(ax, value));
  ax.check(code, 'setting its value');
  const readable = typeof value === 'string' && address.subrole !== 'AXSecureTextField';
  if (readable && value !== before && staysUnchanged(ax, element, before)) {
    throw new BridgeError('not_supported', 'The element accepted the value but did not change.');
  }
  const current = scale && numberOf(ax, element, 'AXValue');
  return { ...scale, ...(current !== undefined && { value: current }) };
}

/** The ends of a slider's scale; undefined if it does not tell them. */
function scaleOf(ax: AxApi, element: CFRef): { min: number; max: number } | undefined {
  const [min, max] = [numberOf(ax, element, 'AXMinValue'), numberOf(ax, element, 'AXMaxValue')];
  return min === undefined || max === undefined ? undefined : { min, max };
}

function numberAt(scale: { min: number; max: number } | undefined, share: number): number {
  if (scale) return scale.min + share * (scale.max - scale.min);
  throw new BridgeError(
    'not_supported',
    'The element does not tell its scale: give a number instead of a share.',
  );
}

function numberOf(ax: AxApi, element: CFRef, attribute: string): number | undefined {
  return ax.mac.values.number(ax.attribute(ax.own, element, attribute));
}

/** Applications update the value with a delay; web pages sometimes never do. */
function staysUnchanged(ax: AxApi, element: CFRef, before: string | undefined): boolean {
  for (let check = 0; check < VALUE_CHECKS; check++) {
    if (valueText(ax, element) !== before) return false;
    ax.mac.clock.sleep(VALUE_CHECK_INTERVAL_MS);
  }
  return true;
}

function valueText(ax: AxApi, element: CFRef): string | undefined {
  return ax.mac.values.text(ax.attribute(ax.own, element, 'AXValue'));
}

function toCFValue({ mac, own }: AxApi, value: string | number | boolean): CFRef {
  if (typeof value === 'boolean') return value ? mac.native.kCFBooleanTrue : mac.native.kCFBooleanFalse;
  return own(typeof value === 'number' ? mac.values.createNumber(value) : mac.values.createString(value));
}

const SELECTED = 'AXSelectedTextRange';

/** Selects a part of a text, and checks that it is selected. */
export function select(ax: AxApi, { element: address, range }: BridgeRequests['select']['params']): void {
  const { values, clock } = ax.mac;
  const element = resolve(ax, address);
  ax.check(ax.set(element, SELECTED, ax.own(values.createRange(range))), 'selecting a part of its text');
  for (let check = 0; check < VALUE_CHECKS; check++) {
    const now = values.range(ax.attribute(ax.own, element, SELECTED));
    if (now?.start === range.start && now.length === range.length) return;
    clock.sleep(VALUE_CHECK_INTERVAL_MS);
  }
  throw new BridgeError('not_supported', 'The element accepted the selection but did not change.');
}

/** Brings the element's application and window to the front and focuses the element. */
export function focus(ax: AxApi, { element: address }: BridgeRequests['focus']['params']): void {
  const { mac, own } = ax;
  const yes = mac.native.kCFBooleanTrue;
  const element = resolve(ax, address);
  const application = ax.application(address.pid);
  ax.check(ax.set(application, 'AXFrontmost', yes), 'bringing it to the front');
  waitUntilFrontmost(ax, address.pid);
  if (address.role === 'AXWindow') {
    // AXRaise leaves a window in the Dock.
    if (mac.values.boolean(ax.attribute(own, element, 'AXMinimized')) === true)
      ax.check(ax.set(element, 'AXMinimized', mac.native.kCFBooleanFalse), 'restoring it');
    ax.check(ax.perform(element, 'AXRaise'), 'raising it');
    return;
  }
  const window = mac.values.element(ax.attribute(own, element, 'AXWindow'));
  const raised = window === null ? axError.success : ax.perform(window, 'AXRaise');
  // Popovers and similar windows cannot be raised.
  if (raised !== axError.actionUnsupported) ax.check(raised, 'raising its window');
  ax.check(ax.set(element, 'AXFocused', yes), 'giving it the focus');
}

/** An application comes to the front with a delay; until then, keys would go to another one. */
function waitUntilFrontmost({ mac, own, deadline }: AxApi, pid: number): void {
  while (frontmostPid(mac, own) !== pid) {
    if (deadline.remaining < FRONT_POLL_MS) {
      throw new BridgeError('timeout', 'The application did not come to the front.');
    }
    mac.clock.sleep(FRONT_POLL_MS);
  }
}

/** Finds the element at an address and checks that it is still the same element. */
function resolve(ax: AxApi, address: Address): CFRef {
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
