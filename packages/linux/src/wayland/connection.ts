import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import { isAbsolute, join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { CompositorGone, ProtocolError } from './errors.ts';
import type { Argument, WaylandMessage } from './wire.ts';
import { ArgumentReader, encodeRequest, WaylandSplitter } from './wire.ts';

/** The display is object 1 of every connection. */
const DISPLAY = 1;
const displayRequests = { sync: 0 } as const;
const displayEvents = { error: 0, deleteId: 1 } as const;
const FIRST_ID = 2;

export type EventListener = (opcode: number, args: ArgumentReader) => void;

interface KnownObject {
  readonly interfaceName: string;
  readonly onEvent: EventListener | undefined;
}

/**
 * A connection to a Wayland compositor. Small on purpose: Node cannot pass file descriptors over a socket, so only
 * protocols without them are spoken here.
 */
export class WaylandConnection {
  readonly #socket: Socket;
  readonly #splitter = new WaylandSplitter();
  readonly #objects = new Map<number, KnownObject>();
  /** Ids that the compositor has released. It takes only these and the next higher one. */
  readonly #freeIds: number[] = [];
  readonly #waiting = new Set<(reason: Error) => void>();
  #nextId = FIRST_ID;
  #endReason: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#receive(bytes);
    });
    socket.on('error', (error) => {
      this.#end(new CompositorGone(error.message, { cause: error }));
    });
    socket.on('close', () => {
      this.#end(new CompositorGone('the Wayland compositor closed the connection'));
    });
  }

  /** Connects to the compositor that WAYLAND_DISPLAY names, and waits until it answers. */
  static async connect(environment: NodeJS.ProcessEnv, call: Call): Promise<WaylandConnection> {
    const connection = new WaylandConnection(createConnection(socketPath(environment)));
    try {
      await orAborted(connection.sync(), call.signal);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** True once the connection has ended. */
  get ended(): boolean {
    return this.#endReason !== undefined;
  }

  /** The id of a new object, whose events go to the listener. The request that creates it must be sent next. */
  newObject(interfaceName: string, onEvent?: EventListener): number {
    const id = this.#freeIds.pop() ?? this.#nextId++;
    this.#objects.set(id, { interfaceName, onEvent });
    return id;
  }

  /** Sends a request. Wayland has no replies: an error ends the connection. */
  send(object: number, opcode: number, ...args: readonly Argument[]): void {
    if (!this.#endReason) this.#socket.write(encodeRequest(object, opcode, args));
  }

  /** Waits until the compositor has processed all requests sent so far, and we all events that it sent meanwhile. */
  sync(): Promise<void> {
    if (this.#endReason) return Promise.reject(this.#endReason);
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const callback = this.newObject('wl_callback', () => {
        this.#waiting.delete(reject);
        resolve();
      });
      this.send(DISPLAY, displayRequests.sync, callback);
    });
  }

  close(): void {
    this.#end(new CompositorGone('the connection to the Wayland compositor was closed'));
    this.#socket.destroySoon();
  }

  #receive(bytes: Buffer): void {
    try {
      for (const message of this.#splitter.push(bytes)) this.#deliver(message);
    } catch (error) {
      // After an unreadable message nothing is reliable.
      this.#end(new CompositorGone('the Wayland compositor sent something unreadable', { cause: error }));
      this.#socket.destroy();
    }
  }

  #deliver({ object, opcode, body }: WaylandMessage): void {
    const args = new ArgumentReader(body);
    if (object === DISPLAY) this.#onDisplayEvent(opcode, args);
    else this.#objects.get(object)?.onEvent?.(opcode, args);
  }

  #onDisplayEvent(opcode: number, args: ArgumentReader): void {
    const id = args.uint();
    if (opcode === displayEvents.deleteId) {
      this.#objects.delete(id);
      this.#freeIds.push(id);
    } else if (opcode === displayEvents.error) {
      const name = this.#objects.get(id)?.interfaceName ?? 'wl_display';
      this.#end(new ProtocolError(name, args.uint(), args.string()));
    }
  }

  #end(reason: Error): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
  }
}

/** WAYLAND_DISPLAY is a path, or a name in XDG_RUNTIME_DIR; without it, libwayland takes wayland-0. */
function socketPath({ WAYLAND_DISPLAY, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): string {
  const name = WAYLAND_DISPLAY === undefined || WAYLAND_DISPLAY === '' ? 'wayland-0' : WAYLAND_DISPLAY;
  if (isAbsolute(name)) return name;
  if (XDG_RUNTIME_DIR === undefined || XDG_RUNTIME_DIR === '')
    throw new CompositorGone('XDG_RUNTIME_DIR is not set, so the Wayland compositor cannot be found');
  return join(XDG_RUNTIME_DIR, name);
}
