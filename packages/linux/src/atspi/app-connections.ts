import type { Call } from '@handeye/core/call/call';
import type { DBusConnection } from '../dbus/connection.ts';
import type { MethodCall } from '../dbus/message.ts';
import type { Value } from '../dbus/value.ts';
import { asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces, ROOT_PATH } from './accessible.ts';
import { KnownParts } from './app-reader.ts';
import { Caller } from './caller.ts';
import { orUndefined } from './errors.ts';
import { PeerConnections } from './peer-connections.ts';

/** How to reach an application. */
export interface AppConnection {
  /** One of `toolkits`, or another name. */
  readonly toolkit: string;
  /**
   * Peer-to-peer connections, which halve the time of every reply. Applications that offer them (GTK3, Chromium,
   * Firefox, Java) use at-spi2-atk and support everything it does.
   */
  readonly peer: PeerConnections | undefined;
  /** See AppReader. */
  readonly known: KnownParts;
}

/** Remembers how to reach each application. Bus names are never reused. */
export class AppConnections {
  readonly #bus: DBusConnection;
  readonly #open = new Map<string, AppConnection>();

  constructor(bus: DBusConnection) {
    this.#bus = bus;
  }

  async get(app: Reference, call: Call, timeout?: number): Promise<AppConnection> {
    const known = this.#usable(app);
    if (known) return known;
    const caller = new Caller((method, within) => this.#bus.call(method, within), call, timeout);
    const opened = await openConnection(caller, app, call);
    const openedMeanwhile = this.#usable(app);
    if (openedMeanwhile) {
      opened.peer?.close();
      return openedMeanwhile;
    }
    this.#open.get(app.bus)?.peer?.close();
    this.#open.set(app.bus, opened);
    return opened;
  }

  /** Sends any call, including those that make an application do something. */
  async send(method: MethodCall, timeout: number, call: Call): Promise<readonly Value[]> {
    const app = { bus: method.destination, path: ROOT_PATH };
    const { peer } = await this.get(app, call, timeout);
    if (!peer) return this.#bus.call(method, timeout);
    const isReading = method.member.startsWith('Get');
    const connection = isReading ? peer.forReading : await peer.forActions(app, call);
    return connection.call(method, timeout);
  }

  /** Forgets the applications that have ended. */
  keepOnly(running: ReadonlySet<string>): void {
    for (const [name, { peer }] of this.#open) {
      if (running.has(name)) continue;
      peer?.close();
      this.#open.delete(name);
    }
  }

  close(): void {
    this.keepOnly(new Set());
  }

  #usable(app: Reference): AppConnection | undefined {
    const known = this.#open.get(app.bus);
    return known?.peer?.forReading.ended ? undefined : known;
  }
}

async function openConnection(caller: Caller, app: Reference, call: Call): Promise<AppConnection> {
  const getAddress = { interface: interfaces.application, member: 'GetApplicationBusAddress' };
  const [toolkit, address] = await Promise.all([
    orUndefined(caller.get(app, interfaces.application, 'ToolkitName')),
    orUndefined(caller.call(app, getAddress)),
  ]);
  return {
    toolkit: asText(toolkit),
    peer: await connectToPeer(asText(address?.[0]), call),
    known: new KnownParts(),
  };
}

/** The address of a sandboxed application may not exist outside its sandbox; then the bus is used. */
async function connectToPeer(address: string, call: Call): Promise<PeerConnections | undefined> {
  if (address === '') return undefined;
  try {
    return await PeerConnections.open(address, call);
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}
