import type { CFRef, Filled } from './c-types.ts';
import { axError, BridgeError, notTrusted } from './errors.ts';
import type { Mac } from './mac.ts';
import type { Own } from './ownership.ts';
import { isRunning } from './processes.ts';
import type { Deadline } from './time.ts';

/** What one request says to applications: errors become exceptions, and no message waits past the deadline. */
export class Conversation {
  readonly #systemWide: CFRef;
  #pid: number | undefined;

  constructor(
    readonly mac: Mac,
    readonly own: Own,
    readonly deadline: Deadline,
  ) {
    if (!mac.native.AXIsProcessTrusted()) throw notTrusted();
    this.#systemWide = existing(own(mac.native.AXUIElementCreateSystemWide()));
  }

  /** The root of an application's tree. */
  application(pid: number): CFRef {
    if (!isRunning(this.mac, pid)) throw new BridgeError('no_application', `No process has the id ${pid}.`);
    this.#pid = pid;
    return existing(this.own(this.mac.native.AXUIElementCreateApplication(pid)));
  }

  /** The process of the application that gets the keys, if one says that it does. */
  focusedApplicationPid(): number | undefined {
    const focused = this.attribute(this.own, this.#systemWide, 'AXFocusedApplication');
    const application = this.mac.values.element(focused);
    return application === null ? undefined : this.pidOf(application);
  }

  /** The process that draws an element: known without asking it. */
  pidOf(element: CFRef): number | undefined {
    const pid: Filled<number> = [0];
    return this.mac.native.AXUIElementGetPid(element, pid) === axError.success ? pid[0] : undefined;
  }

  /** One attribute; null when the element does not have it. */
  attribute(own: Own, element: CFRef, name: string): CFRef | null {
    const value: Filled<CFRef | null> = [null];
    const key = own(this.mac.values.createString(name));
    const code = this.#send(() => this.mac.native.AXUIElementCopyAttributeValue(element, key, value));
    if (isAbsent(code)) return null;
    this.check(code, `reading ${name}`);
    return own(value[0]);
  }

  /** What lies at a point of the screen; null where nothing does. */
  elementAt(own: Own, x: number, y: number): CFRef | null {
    const element: Filled<CFRef | null> = [null];
    const code = this.#send(() =>
      this.mac.native.AXUIElementCopyElementAtPosition(this.#systemWide, x, y, element),
    );
    if (isAbsent(code)) return null;
    this.check(code, 'finding what lies at a point');
    return own(element[0]);
  }

  /** The names of attributes to ask for in one message. */
  names(names: readonly string[]): CFRef {
    const { values } = this.mac;
    return this.own(values.createArray(names.map((name) => this.own(values.createString(name)))));
  }

  /** Many attributes in one message, borrowed from the array that is owned; an absent one is of no useful type. */
  attributes(own: Own, element: CFRef, names: CFRef): (CFRef | null)[] {
    const { native, values } = this.mac;
    const found: Filled<CFRef | null> = [null];
    const code = this.#send(() =>
      native.AXUIElementCopyMultipleAttributeValues(element, names, everyAttribute, found),
    );
    this.check(code, 'reading it');
    return values.items(own(found[0]));
  }

  actions(own: Own, element: CFRef): string[] {
    const names: Filled<CFRef | null> = [null];
    const code = this.#send(() => this.mac.native.AXUIElementCopyActionNames(element, names));
    if (isAbsent(code)) return [];
    this.check(code, 'reading its actions');
    return this.mac.values.items(own(names[0])).flatMap((name) => this.mac.values.text(name) ?? []);
  }

  isSettable(own: Own, element: CFRef, name: string): boolean {
    const settable: Filled<boolean> = [false];
    const key = own(this.mac.values.createString(name));
    const code = this.#send(() => this.mac.native.AXUIElementIsAttributeSettable(element, key, settable));
    if (isAbsent(code)) return false;
    this.check(code, `asking whether ${name} can be set`);
    return settable[0];
  }

  /** The AXError that says how it went. */
  set(element: CFRef, name: string, value: CFRef): number {
    const key = this.own(this.mac.values.createString(name));
    return this.#send(() => this.mac.native.AXUIElementSetAttributeValue(element, key, value));
  }

  /** The AXError that says how it went. */
  perform(element: CFRef, action: string): number {
    const name = this.own(this.mac.values.createString(action));
    return this.#send(() => this.mac.native.AXUIElementPerformAction(element, name));
  }

  /** Throws what an AXError means. */
  check(code: number, doing: string): void {
    if (code !== axError.success) throw this.#failure(code, doing);
  }

  #failure(code: number, doing: string): BridgeError {
    if (code === axError.apiDisabled) return notTrusted();
    // Asked of the application: an element may belong to another process, such as that of a web page.
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
      // What applications say when they can and do not: each calls it as it likes.
      case axError.failure:
      case axError.illegalArgument:
        return new BridgeError('not_supported', `The element refuses (${doing}, ${code}).`);
      default:
        return new BridgeError('internal', `AXError ${code} (${doing}).`);
    }
  }

  /**
   * No message may take more than half of the time that is left, so that one part of an application that hangs
   * (a web page, a plug-in's view) leaves time for the others.
   * The limit is set on the system-wide element, which means for all; set on one element, its equals would not have it.
   */
  #send(message: () => number): number {
    const { deadline, mac } = this;
    if (deadline.isOver) throw new BridgeError('timeout', `Not done within ${deadline.milliseconds} ms.`);
    mac.native.AXUIElementSetMessagingTimeout(this.#systemWide, deadline.remaining / 2 / 1000);
    return message();
  }
}

/** An option of AXUIElementCopyMultipleAttributeValues: do not stop at the first that is absent. */
const everyAttribute = 0;

function isAbsent(code: number): boolean {
  return code === axError.attributeUnsupported || code === axError.noValue || code === axError.notImplemented;
}

function existing(element: CFRef | null): CFRef {
  if (element === null) throw new BridgeError('internal', 'The Mac made no element to talk to.');
  return element;
}
