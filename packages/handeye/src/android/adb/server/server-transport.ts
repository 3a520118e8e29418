import type { Call } from '../../../call/call.ts';
import { ByteReader } from '../byte-reader.ts';
import { ServiceRefused } from '../errors.ts';
import type { ListedPhone } from '../phone-list.ts';
import { ServerRefused, encodeRequest, readStatus } from './smart-socket.ts';
import type { SocketStream } from './socket-stream.ts';
import { Closing } from '../transport.ts';
import type { AdbStream, Banner, Transport } from '../transport.ts';
import { unreachable } from '../unreachable.ts';
import type { Unreachable } from '../unreachable.ts';
import { orAborted } from '../../../call/call.ts';

/** A phone behind the adb server: each stream is a separate socket to the server. */
export class ServerTransport implements Transport {
  readonly serial: string;
  readonly features: ReadonlySet<string>;
  readonly banner: Banner;
  readonly needsNudge = true;
  readonly #connect: (call: Call) => Promise<SocketStream>;
  readonly #streams = new Set<SocketStream>();
  readonly #closing = new Closing();

  constructor(
    phone: ListedPhone,
    features: ReadonlySet<string>,
    connect: (call: Call) => Promise<SocketStream>,
  ) {
    this.serial = phone.serial;
    this.banner = { product: phone.product, model: phone.model, device: phone.device };
    this.features = features;
    this.#connect = connect;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  get isClosed(): boolean {
    return this.#closing.isClosed;
  }

  get closed(): Promise<Error | undefined> {
    return this.#closing.closed;
  }

  async open(service: string, call: Call): Promise<AdbStream> {
    if (this.isClosed) throw unreachable(this.serial, 'offline');
    const stream = await this.#connect(call);
    if (this.#closing.isClosed) {
      stream.close(); // `close` was called during the connect and did not know of this stream
      throw unreachable(this.serial, 'offline');
    }
    this.#streams.add(stream);
    stream.onceClosed(() => this.#streams.delete(stream));
    try {
      await orAborted(this.#handOver(stream, service), call.signal);
      return stream;
    } catch (error) {
      stream.close();
      throw call.signal.aborted ? error : await this.#explained(error);
    }
  }

  close(reason?: Error): Promise<void> {
    if (this.#closing.close(reason)) for (const stream of this.#streams) stream.close();
    return Promise.resolve();
  }

  /** The server reads no second request before it has answered the first, so this takes two round trips. */
  async #handOver(stream: SocketStream, service: string): Promise<void> {
    const reader = new ByteReader(stream);
    await stream.write(encodeRequest(`host:transport:${this.serial}`));
    await readStatus(reader);
    await stream.write(encodeRequest(service));
    await readStatus(reader);
    stream.unread(reader.rest);
  }

  async #explained(error: unknown): Promise<Error> {
    if (error instanceof ServerRefused && error.message === 'closed') {
      return new ServiceRefused(this.serial, error);
    }
    const gone = goneError(this.serial, error);
    await this.close(gone);
    return gone;
  }
}

/** What the server's refusal, or its silence, says about the phone. The texts are those of adb 29 to 36. */
function goneError(serial: string, error: unknown): Unreachable {
  const text = error instanceof Error ? error.message : '';
  if (/not found|no devices/.test(text)) return unreachable(serial, 'absent', error);
  if (text.includes('unauthorized')) return unreachable(serial, 'unauthorized', error);
  if (/authorizing|connecting/.test(text)) return unreachable(serial, 'authorizing', error);
  if (text.includes('permission')) return unreachable(serial, 'no permissions', error);
  return unreachable(serial, 'offline', error);
}
