import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { network } from './backoff.ts';

/** What connections that never showed the right token may take, all together and each address. */
export interface StrangerLimits {
  /** Beyond this many of them, the address that has the most loses one for each new one. */
  readonly strangers: number;
  /** Beyond this many from one address, it loses one for each new one. */
  readonly strangersPerAddress: number;
  /** Milliseconds that such a connection is kept after an answer. */
  readonly strangerIdleTime: number;
}

/** Milliseconds that a new connection has to show the token (over TLS after a handshake) before it may have to make room. */
const TIME_TO_SHOW_TOKEN = 3_000;

/** Beyond this many times the limit, the connections of a flood make room however new they are. */
const MOST_BEYOND = 2;

/** Milliseconds in which a request without a token is answered. A wrong token is held back for up to 8 seconds. */
const TIME_TO_ANSWER = 10_000;

interface Stranger {
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
export class Strangers {
  /** By network, in order of arrival. */
  readonly #networks = new Map<string, Map<string, Stranger>>();
  #count = 0;
  #makingRoom = false;

  readonly #limits: StrangerLimits;

  constructor(limits: StrangerLimits) {
    this.#limits = limits;
  }

  /** What such a connection is told about how long it is kept, in whole seconds. */
  get idleSeconds(): number {
    return Math.floor(this.#limits.strangerIdleTime / 1_000);
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
    this.#within(socket, this.#limits.strangerIdleTime);
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
    const stranger: Stranger = {
      socket,
      network: network(remoteAddress),
      key: keyOf(socket),
      since: performance.now(),
      asked: false,
      stopTimer: () => undefined,
    };
    const members = this.#networks.get(stranger.network) ?? new Map<string, Stranger>();
    this.#networks.set(stranger.network, members.set(stranger.key, stranger));
    this.#count += 1;
    socket.once('close', () => {
      this.#forget(stranger);
    });
    this.#makeRoomSoon();
  }

  /**
   * Connections of a burst are all accepted before the first of them is read. Two turns of the event loop later
   * whatever they sent was read, and those that showed a token are no longer here.
   */
  #makeRoomSoon(): void {
    const { strangers, strangersPerAddress } = this.#limits;
    if (this.#makingRoom || this.#count <= Math.min(strangers, strangersPerAddress)) return;
    this.#makingRoom = true;
    setImmediate(() => {
      setImmediate(() => {
        this.#makingRoom = false;
        this.#makeRoom();
      });
    });
  }

  #makeRoom(): void {
    const { strangers, strangersPerAddress } = this.#limits;
    for (const members of this.#networks.values()) {
      while (members.size > strangersPerAddress && this.#closeOne(members)) continue;
    }
    while (this.#count > strangers && this.#closeOne(this.#fullest())) continue;
    while (this.#count > strangers * MOST_BEYOND) this.#close(first(this.#fullest()));
  }

  /** Closes the one that is least likely to show a token; false if all of them have yet to be heard. */
  #closeOne(members: ReadonlyMap<string, Stranger>): boolean {
    const oldest = first(members);
    const isOld = oldest !== undefined && performance.now() - oldest.since > TIME_TO_SHOW_TOKEN;
    const goes = firstAsked(members) ?? (isOld ? oldest : undefined);
    this.#close(goes);
    return goes !== undefined;
  }

  #close(stranger: Stranger | undefined): void {
    this.#forget(stranger);
    stranger?.socket.destroy();
  }

  #fullest(): ReadonlyMap<string, Stranger> {
    let fullest: ReadonlyMap<string, Stranger> = new Map();
    for (const members of this.#networks.values()) if (members.size > fullest.size) fullest = members;
    return fullest;
  }

  #within(socket: Socket, milliseconds: number): void {
    const stranger = this.#find(socket);
    if (!stranger) return;
    stranger.asked = true;
    stranger.stopTimer();
    const timer = setTimeout(() => {
      this.#close(stranger);
    }, milliseconds);
    stranger.stopTimer = () => {
      clearTimeout(timer);
    };
  }

  #find(socket: Socket): Stranger | undefined {
    return this.#networks.get(network(socket.remoteAddress ?? ''))?.get(keyOf(socket));
  }

  #forget(stranger: Stranger | undefined): void {
    if (!stranger) return;
    const members = this.#networks.get(stranger.network);
    if (members?.get(stranger.key) !== stranger) return;
    stranger.stopTimer();
    members.delete(stranger.key);
    if (members.size === 0) this.#networks.delete(stranger.network);
    this.#count -= 1;
  }
}

function first(members: ReadonlyMap<string, Stranger>): Stranger | undefined {
  const [oldest] = members.values();
  return oldest;
}

function firstAsked(members: ReadonlyMap<string, Stranger>): Stranger | undefined {
  for (const stranger of members.values()) if (stranger.asked) return stranger;
  return undefined;
}

/** Names a connection: over TLS a request has another socket than the connection that was accepted. */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''} ${localAddress ?? ''}`;
}
