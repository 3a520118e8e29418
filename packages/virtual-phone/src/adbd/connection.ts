import type { Socket } from 'node:net';
import type { AdbdDevice } from './device.ts';
import { BrokenPipe } from '../kernel/process.ts';
import type { AuthPolicy } from './auth.ts';
import type { Faults } from './faults.ts';
import { type Agreement, Handshake } from './handshake.ts';
import { Outbox } from './outbox.ts';
import {
  PacketCommand,
  type Packet,
  PacketParser,
  ProtocolError,
  VERSION_WITHOUT_CHECKSUM,
} from './packet.ts';
import type { Reversals } from './reversals.ts';
import type { Service } from './services/context.ts';
import { findService } from './services/services.ts';
import { AdbStream, type Link, RECEIVE_WINDOW } from './stream.ts';

/** The context that the connections of one daemon share. */
export interface ConnectionContext {
  readonly device: AdbdDevice;
  readonly auth: AuthPolicy;
  readonly faults: Faults;
  readonly reversals: Reversals;
  readonly log: (line: string) => void;
  /** Reboots the phone, which ends every connection. */
  readonly reboot: (reason: string) => void;
}

const NOTHING = Buffer.alloc(0);

/** One computer at the other end of a socket, with any number of streams. */
export class HostConnection {
  /** The name that a real daemon gives a host over TCP; `adb reverse --list` shows it. */
  readonly name: string;

  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #parser = new PacketParser();
  readonly #outbox: Outbox;
  readonly #handshake: Handshake;
  readonly #closed = new AbortController();
  readonly #streams = new Map<number, AdbStream>();
  #link: Link | undefined;
  #lastId = 0;

