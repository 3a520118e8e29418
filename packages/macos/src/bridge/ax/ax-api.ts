import type { CFRef, OutParam } from '../native/c-types.ts';
import { axError, BridgeError, notTrusted } from '../errors.ts';
import type { Mac } from '../mac.ts';
import type { Own } from '../native/ownership.ts';
import { isRunning } from './processes.ts';
import type { Deadline } from '../time.ts';

/** For AXUIElementCopyMultipleAttributeValues: do not stop at the first absent attribute. */
const NO_OPTIONS = 0;

/** The AX API for one request: AXErrors become exceptions, and no message waits past the deadline. */
export class AxApi {
  readonly #systemWide: CFRef;
  #pid: number | undefined;

  constructor(
    readonly mac: Mac,
    /** Releases at the end of the request. */
    readonly own: Own,
    readonly deadline: Deadline,
  ) {
    if (!mac.native.AXIsProcessTrusted()) throw notTrusted();
    this.#systemWide = notNull(own(mac.native.AXUIElementCreateSystemWide()));
  }

  /** The root of an application's tree. */
  application(pid: number): CFRef {
    if (!isRunning(this.mac, pid)) throw new BridgeError('no_application', `No process has the id ${pid}.`);
    this.#pid = pid;
    return notNull(this.own(this.mac.native.AXUIElementCreateApplication(pid)));
  }

  /** The process of the application that has the keyboard, if one reports it. */
  focusedApplicationPid(): number | undefined {
    const focused = this.attribute(this.own, this.#systemWide, 'AXFocusedApplication');
    const application = this.mac.values.element(focused);
    return application === null ? undefined : this.pidOf(application);
  }

  /** The process that draws an element. Needs no message to it. */
  pidOf(element: CFRef): number | undefined {
    const pid: OutParam<number> = [0];
    return this.mac.native.AXUIElementGetPid(element, pid) === axError.success ? pid[0] : undefined;
  }

  /** One attribute; null if the element does not have it. */
  attribute(own: Own, element: CFRef, name: string): CFRef | null {
    const value: OutParam<CFRef | null> = [null];
    const key = own(this.mac.values.createString(name));
    const code = this.#send(() => this.mac.native.AXUIElementCopyAttributeValue(element, key, value));
    if (isAbsent(code)) return null;
    this.check(code, `reading ${name}`);
    return own(value[0]);
  }

  /** The element at a point of the screen; null if there is none. */
  elementAt(own: Own, x: number, y: number): CFRef | null {
    const element: OutParam<CFRef | null> = [null];
    const code = this.#send(() =>
      this.mac.native.AXUIElementCopyElementAtPosition(this.#systemWide, x, y, element),
    );
    if (isAbsent(code)) return null;
    this.check(code, 'finding the element at a point');
    return own(element[0]);
  }

  /** Attribute names for `attributes`. */
  names(names: readonly string[]): CFRef {
    const { values } = this.mac;
    return this.own(values.createArray(names.map((name) => this.own(values.createString(name)))));
  }

  /** Many attributes in one message (borrowed). An absent attribute has a type that nothing accepts. */
  attributes(own: Own, element: CFRef, names: CFRef): (CFRef | null)[] {
    const { native, values } = this.mac;
    const found: OutParam<CFRef | null> = [null];
    const code = this.#send(() =>
      native.AXUIElementCopyMultipleAttributeValues(element, names, NO_OPTIONS, found),
    );
    this.check(code, 'reading it');
    return values.items(own(found[0]));
  }

  actions(own: Own, element: CFRef): string[] {
    const names: OutParam<CFRef | null> = [null];
    const code = this.#send(() => this.mac.native.AXUIElementCopyActionNames(element, names));
    if (isAbsent(code)) return [];
    this.check(code, 'reading its actions');
    return this.mac.values.items(own(names[0])).flatMap((name) => this.mac.values.text(name) ?? []);
  }

  isSettable(own: Own, element: CFRef, name: string): boolean {
    const settable: OutParam<boolean> = [false];
    const key = own(this.mac.values.createString(name));
    const code = this.#send(() => this.mac.native.AXUIElementIsAttributeSettable(element, key, settable));
    if (isAbsent(code)) return false;
    this.check(code, `asking whether ${name} can be set`);
    return settable[0];
  }

  /** Sets an attribute and returns the AXError. */
  set(element: CFRef, name: string, value: CFRef): number {
    const key = this.own(this.mac.values.createString(name));
    return this.#send(() => this.mac.native.AXUIElementSetAttributeValue(element, key, value));
  }

  /** Performs an action and returns the AXError. */
  perform(element: CFRef, action: string): number {
    const name = this.own(this.mac.values.createString(action));
    return this.#send(() => this.mac.native.AXUIElementPerformAction(element, name));
  }

  /** Throws if `code` is an error. */
  check(code: number, doing: string): void {
    if (code !== axError.success) throw this.#failure(code, doing);
  }

  #failure(code: number, doing: string): BridgeError {
    if (code === axError.apiDisabled) return notTrusted();
    // Checks the application's process: an element may belong to another one, such as a web page's.
    if (this.#pid !== undefined && !isRunning(this.mac, this.#pid)) {
      return new BridgeError('no_application', `Process ${this.#pid} ended.`);
    }
    switch (code) {
      case axError.cannotComplete:
        return new BridgeError('timeout', `The application did not answer (${doing}).`);
      case axError.invalidElement:
        return new BridgeError('stale', `The element is no longer there (${doing}).`);
      case axError.attributeUnsupported:
      case axError.actionUnsupported:
      case axError.notImplemented:
      case axError.noValue:
        return new BridgeError('not_supported', `The element does not support this (${doing}, ${code}).`);
      // Applications use these when they refuse.
      case axError.failure:
      case axError.illegalArgument:
        return new BridgeError('not_supported', `The element refuses (${doing}, ${code}).`);
      default:
        return new BridgeError('internal', `AXError ${code} (${doing}).`);
    }
  }

  /**
   * No message may take more than half of the remaining time, so that one hanging part of an application (a web page,
   * a plug-in) leaves time for the others. The timeout is set on the system-wide element, where it applies to all;
   * on a single element it would not apply to other references of the same element.
   */
  #send(message: () => number): number {
    const { deadline, mac } = this;
    if (deadline.isOver) throw new BridgeError('timeout', `Not finished within ${deadline.milliseconds} ms.`);
    mac.native.AXUIElementSetMessagingTimeout(this.#systemWide, deadline.remaining / 2 / 1000);
    return message();
  }
}

function isAbsent(code: number): boolean {
  return code === axError.attributeUnsupported || code === axError.noValue || code === axError.notImplemented;
}

function notNull(element: CFRef | null): CFRef {
  if (element === null) throw new BridgeError('internal', 'The Mac returned no AX element.');
  return element;
}
