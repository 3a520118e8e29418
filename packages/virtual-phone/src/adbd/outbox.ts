import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { bytesBeforeCut, type Faults } from './faults.ts';
import { Gate } from './gate.ts';
import { encodeHeader, type Packet } from './packet.ts';

/** Above this backlog, reading from a host that reads no answers pauses. */
const BACKLOG_BYTES = 4 * 1024 * 1024;
/** The approximate cost of a waiting packet besides its payload: small answers count too. */
const PACKET_COST_BYTES = 512;

/** The queue to the host: packets leave one after the other, and a sender can wait until the socket took its packet. */
export class Outbox {
  /** Whether the host wants checksums; handshakes always carry them. */
  checksums = true;

  readonly #socket: Socket;
  readonly #faults: Faults;
  readonly #moved = new Gate();
  readonly #closed = new AbortController();
  #tail: Promise<void> = Promise.resolve();
  #pendingBytes = 0;

  constructor(socket: Socket, faults: Faults) {
    this.#socket = socket;
    this.#faults = faults;
    socket.once('close', () => {
      this.#closed.abort();
    });
  }

  /** Resolves when the socket has taken the packet, or is gone. Never rejects: the connection's end closes the streams. */
  send(packet: Packet): Promise<void> {
    const cost = packet.payload.length + PACKET_COST_BYTES;
    this.#pendingBytes += cost;
    this.#tail = this.#tail.then(async () => {
      await this.#transmit(packet);
      this.#pendingBytes -= cost;
      this.#moved.wake();
    });
    return this.#tail;
  }

  /** Resolves when the host has read enough of what was sent. */
  async keptUp(): Promise<void> {
    while (this.#pendingBytes > BACKLOG_BYTES) await this.#moved.wait();
  }

  async #transmit(packet: Packet): Promise<void> {
    if (this.#faults.delayMs > 0) await this.#pause(this.#faults.delayMs);
    if (this.#socket.destroyed) return;
    const bytes = [encodeHeader(packet, this.checksums), packet.payload];
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    const allowed = bytesBeforeCut(this.#faults, length);
    if (allowed === length) {
      await this.#write(bytes);
    } else {
      await this.#write([Buffer.concat(bytes).subarray(0, allowed)]);
      this.#socket.destroy();
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    try {
      await delay(milliseconds, undefined, { signal: this.#closed.signal });
    } catch {
      // the connection ended: there is nothing to delay
    }
  }

  #write(parts: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.cork();
      for (const part of parts) this.#socket.write(part);
      this.#socket.write('', () => {
        resolve();
      });
      this.#socket.uncork();
    });
  }
}