  constructor(name: string, socket: Socket, context: ConnectionContext) {
    this.name = name;
    this.#socket = socket;
    this.#context = context;
    this.#outbox = new Outbox(socket, context.faults);
    this.#handshake = new Handshake({
      device: context.device,
      auth: context.auth,
      faults: context.faults,
      closed: this.#closed.signal,
      log: (line) => {
        this.#log(line);
      },
      send: (packet) => this.#outbox.send(packet),
      agreed: (agreement) => {
        this.#goOnline(agreement);
      },
    });
  }

  /** Serves the host until one of the two ends the connection. `greeting`: its CNXN, if that was read before. Never rejects. */
  async serve(greeting?: Packet): Promise<void> {
    this.#socket.setNoDelay(true);
    // The loop below also reports errors, but not after it has ended.
    this.#socket.on('error', () => undefined);
    if (greeting !== undefined) this.#handle(greeting);
    try {
      for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
        for (const packet of this.#parser.push(chunk)) {
          this.#handle(packet);
          await this.#outbox.keptUp();
        }
      }
    } catch (error) {
      this.#dropBecause(error);
    } finally {
      this.drop();
      this.#goOffline();
    }
  }

  /** Ends the connection now. */
  drop(): void {
    this.#closed.abort();
    this.#socket.destroy();
  }

  /** Opens a stream towards the host; undefined where it refuses. */
  async open(service: string): Promise<AdbStream | undefined> {
    if (this.#link === undefined || this.#socket.destroyed) return undefined;
    const stream = this.#newStream(this.#link);
    void this.#outbox.send({
      command: PacketCommand.OPEN,
      arg0: stream.id,
      arg1: this.#link.delayedAck ? RECEIVE_WINDOW : 0,
      payload: Buffer.from(`${service}\0`),
    });
    return (await stream.opened()) ? stream : undefined;
  }

  #handle(packet: Packet): void {
    switch (packet.command) {
      case PacketCommand.CNXN:
        this.#goOffline(); // a new greeting means that the host has forgotten all streams
        this.#parser.checksums = packet.arg0 < VERSION_WITHOUT_CHECKSUM;
        this.#inBackground(this.#handshake.connect(packet));
        return;
      case PacketCommand.AUTH:
        if (this.#link === undefined) this.#inBackground(this.#handshake.authenticate(packet));
        return;
      default:
        if (this.#link !== undefined) this.#handleOnline(packet, this.#link);
        else if (!this.#context.faults.offline) throw new ProtocolError('a stream before the handshake');
    }
  }

  #handleOnline(packet: Packet, link: Link): void {
    const { command, arg0: remoteId, payload } = packet;
    switch (command) {
      case PacketCommand.OPEN:
        this.#inBackground(this.#accept(packet, link));
        return;
      case PacketCommand.OKAY:
        this.#streamOf(packet)?.acknowledge(remoteId, payload);
        return;
      case PacketCommand.WRTE: {
        const stream = this.#streamOf(packet);
        if (stream === undefined) this.#refuse(remoteId);
        else stream.receive(payload);
        return;
      }
      case PacketCommand.CLSE:
        this.#streamOf(packet)?.close();
        return;
      default:
        throw new ProtocolError(`the unknown command 0x${command.toString(16)}`);
    }
  }

  /** The stream that a packet is for, by the pair of its ids. */
  #streamOf({ command, arg0: remoteId, arg1: localId }: Packet): AdbStream | undefined {
    const stream = this.#streams.get(localId);
    // A stream that the phone just opened has no host id yet, and old hosts leave their id out of a CLSE.
    const isNameless = stream?.remoteId === 0 || (command === PacketCommand.CLSE && remoteId === 0);
    return isNameless || stream?.remoteId === remoteId ? stream : undefined;
  }

  async #accept(packet: Packet, link: Link): Promise<void> {
    const { arg0: remoteId, arg1: grantedBytes, payload } = packet;
    // With delayed acks the host has to grant bytes, and without it must not: real daemons refuse both mistakes.
    const isWellFormed = remoteId !== 0 && (grantedBytes !== 0) === link.delayedAck;
    const name = Buffer.from(payload).toString('utf8').replace(/\0+$/, '');
    const service = isWellFormed ? await this.#find(name) : undefined;
    if (service === undefined) {
      this.#log(`refused service ${JSON.stringify(name)}`);
      this.#refuse(remoteId);
      return;
    }
    const stream = this.#newStream(link);
    // The connection ended or restarted during the lookup: the service gets a closed stream and cleans up.
    if (this.#link !== link) stream.abandon();
    try {
      await stream.accept(remoteId, grantedBytes);
      await service(stream);
    } catch (error) {
      this.#logFailure(name, error);
    } finally {
      stream.close();
    }
  }

  /** A service that fails to start is refused like one that does not exist. */
  async #find(name: string): Promise<Service | undefined> {
    try {
      return await findService(name, { ...this.#context, host: this });
    } catch (error) {
      this.#logFailure(name, error);
      return undefined;
    }
  }

  #newStream(link: Link): AdbStream {
    const stream = new AdbStream((this.#lastId += 1), link);
    this.#streams.set(stream.id, stream);
    return stream;
  }

  #refuse(remoteId: number): void {
    void this.#outbox.send({ command: PacketCommand.CLSE, arg0: 0, arg1: remoteId, payload: NOTHING });
  }

  #goOnline({ checksums, maxPayload, features }: Agreement): void {
    this.#parser.maxPayload = maxPayload;
    this.#parser.checksums = checksums;
    this.#outbox.checksums = checksums;
    this.#link = {
      maxPayload,
      delayedAck: features.has('delayed_ack'),
      send: (packet) => this.#outbox.send(packet),
      forget: (stream) => {
        this.#streams.delete(stream.id);
      },
    };
  }

  #goOffline(): void {
    this.#link = undefined;
    this.#context.reversals.removeAllOf(this);
    for (const stream of [...this.#streams.values()]) stream.abandon();
  }

  /** A failure outside the reading loop also ends the connection. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#dropBecause(error);
    });
  }

  #dropBecause(error: unknown): void {
    if (!this.#closed.signal.aborted) this.#log(`connection dropped: ${messageOf(error)}`);
    this.drop();
  }

  #logFailure(service: string, error: unknown): void {
    if (error instanceof BrokenPipe) return; // the host disconnected first
    this.#log(`service ${JSON.stringify(service)} failed: ${messageOf(error)}`);
  }

  #log(line: string): void {
    this.#context.log(`${this.name}: ${line}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
