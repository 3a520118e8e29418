import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { callWithoutDeadline, orAborted, pause, withinLimit } from '@handeye/core/call/call';
import { SharedAttempt } from '@handeye/core/call/shared-attempt';
import { findAdb } from './find-adb.ts';
import type { Environment } from './find-adb.ts';
import { ByteReader } from '../byte-reader.ts';
import { parseDeviceList } from '../device-list.ts';
import type { ListedDevice } from '../device-list.ts';
import { ServerTransport } from './server-transport.ts';
import { ServerRefused, encodeRequest, readBlock, readStatus } from './smart-socket.ts';
import { SocketStream } from './socket-stream.ts';
import type { Transport } from '../transport.ts';
import { Unreachable, unreachable } from '../unreachable.ts';
import { spawn } from 'node:child_process';

const DEFAULT_PORT = 5037;
const LOOPBACK = '127.0.0.1';
const START_LIMIT = 15_000;
const CONNECT_LIMIT = 2000;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 3000;
/** Milliseconds that a server needs, after its start, to find the phones at this computer. */
const FINDS_PHONES_IN = 3000;

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** The address at which adb itself would look for its server: ADB_SERVER_SOCKET, ANDROID_ADB_SERVER_PORT, 5037. */
export function serverAddress(env: Environment): ServerAddress {
  const socket = env.ADB_SERVER_SOCKET;
  if (socket === undefined || socket === '') {
    return { host: LOOPBACK, port: Number(env.ANDROID_ADB_SERVER_PORT ?? DEFAULT_PORT) };
  }
  const [, host, port] = /^tcp:(?:(.+):)?(\d+)$/.exec(socket) ?? [];
  if (port === undefined) {
    throw new Error(`ADB_SERVER_SOCKET is ${socket}; only tcp:host:port and tcp:port can be used.`);
  }
  return { host: host?.replace(/^\[|\]$/g, '') ?? LOOPBACK, port: Number(port) };
}

interface AdbServerOptions {
  readonly env: Environment;
  readonly clock: Clock;
  /** Called when the server was started here. */
  readonly onStarted?: ((port: number) => void) | undefined;
}

/** The adb server of this or another computer. It is started if it is missing, and never stopped. */
export class AdbServer {
  readonly address: ServerAddress;
  readonly #env: Environment;
  readonly #clock: Clock;
  /** Callers that need the server at the same time share one start. */
  readonly #starting = new SharedAttempt<void>();
  readonly #onStarted: ((port: number) => void) | undefined;
  #startedAt = -Infinity;

  constructor({ env, clock, onStarted }: AdbServerOptions) {
    this.address = serverAddress(env);
    this.#env = env;
    this.#clock = clock;
    this.#onStarted = onStarted;
  }

  /** It was started just now, and may not have found all phones yet. */
  get isNew(): boolean {
    return this.#clock.now() - this.#startedAt < FINDS_PHONES_IN;
  }

