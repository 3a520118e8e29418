import type { Call } from '@handeye/core/call/call';
import { ByteReader } from '../byte-reader.ts';
import { ServiceRefused } from '../errors.ts';
import type { ListedDevice } from '../device-list.ts';
import { ServerRefused, encodeRequest, readStatus } from './smart-socket.ts';
import type { SocketStream } from './socket-stream.ts';
import { ClosingTransport } from '../transport.ts';
import type { AdbStream } from '../transport.ts';
import { unreachable } from '../unreachable.ts';
import type { Unreachable } from '../unreachable.ts';
import { orAborted } from '@handeye/core/call/call';

/** A phone behind the adb server: each stream is a separate socket to the server. */
export class ServerTransport extends ClosingTransport {
  readonly needsNudge = true;
  readonly #connect: (call: Call) => Promise<SocketStream>;
  readonly #streams = new Set<SocketStream>();

  constructor(
    phone: ListedDevice,
    features: ReadonlySet<string>,
    connect: (call: Call) => Promise<SocketStream>,
  ) {
    const { serial, product, model, device } = phone;
    super({ serial, features, banner: { product, model, device } });
    this.#connect = connect;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  async open(service: string, call: Call): Promise<AdbStream> {
    this.mustBeOpen();
    const stream = await this.#connect(call);
    try {
      this.mustBeOpen();
    } catch (error) {
      stream.close(); // `close` was called during the connect and did not know of this stream
      throw error;
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

  protected override closeStreams(): void {
    for (const stream of this.#streams) stream.close();
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

/** The state of the phone, by the server's refusal or its silence. The texts are those of adb 29 to 36. */
function goneError(serial: string, error: unknown): Unreachable {
  const text = error instanceof Error ? error.message : '';
  if (/not found|no devices/.test(text)) return unreachable(serial, 'absent', error);
  if (text.includes('unauthorized')) return unreachable(serial, 'unauthorized', error);
  if (/authorizing|connecting/.test(text)) return unreachable(serial, 'authorizing', error);
  if (text.includes('permission')) return unreachable(serial, 'no permissions', error);
  return unreachable(serial, 'offline', error);
}
