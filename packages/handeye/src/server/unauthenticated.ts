import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { network } from './failed-logins.ts';

/** What connections that never showed the right token may take, all together and each address. */
export interface UnauthenticatedLimits {
  /** Beyond this many of them, the address that has the most loses one for each new one. */
  readonly unauthenticated: number;
  /** Beyond this many from one address, it loses one for each new one. */
  readonly unauthenticatedPerAddress: number;
  /** Milliseconds that such a connection is kept after an answer. */
  readonly unauthenticatedIdleTime: number;
}

/** Milliseconds that a new connection has to show the token (over TLS after a handshake) before it may have to make room. */
const TIME_TO_SHOW_TOKEN = 3_000;

/** Beyond this many times the limit, the connections of a flood make room however new they are. */
const MOST_BEYOND = 2;

/** Milliseconds in which a request without a token is answered. A wrong token is held back for up to 8 seconds. */
const TIME_TO_ANSWER = 10_000;

interface UnauthenticatedConnection {
  readonly socket: Socket;
  readonly network: string;
  readonly key: string;
  readonly since: number;
  /** An answer was sent, or will be, to a request without the right token. */
  asked: boolean;
  stopTimer: () => void;
}

/**
 * The connections that have not shown the right token: bounded in number and time, and the first to go when there
 * are too many. One that shows it is no longer counted and never closed to make room.
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

  /** What such a connection is told about how long it is kept, in whole seconds. */
  get idleSeconds(): number {
    return Math.floor(this.#limits.unauthenticatedIdleTime / 1_000);
  }

  /** Looks after every connection of the server from its first moment, before TLS too. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#arrived(socket);
    });
  }

  /** A request without the right token came in on it. */
  asked(socket: Socket): void {
    this.#within(socket, TIME_TO_ANSWER);
  }

  /** That request was answered. */
  answered(socket: Socket): void {
    this.#within(socket, this.#limits.unauthenticatedIdleTime);
  }

  /** It showed the right token. */
  trusted(socket: Socket): void {
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
   * Connections of a burst are all accepted before the first of them is read. Two turns of the event loop later
   * whatever they sent was read, and those that showed a token are no longer here.
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

  /** Closes the one that is least likely to show a token; false if all of them have yet to be heard. */
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

/** Names a connection: over TLS a request has another socket than the connection that was accepted. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''} ${localAddress ?? ''}`;
}
