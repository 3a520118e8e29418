import type { Call } from '@handeye/core/call/call';
import type { LinuxApplication } from './applications.ts';
import { Applications } from './applications.ts';
import { AccessibilityBus } from './atspi/accessibility-bus.ts';
import type { Reference } from './atspi/accessible.ts';
import { AppConnections } from './atspi/app-connections.ts';
import { AppReader } from './atspi/app-reader.ts';
import type { SendCall } from './atspi/caller.ts';
import { Caller } from './atspi/caller.ts';
import { whileItDoesNotGrow } from './atspi/memory-watch.ts';
import { untilQuiet } from './atspi/quiet.ts';
import type { Scope, Tree } from './atspi/tree.ts';
import { readTree } from './atspi/tree.ts';
import type { DBusConnection } from './dbus/connection.ts';
import { toDeviceError } from './errors.ts';
import type { ManagedWindow } from './display.ts';

/** Reads an application's tree, or a part of it. */
export type ReadTree = (scope?: Scope) => Promise<Tree>;

/** A client of the accessibility bus: lists applications and reads them. Lasts as long as the bus connection. */
export class AtspiClient {
  readonly #bus: AccessibilityBus;
  readonly #applications: Applications;
  readonly #connections: AppConnections;

  private constructor(bus: AccessibilityBus) {
    this.#bus = bus;
    this.#applications = new Applications(bus.connection);
    this.#connections = new AppConnections(bus.connection);
  }

  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<AtspiClient> {
    return new AtspiClient(await AccessibilityBus.open(environment, call));
  }

  /** Opens a new client after the bus connection has ended. */
  async reopen(environment: NodeJS.ProcessEnv, call: Call): Promise<AtspiClient> {
    this.#connections.close();
    return new AtspiClient(await this.#bus.reopen(environment, call));
  }

  get ended(): boolean {
    return this.#bus.connection.ended;
  }

  async applications(windows: readonly ManagedWindow[], call: Call): Promise<LinuxApplication[]> {
    const applications = await this.#applications.list(windows, call);
    this.#connections.keepOnly(new Set(applications.map(({ reference }) => reference.bus)));
    return applications;
  }

  /** Calls methods of any application, as part of a call. */
  caller(call: Call, timeout?: number): Caller {
    return new Caller((method, within) => this.#connections.send(method, within, call), call, timeout);
  }

  /** Reads an application over its fastest connection. */
  async read<T>(
    { reference: app, name, pid }: LinuxApplication,
    call: Call,
    read: (readPart: ReadTree, reader: AppReader) => Promise<T>,
  ): Promise<T> {
    try {
      const { toolkit, peer, known } = await this.#connections.get(app, call);
      const caller = new Caller(this.#sender(app, peer?.forReading), call);
      const kind = { app: name, toolkit, usesAtkBridge: peer !== undefined };
      const reader = new AppReader(caller, kind, known);
      const stop = (reason: Error) => {
        caller.stop(reason);
      };
      return await whileItDoesNotGrow({ name, pid, stop }, call, () =>
        read((scope) => readTree(reader, app, scope), reader),
      );
    } catch (error) {
      throw toDeviceError(error, name);
    }
  }

  /** Returns true once applications report no more changes; undefined if their events do not suffice. */
  async settle(limit: number, call: Call): Promise<true | undefined> {
    await this.#bus.listen(call);
    return untilQuiet(this.#bus.connection, limit, call);
  }

  async close(): Promise<void> {
    this.#connections.close();
    await this.#bus.close();
  }

  /** Parts of an application may belong to another process (a plug in a socket); those are reached over the bus. */
  #sender(app: Reference, peer: DBusConnection | undefined): SendCall {
    const bus = this.#bus.connection;
    return (method, timeout) => (peer && method.destination === app.bus ? peer : bus).call(method, timeout);
  }
}
