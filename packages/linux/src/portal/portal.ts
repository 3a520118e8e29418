import { randomBytes } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { busMethod, DBusConnection } from '../dbus/connection.ts';
import { DBusError, DISCONNECTED } from '../dbus/errors.ts';
import type { Argument, Value, Variant } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';

const SERVICE = 'org.freedesktop.portal.Desktop';
const PATH = '/org/freedesktop/portal/desktop';
const REQUEST = 'org.freedesktop.portal.Request';
/** How long the bus may take to close a request that no call waits for any more. */
const CLOSE_TIMEOUT_MS = 2000;

/** Named options or results of a portal: a{sv}. */
export type Options = Readonly<Record<string, Variant>>;
export type Results = ReadonlyMap<string, Value>;

/** The outcome of a request; the numbers are those of Request.Response. */
const outcomes = ['granted', 'refused', 'ended'] as const;

/** The user refused (or closed the dialog), or the portal ended the request for a reason of its own. */
export class PortalRefusal extends Error {
  override readonly name = 'PortalRefusal';
  constructor(readonly outcome: 'refused' | 'ended') {
    super(`the portal's request was ${outcome}`);
  }
}

interface PortalMethod {
  /** Without the common prefix: `RemoteDesktop`. */
  readonly portal: string;
  readonly member: string;
  /** Types and values; those of a request without its options, which come last. */
  readonly signature?: string;
  readonly args?: readonly Argument[];
  readonly options?: Options;
}

/** xdg-desktop-portal on the session bus: the desktop's way to let a program use it with its user's consent. */
export class Portal {
  readonly #bus: DBusConnection;
  /** The unique name of the portal: only its signals count. */
  readonly #owner: string;

  private constructor(bus: DBusConnection, owner: string) {
    this.#bus = bus;
    this.#owner = owner;
  }

  /** Starts the portal if it does not run yet. Undefined if this session has none. */
  static async connect(address: string, call: Call): Promise<Portal | undefined> {
    const bus = await DBusConnection.connectToBus(address, call);
    try {
      const start = { ...busMethod('StartServiceByName'), signature: 'su', args: [SERVICE, 0] };
      await orAborted(bus.call(start, call.remaining()), call.signal);
      const [owner] = await orAborted(
        bus.call(busMethod('GetNameOwner', SERVICE), call.remaining()),
        call.signal,
      );
      return new Portal(bus, asText(owner));
    } catch (error) {
      bus.close();
      if (error instanceof DBusError) return undefined;
      throw error;
    }
  }

  get ended(): boolean {
    return this.#bus.ended;
  }

  /** The session bus, for other calls. */
  get bus(): DBusConnection {
    return this.#bus;
  }

  /** A number property of a portal (`version`); 0 if this desktop has no such portal. */
  async property(portal: string, name: string, call: Call): Promise<number> {
    const get = { interface: 'org.freedesktop.DBus.Properties', member: 'Get', signature: 'ss' };
    const args = [interfaceOf(portal), name];
    try {
      const [value] = await this.#bus.call(
        { destination: this.#owner, path: PATH, ...get, args },
        call.remaining(),
      );
      return asNumber(value);
    } catch (error) {
      if (error instanceof DBusError && error.errorName !== DISCONNECTED) return 0;
      throw error;
    }
  }

  /** Calls a method that answers at once. */
  call(
    { portal, member, signature, args }: Required<Omit<PortalMethod, 'options'>>,
    timeout: number,
  ): Promise<readonly Value[]> {
    const method = { destination: this.#owner, path: PATH, interface: interfaceOf(portal), member };
    return this.#bus.call({ ...method, signature, args }, timeout);
  }

  /**
   * Calls a method that may ask the user, and waits for the outcome. If the call ends first, the request is closed, and
   * its dialog with it.
   */
  async request(method: PortalMethod, call: Call): Promise<Results> {
    const token = newToken();
    const path = `${PATH}/request/${this.#ownPathName()}/${token}`;
    let settle: (values: readonly Value[]) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const response = new Promise<readonly Value[]>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    const stop = await this.listen({ path, interface: REQUEST, member: 'Response' }, settle, call, () => {
      fail(new DBusError(DISCONNECTED, 'the bus closed the connection'));
    });
    try {
      const { signature = '', args = [], options } = method;
      const entries = Object.entries({ ...options, handle_token: { signature: 's', value: token } });
      const whole = { signature: `${signature}a{sv}`, args: [...args, entries] };
      const asked = this.call({ ...method, ...whole }, call.remaining());
      const [outcome, results] = await orAborted(
        asked.then(() => response),
        call.signal,
      );
      return granted(asNumber(outcome), results);
    } catch (error) {
      if (call.signal.aborted) this.#closeObject(path, REQUEST);
      throw error;
    } finally {
      stop();
    }
  }

  /** Listens to a signal of one of the portal's objects. */
  listen(
    match: { readonly path: string; readonly interface: string; readonly member: string },
    heard: (values: readonly Value[]) => void,
    call: Call,
    ended?: () => void,
  ): Promise<() => void> {
    const listener = { heard, ...(ended && { ended }) };
    return this.#bus.listen({ ...match, sender: this.#owner }, listener, call.remaining());
  }

  /** Ends a session, and with it the granted access. */
  closeSession(path: string): void {
    this.#closeObject(path, 'org.freedesktop.portal.Session');
  }

  close(): void {
    this.#bus.close();
  }

  #closeObject(path: string, name: string): void {
    const close = { destination: this.#owner, path, interface: name, member: 'Close' };
    this.#bus.call(close, CLOSE_TIMEOUT_MS).catch(() => undefined);
  }

  /** Our unique name as it appears in the paths of our requests: `:1.42` is `1_42`. */
  #ownPathName(): string {
    return this.#bus.uniqueName.slice(1).replaceAll('.', '_');
  }
}

/** An unguessable name for a request or a session. */
export function newToken(): string {
  return `handeye_${randomBytes(8).toString('hex')}`;
}

/** The entries of an a{sv}. */
export function resultsOf(value: Value | undefined): Results {
  return new Map(asList(value).map((entry) => [asText(asList(entry)[0]), asList(entry)[1] ?? '']));
}

function granted(outcome: number, results: Value | undefined): Results {
  const name = outcomes[outcome] ?? 'ended';
  if (name === 'granted') return resultsOf(results);
  throw new PortalRefusal(name);
}

function interfaceOf(portal: string): string {
  return `org.freedesktop.portal.${portal}`;
}
