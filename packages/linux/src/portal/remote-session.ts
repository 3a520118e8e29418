import type { Call } from '@handeye/core/call/call';
import type { Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { contains } from '@handeye/screen/bounds';
import type { Argument, Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Options, Portal } from './portal.ts';
import { newToken, resultsOf } from './portal.ts';
import type { RestoreToken } from './restore-token.ts';

/** Device types of SelectDevices. */
const KEYBOARD = 1;
const POINTER = 2;
const TOUCHSCREEN = 4;
/** The source type of SelectSources that is a whole monitor. */
const MONITOR = 1;
/** The consent holds until the user revokes it. */
const PERSIST_UNTIL_REVOKED = 2;
/** RemoteDesktop keeps a consent since this version (xdg-desktop-portal 1.18); older versions ask the user every time. */
const VERSION_WITH_PERSISTENCE = 2;
/** How long the portal may take to pass an event on. */
const NOTIFY_TIMEOUT_MS = 5000;

/** A monitor of the session as a PipeWire stream. */
export interface Stream {
  readonly node: number;
  /** Its place on the desktop, in the desktop's own (logical) pixels. */
  readonly bounds: Bounds;
}

/** A running RemoteDesktop session, with the devices that the user shared. */
export class RemoteSession {
  readonly streams: readonly Stream[];
  readonly hasKeyboard: boolean;
  readonly hasPointer: boolean;
  readonly #portal: Portal;
  readonly #path: string;
  #isClosed = false;
  /** Stops listening for the end of the session. */
  #stop: () => void = () => undefined;
  #unconfirmed: Promise<unknown>[] = [];
  #last: Promise<unknown> = Promise.resolve();

  private constructor(portal: Portal, path: string, { devices, streams }: Started) {
    this.#portal = portal;
    this.#path = path;
    this.streams = streams;
    this.hasKeyboard = (devices & KEYBOARD) !== 0;
    this.hasPointer = (devices & POINTER) !== 0;
  }

  /** Opens a session. Asks the user unless the token proves an earlier consent. */
  static async open(portal: Portal, token: RestoreToken, call: Call): Promise<RemoteSession> {
    const persists = (await portal.property('RemoteDesktop', 'version', call)) >= VERSION_WITH_PERSISTENCE;
    const path = await createSession(portal, call);
    let session: RemoteSession | undefined;
    let isClosed = false;
    let stop: () => void = () => undefined;
    const onClosed = () => {
      isClosed = true;
      if (session) session.#isClosed = true;
      stop();
    };
    const closed = { path, interface: 'org.freedesktop.portal.Session', member: 'Closed' };
    try {
      stop = await portal.listen(closed, onClosed, call, onClosed);
      await selectAll(portal, path, { persists, token }, call);
      const started = await start(portal, path, call);
      if (persists) await token.replace(started.token);
      session = new RemoteSession(portal, path, started);
      session.#isClosed = isClosed;
      session.#stop = stop;
      return session;
    } catch (error) {
      stop();
      portal.closeSession(path);
      throw error;
    }
  }

  /** Ended by its user (GNOME's top bar offers that), by the lock screen, or by us. */
  get closed(): boolean {
    return this.#isClosed || this.#portal.ended;
  }

  /**
   * Sends an event, after the one before was taken: xdg-desktop-portal handles every call in a thread of its own (1.16), where
   * a release may overtake its press. `confirm` reports whether they were taken.
   */
  notify(event: string, signature: string, args: readonly Argument[]): void {
    const method = { portal: 'RemoteDesktop', member: `Notify${event}`, signature: `oa{sv}${signature}` };
    const send = () => this.#portal.call({ ...method, args: [this.#path, [], ...args] }, NOTIFY_TIMEOUT_MS);
    // A release is sent even if its press failed.
    const sent = this.#last.then(send, send);
    this.#last = sent;
    // The caller of `confirm` gets a failure; no other caller needs it.
    sent.catch(() => undefined);
    this.#unconfirmed.push(sent);
  }

  /** Waits until the portal has taken all events that were sent. */
  async confirm(): Promise<void> {
    const events = this.#unconfirmed;
    this.#unconfirmed = [];
    await Promise.all(events);
  }

  /** The stream that shows a point of the desktop, and where on it; the nearest point if there is none. */
  onStream({ x, y }: Point): { readonly node: number; readonly x: number; readonly y: number } | undefined {
    const stream = this.streams.find(({ bounds }) => contains(bounds, { x, y })) ?? this.streams[0];
    if (!stream) return undefined;
    const { left, top, right, bottom } = stream.bounds;
    const within = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
    return { node: stream.node, x: within(x - left, right - left), y: within(y - top, bottom - top) };
  }

  close(): void {
    if (!this.closed) this.#portal.closeSession(this.#path);
    this.#isClosed = true;
    this.#stop();
  }
}

interface Started {
  readonly devices: number;
  readonly streams: readonly Stream[];
  readonly token: string | undefined;
}

async function createSession(portal: Portal, call: Call): Promise<string> {
  const options = { session_handle_token: { signature: 's', value: newToken() } };
  const results = await portal.request({ portal: 'RemoteDesktop', member: 'CreateSession', options }, call);
  return asText(results.get('session_handle'));
}

/** Mouse and keys, and the monitors: an absolute position of the mouse is one on a monitor's stream. */
async function selectAll(
  portal: Portal,
  path: string,
  { persists, token }: { persists: boolean; token: RestoreToken },
  call: Call,
): Promise<void> {
  const session = { signature: 'o', args: [path] };
  const kept = token.current;
  const persistence: Options = persists
    ? {
        persist_mode: u32(PERSIST_UNTIL_REVOKED),
        ...(kept !== undefined && { restore_token: { signature: 's', value: kept } }),
      }
    : {};
  const devices = { types: u32(KEYBOARD | POINTER | TOUCHSCREEN), ...persistence };
  await portal.request(
    { portal: 'RemoteDesktop', member: 'SelectDevices', ...session, options: devices },
    call,
  );
  const sources = { types: u32(MONITOR), multiple: { signature: 'b', value: true } };
  await portal.request({ portal: 'ScreenCast', member: 'SelectSources', ...session, options: sources }, call);
}

async function start(portal: Portal, path: string, call: Call): Promise<Started> {
  const method = { portal: 'RemoteDesktop', member: 'Start', signature: 'os', args: [path, ''] };
  const results = await portal.request(method, call);
  const token = asText(results.get('restore_token'));
  return {
    devices: asNumber(results.get('devices')),
    streams: asList(results.get('streams')).map(streamOf),
    token: token === '' ? undefined : token,
  };
}

function streamOf(value: Value): Stream {
  const [node, properties] = asList(value);
  const known = resultsOf(properties);
  const [left, top] = asList(known.get('position')).map(asNumber);
  const [width, height] = asList(known.get('size')).map(asNumber);
  const x = left ?? 0;
  const y = top ?? 0;
  return {
    node: asNumber(node),
    bounds: { left: x, top: y, right: x + (width ?? 0), bottom: y + (height ?? 0) },
  };
}

function u32(value: number) {
  return { signature: 'u', value };
}