  /** The server's version: 41 for adb 29 and all later ones so far. */
  async version(call: Call): Promise<number> {
    return parseInt(await this.#ask('host:version', call), 16);
  }

  /** The phones that are attached now, usable or not. */
  async phones(call: Call): Promise<readonly ListedDevice[]> {
    return parseDeviceList(await this.#ask('host:devices-l', call));
  }

  /** The same, but none if no server runs: it is not started for that. */
  async phonesIfRunning(call: Call): Promise<readonly ListedDevice[]> {
    try {
      return parseDeviceList(
        await request(await SocketStream.connect(this.address, call), 'host:devices-l', call),
      );
    } catch {
      call.signal.throwIfAborted();
      return [];
    }
  }

  /** A transport to a phone that is ready. */
  async transport(phone: ListedDevice, call: Call): Promise<Transport> {
    if (phone.state !== 'device') throw unreachable(phone.serial, phone.state);
    return new ServerTransport(phone, await this.#features(phone.serial, call), (opening) =>
      this.#connect(opening),
    );
  }

  /**
   * `adb connect`: makes the server connect to a daemon at host:port. The server answers with a sentence either way.
   */
  connectTo(address: string, call: Call): Promise<string> {
    return this.#ask(`host:connect:${address}`, call);
  }

  /**
   * Reports the list of phones, now and at each change; an empty list while there is no server. Follows a server that
   * restarts, and does not start one. Returns a function that stops it.
   */
  follow(onChange: (phones: readonly ListedDevice[]) => void): () => void {
    const stopped = new AbortController();
    void this.#followUntil(stopped.signal, onChange);
    return () => {
      stopped.abort(new Error('no longer followed'));
    };
  }

  async #followUntil(
    stopped: AbortSignal,
    onChange: (phones: readonly ListedDevice[]) => void,
  ): Promise<void> {
    let delay = FIRST_DELAY;
    const told = (phones: readonly ListedDevice[]) => {
      delay = FIRST_DELAY;
      onChange(phones);
    };
    while (!stopped.aborted) {
      const error: unknown = await this.#followOnce(stopped, told).catch((reason: unknown) => reason);
      // A server that cannot be followed (before adb 29) can still be asked.
      if (isAborted(stopped) || error instanceof ServerRefused) return;
      onChange([]);
      await pause(delay, callWithoutDeadline(this.#clock, stopped)).catch(() => undefined);
      delay = Math.min(2 * delay, LONGEST_DELAY);
    }
  }

  async #followOnce(
    stopped: AbortSignal,
    onChange: (phones: readonly ListedDevice[]) => void,
  ): Promise<void> {
    const stream = await withinLimit(
      { clock: this.#clock, limit: CONNECT_LIMIT, cancelled: stopped },
      (call) => SocketStream.connect(this.address, call),
    );
    const close = () => {
      stream.close();
    };
    stopped.addEventListener('abort', close, { once: true });
    try {
      const reader = new ByteReader(stream);
      await stream.write(encodeRequest('host:track-devices-l'));
      await readStatus(reader);
      for (;;) onChange(parseDeviceList(await readBlock(reader)));
    } finally {
      stopped.removeEventListener('abort', close);
      stream.close();
    }
  }

  /**
   * The features of the phone's daemon. The first adb servers have no such request, and their phones had no features.
   */
  async #features(serial: string, call: Call): Promise<ReadonlySet<string>> {
    try {
      const list = await this.#ask(`host-serial:${serial}:features`, call);
      return new Set(list.split(',').filter(Boolean));
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      if (error.message.includes('unknown host service')) return new Set();
      throw unreachable(serial, error.message.includes('not found') ? 'absent' : 'offline', error);
    }
  }

  async #ask(text: string, call: Call): Promise<string> {
    return request(await this.#connect(call), text, call);
  }

  async #connect(call: Call): Promise<SocketStream> {
    try {
      return await SocketStream.connect(this.address, call);
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (!isRefused(error)) throw this.#noServer(`It could not be reached: ${messageOf(error)}.`, error);
      await this.#starting.join(() => this.#start(), call.signal);
      return SocketStream.connect(this.address, call);
    }
  }

  async #start(): Promise<void> {
    try {
      if (this.address.host !== LOOPBACK && this.address.host !== 'localhost') {
        throw this.#noServer('Start it on that computer with "adb -a nodaemon server".');
      }
      const adb = await findAdb(this.#env);
      if ('tried' in adb) {
        throw this.#noServer(
          `No adb program was found to start it either (tried ${adb.tried.join(', ')}). Install Android's platform-tools, set ANDROID_HOME, or name the phone with --device tcp:host:port.`,
        );
      }
      const options = { port: this.address.port, env: this.#env };
      await withinLimit({ clock: this.#clock, limit: START_LIMIT }, (call) =>
        startAdbServer(adb.found, options, call),
      );
      this.#startedAt = this.#clock.now();
      this.#onStarted?.(this.address.port);
    } catch (error) {
      throw error instanceof Unreachable
        ? error
        : this.#noServer(`It did not start: ${messageOf(error)}.`, error);
    }
  }

  #noServer(why: string, cause?: unknown): Unreachable {
    const { host, port } = this.address;
    return new Unreachable('no server', `No adb server answers at ${host}:${port}. ${why}`, { cause });
  }
}

/** Sends a request whose answer is one text. */
async function request(stream: SocketStream, text: string, call: Call): Promise<string> {
  const answer = async () => {
    const reader = new ByteReader(stream);
    await stream.write(encodeRequest(text));
    await readStatus(reader);
    return readBlock(reader);
  };
  try {
    return await orAborted(answer(), call.signal);
  } finally {
    stream.close();
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A function, because TypeScript assumes that `aborted` does not change across an await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/**
 * Starts an adb server on a port of this computer. It keeps running when we end, as after any adb command. Only for a
 * port on which nothing listens: `start-server` would replace a server of another version.
 */
async function startAdbServer(
  adb: string,
  { port, env }: { port: number; env: Environment },
  call: Call,
): Promise<void> {
  const child = spawn(adb, ['-P', String(port), 'start-server'], {
    env: { ...env, ADB_SERVER_SOCKET: undefined },
    stdio: 'ignore', // the server would inherit a pipe and keep it open
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`"${adb} start-server" failed with exit code ${String(code)}`));
    });
  });
  await orAborted(ended, call.signal);
}
