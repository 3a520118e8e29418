import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { network } from './failed-logins.ts';

/** Limits for connections that have not shown the right token, for all of them and per address. */
export interface UnauthenticatedLimits {
  /** Above this number, each new one evicts one of the address that has the most. */
  readonly unauthenticated: number;
  /** Above this number from one address, each new one evicts one of the same address. */
  readonly unauthenticatedPerAddress: number;
  /** Milliseconds that such a connection is kept after an answer. */
  readonly unauthenticatedIdleTime: number;
}

/** Milliseconds that a new connection has to show the token (including a TLS handshake) before it may be evicted. */
const TIME_TO_SHOW_TOKEN = 3_000;

/** Above the limit times this, connections are evicted however new they are: that is a flood. */
const MOST_BEYOND = 2;

/**
 * Milliseconds in which a request without a token is answered. The answer to a wrong token is delayed by up to 8
 * seconds.
 */
const TIME_TO_ANSWER = 10_000;

interface UnauthenticatedConnection {
  readonly socket: Socket;
  readonly network: string;
  readonly key: string;
  readonly since: number;
  /** A request without the right token was received, and is or will be answered. */
  asked: boolean;
  stopTimer: () => void;
}

/**
 * The connections that have not shown the right token. Their number and time are bounded, and they are evicted first if
 * there are too many. A connection that shows the token is no longer counted, and never evicted.
 */
export class UnauthenticatedConnections {
  /** By network, in order of arrival. */
  readonly #networks = new Map<string, Map<string, UnauthenticatedConnection>>();
  #count = 0;
  #makingRoom = false;

  readonly #limits: UnauthenticatedLimits;

  constructor(limits: UnauthenticatedLimits) {
    this.#limits = limits;
  }

  /** The idle time announced to such a connection, in whole seconds. */
  get idleSeconds(): number {
    return Math.floor(this.#limits.unauthenticatedIdleTime / 1_000);
  }

  /** Tracks every connection of the server from its start, before TLS. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#arrived(socket);
    });
  }

  /** A request without the right token arrived on it. */
  asked(socket: Socket): void {
    this.#within(socket, TIME_TO_ANSWER);
  }

  /** That request was answered. */
  answered(socket: Socket): void {
    this.#within(socket, this.#limits.unauthenticatedIdleTime);
  }

  /** It showed the right token. */
  trusted(socket: Socket): void {
    this.forget(socket);
  }

  /** It is not counted any more, but it is counted if it comes in anew. */
  forget(socket: Socket): void {
    this.#forget(this.#find(socket));
  }

  #arrived(socket: Socket): void {
    const { remoteAddress } = socket;
    // It was reset before it was accepted.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const connection: UnauthenticatedConnection = {
      socket,
      network: network(remoteAddress),
      key: keyOf(socket),
      since: performance.now(),
      asked: false,
      stopTimer: () => undefined,
    };
    const members = this.#networks.get(connection.network) ?? new Map<string, UnauthenticatedConnection>();
    this.#networks.set(connection.network, members.set(connection.key, connection));
    this.#count += 1;
    socket.once('close', () => {
      this.#forget(connection);
    });
    this.#makeRoomSoon();
  }

  /**
   * A burst of connections is accepted before the first of them is read. Two turns of the event loop later, what they
   * sent has been read, and those that showed a token are no longer in this list.
   */
  #makeRoomSoon(): void {
    const { unauthenticated, unauthenticatedPerAddress } = this.#limits;
    if (this.#makingRoom || this.#count <= Math.min(unauthenticated, unauthenticatedPerAddress)) return;
    this.#makingRoom = true;
    setImmediate(() => {
      setImmediate(() => {
        this.#makingRoom = false;
        this.#makeRoom();
      });
    });
  }

  #makeRoom(): void {
    const { unauthenticated, unauthenticatedPerAddress } = this.#limits;
    for (const members of this.#networks.values()) {
      while (members.size > unauthenticatedPerAddress && this.#closeOne(members)) continue;
    }
    while (this.#count > unauthenticated && this.#closeOne(this.#fullest())) continue;
    while (this.#count > unauthenticated * MOST_BEYOND) this.#close(first(this.#fullest()));
  }

  /** Closes the connection that is least likely to show a token; false if none may be closed yet. */
  #closeOne(members: ReadonlyMap<string, UnauthenticatedConnection>): boolean {
    const oldest = first(members);
    const isOld = oldest !== undefined && performance.now() - oldest.since > TIME_TO_SHOW_TOKEN;
    const goes = firstAsked(members) ?? (isOld ? oldest : undefined);
    this.#close(goes);
    return goes !== undefined;
  }

  #close(connection: UnauthenticatedConnection | undefined): void {
    this.#forget(connection);
    connection?.socket.destroy();
  }

  #fullest(): ReadonlyMap<string, UnauthenticatedConnection> {
    let fullest: ReadonlyMap<string, UnauthenticatedConnection> = new Map();
    for (const members of this.#networks.values()) if (members.size > fullest.size) fullest = members;
    return fullest;
  }

  #within(socket: Socket, milliseconds: number): void {
    const connection = this.#find(socket);
    if (!connection) return;
    connection.asked = true;
    connection.stopTimer();
    const timer = setTimeout(() => {
      this.#close(connection);
    }, milliseconds);
    connection.stopTimer = () => {
      clearTimeout(timer);
    };
  }

  #find(socket: Socket): UnauthenticatedConnection | undefined {
    return this.#networks.get(network(socket.remoteAddress ?? ''))?.get(keyOf(socket));
  }

  #forget(connection: UnauthenticatedConnection | undefined): void {
    if (!connection) return;
    const members = this.#networks.get(connection.network);
    if (members?.get(connection.key) !== connection) return;
    connection.stopTimer();
    members.delete(connection.key);
    if (members.size === 0) this.#networks.delete(connection.network);
    this.#count -= 1;
  }
}

function first(
  members: ReadonlyMap<string, UnauthenticatedConnection>,
): UnauthenticatedConnection | undefined {
  const [oldest] = members.values();
  return oldest;
}

function firstAsked(
  members: ReadonlyMap<string, UnauthenticatedConnection>,
): UnauthenticatedConnection | undefined {
  for (const connection of members.values()) if (connection.asked) return connection;
  return undefined;
}

/** Identifies a connection. Over TLS a request's socket is not the one that was accepted. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''} ${localAddress ?? ''}`;
}
