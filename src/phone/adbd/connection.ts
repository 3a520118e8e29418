import type { Socket } from 'node:net';
import type { Machine } from '../machine.ts';
import { BrokenPipe } from '../process.ts';
import type { AuthPolicy } from './auth.ts';
import type { Faults } from './faults.ts';
import { Handshake } from './handshake.ts';
import type { Agreement } from './handshake.ts';
import { Outbox } from './outbox.ts';
import { Command, PacketParser, ProtocolError, VERSION_WITHOUT_CHECKSUM } from './packet.ts';
import type { Packet } from './packet.ts';
import type { Reversals } from './reversals.ts';
import { findService } from './services/index.ts';
import { AdbStream, RECEIVE_WINDOW } from './stream.ts';
import type { Link } from './stream.ts';

/** What the connections of one daemon share. */
export interface ConnectionContext {
  readonly machine: Machine;
  readonly auth: AuthPolicy;
  readonly faults: Faults;
  readonly reversals: Reversals;
  readonly log: (line: string) => void;
  /** Starts the phone anew, which ends every connection. */
  readonly reboot: (reason: string) => void;
}

const NOTHING = Buffer.alloc(0);

/** One computer at the other end of a socket, with any number of streams. */
export class HostConnection {
  /** What a real daemon calls a host over TCP; `adb reverse --list` shows it. */
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
      machine: context.machine,
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

  /** Serves the host until one of the two ends the connection. Never rejects. */
  async serve(): Promise<void> {
    this.#socket.setNoDelay(true);
    // The loop below learns of errors too, but it does not listen any more once it has left.
    this.#socket.on('error', () => undefined);
    try {
      for await (const chunk of this.#socket as AsyncIterable<Buffer>) {
        for (const packet of this.#parser.push(chunk)) {
          this.#handle(packet);
          await this.#outbox.keptUp();
        }
      }
    } catch (error) {
      this.#log(`connection dropped: ${messageOf(error)}`);
    } finally {
      this.drop();
      this.#abandonStreams();
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
      command: Command.OPEN,
      arg0: stream.id,
      arg1: this.#link.delayedAck ? RECEIVE_WINDOW : 0,
      payload: Buffer.from(`${service}\0`),
    });
    return (await stream.opened()) ? stream : undefined;
  }

  #handle(packet: Packet): void {
    switch (packet.command) {
      case Command.CNXN:
        this.#abandonStreams(); // a host that greets anew has forgotten all streams
        this.#link = undefined;
        this.#parser.checksums = packet.arg0 < VERSION_WITHOUT_CHECKSUM;
        this.#inBackground(this.#handshake.connect(packet));
        return;
      case Command.AUTH:
        if (this.#link === undefined) this.#inBackground(this.#handshake.authenticate(packet));
        return;
      default:
        if (this.#link !== undefined) this.#handleOnline(packet, this.#link);
        else if (!this.#context.faults.offline) throw new ProtocolError('a stream before the handshake');
    }
  }

  #handleOnline(packet: Packet, link: Link): void {
    const { command, arg0: remoteId, arg1: localId, payload } = packet;
    const stream = this.#streamOf(localId, remoteId);
    switch (command) {
      case Command.OPEN:
        this.#inBackground(this.#accept(packet, link));
        return;
      case Command.OKAY:
        stream?.acknowledge(remoteId, payload);
        return;
      case Command.WRTE:
        if (stream !== undefined) stream.receive(payload);
        else this.#refuse(remoteId);
        return;
      case Command.CLSE:
        // Old hosts leave their own id out of a CLSE (adb.cpp, "due to a bug in previous ADB versions").
        (remoteId === 0 ? this.#streams.get(localId) : stream)?.close();
        return;
      default:
        throw new ProtocolError(`the unknown command 0x${command.toString(16)}`);
    }
  }

  /** The stream of this pair of ids. A stream that we just opened does not know the host's id yet. */
  #streamOf(localId: number, remoteId: number): AdbStream | undefined {
    const stream = this.#streams.get(localId);
    return stream?.remoteId === remoteId || stream?.remoteId === 0 ? stream : undefined;
  }

  async #accept(packet: Packet, link: Link): Promise<void> {
    const { arg0: remoteId, arg1: grantedBytes, payload } = packet;
    // With delayed acks the host has to grant bytes, and without it must not: real daemons refuse both mistakes.
    const isWellFormed = remoteId !== 0 && (grantedBytes !== 0) === link.delayedAck;
    const name = Buffer.from(payload).toString('utf8').replace(/\0+$/, '');
    const service = isWellFormed ? await findService(name, { ...this.#context, host: this }) : undefined;
    if (this.#link !== link) return; // the connection ended, or began anew, while we looked
    if (service === undefined) {
      this.#log(`refused service ${JSON.stringify(name)}`);
      this.#refuse(remoteId);
      return;
    }
    const stream = this.#newStream(link);
    try {
      await stream.accept(remoteId, grantedBytes);
      await service(stream);
    } catch (error) {
      if (!(error instanceof BrokenPipe))
        this.#log(`service ${JSON.stringify(name)} failed: ${messageOf(error)}`);
    } finally {
      stream.close();
    }
  }

  #newStream(link: Link): AdbStream {
    const stream = new AdbStream((this.#lastId += 1), link);
    this.#streams.set(stream.id, stream);
    return stream;
  }

  #refuse(remoteId: number): void {
    void this.#outbox.send({ command: Command.CLSE, arg0: 0, arg1: remoteId, payload: NOTHING });
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

  #abandonStreams(): void {
    this.#context.reversals.removeAllOf(this);
    for (const stream of [...this.#streams.values()]) stream.abandon();
  }

  /** A failure outside the reading loop ends the connection as one inside does. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#log(`connection dropped: ${messageOf(error)}`);
      this.drop();
    });
  }

  #log(line: string): void {
    this.#context.log(`${this.name}: ${line}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
