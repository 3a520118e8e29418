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

/** The requests that such a connection may make one after the other. A monitor that asks for more opens another one. */
const MOST_REQUESTS = 32;

/**
 * What becomes of a request without the right token: it is served, and the connection then goes on or closes; or it is
 * ignored.
 */
export type Admission = 'goes on' | 'closes' | 'ignored';

interface UnauthenticatedConnection {
  readonly socket: Socket;
  readonly network: string;
  readonly key: string;
  readonly since: number;
  /** The requests without the right token that were or will be answered. */
  requests: number;
  stopTimer: () => void;
  readonly onClose: () => void;
}

/**
 * The connections that have not shown the right token. Their number and time are bounded, and they are evicted first if
 * there are too many. A connection that shows the token is no longer counted, and never evicted.
 */
export class UnauthenticatedConnections {
  /** By network, in order of arrival. */
  readonly #networks = new Map<string, Map<string, UnauthenticatedConnection>>();
  /** The connections with a request that is being answered, and whether another one came meanwhile. */
  readonly #answering = new WeakMap<Socket, { closes: boolean }>();
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

  /**
   * A request without the right token arrived on it. One at a time is served: Node reads a thousand at once if they are sent
   * together, and while they were answered no other client was.
   */
  asked(socket: Socket): Admission {
    if (socket.destroyed) return 'ignored';
    const connection = this.#find(socket);
    if (!connection) return 'goes on';
    if (this.isAnswering(socket)) return 'ignored';
    this.#answering.set(socket, { closes: false });
    connection.requests += 1;
    this.#within(connection, TIME_TO_ANSWER);
    return connection.requests < MOST_REQUESTS ? 'goes on' : 'closes';
  }

  /** Whether an earlier request without the right token still has no answer. Then the connection closes after that answer. */
  isAnswering(socket: Socket): boolean {
    const answering = this.#answering.get(socket);
    if (!answering) return false;
    if (!answering.closes) {
      // What can be answered at once is answered by then; a delayed answer to a wrong token is not sent.
      setImmediate(() => {
        socket.destroySoon();
      });
    }
    answering.closes = true;
    return true;
  }

  /** That request was answered. */
  answered(socket: Socket): void {
    const connection = this.#find(socket);
    if (this.#answering.get(socket)?.closes === false) this.#answering.delete(socket);
    if (connection) this.#within(connection, this.#limits.unauthenticatedIdleTime);
  }

  /** It showed the right token. */
  trusted(socket: Socket): void {
    this.#answering.delete(socket);
    this.#forget(this.#find(socket));
  }

  #arrived(socket: Socket): void {
    const { remoteAddress } = socket;
    // It was reset before it was accepted.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    // One that offered another protocol comes in again.
    if (this.#find(socket)) return;
    const connection: UnauthenticatedConnection = {
      socket,
      network: network(remoteAddress),
      key: keyOf(socket),
      since: performance.now(),
      requests: 0,
      stopTimer: () => undefined,
      onClose: () => {
        this.#forget(connection);
      },
    };
    const members = this.#networks.get(connection.network) ?? new Map<string, UnauthenticatedConnection>();
    this.#networks.set(connection.network, members.set(connection.key, connection));
    this.#count += 1;
    socket.once('close', connection.onClose);
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

  #within(connection: UnauthenticatedConnection, milliseconds: number): void {
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
    connection.socket.off('close', connection.onClose);
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
  for (const connection of members.values()) if (connection.requests > 0) return connection;
  return undefined;
}

/** Identifies a connection. Over TLS a request's socket is not the one that was accepted. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''} ${localAddress ?? ''}`;
}
