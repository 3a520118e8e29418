import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Duplex } from 'node:stream';
import { text as wholeText } from 'node:stream/consumers';
import type { Call } from '../../call/call.ts';
import { orAborted } from '../../call/call.ts';
import { isServiceRefused } from '../errors.ts';
import type { AdbStream } from '../adb/transport.ts';
import type { Phone } from '../phone.ts';
import { HelperGone, HelperRefused } from './errors.ts';

/** Where the helper listens on the phone; no port of this computer is used. */
const SERVICE = 'tcp:6790';

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Milliseconds that the request itself takes, in addition to the answer's limit: the duration of a gesture. */
  readonly takes?: number;
}

/** Sends one request to the helper and returns the `value` of its answer. Each request uses its own stream. */
export async function ask(phone: Phone, request: Request, call: Call): Promise<unknown> {
  const stream = await reach(phone, call);
  try {
    const { status, text } = await orAborted(exchange(stream, request), call.signal);
    return valueOf(status, text);
  } catch (error) {
    if (call.signal.aborted || error instanceof HelperRefused) throw error;
    throw new HelperGone('The helper on the phone stopped answering.', true, { cause: error });
  } finally {
    stream.close();
  }
}

/** Whether anything listens on the helper's port. */
export async function isPortOpen(phone: Phone, call: Call): Promise<boolean> {
  try {
    (await reach(phone, call)).close();
    return true;
  } catch (error) {
    if (error instanceof HelperGone) return false;
    throw error;
  }
}

async function reach(phone: Phone, call: Call): Promise<AdbStream> {
  try {
    return await phone.connect(SERVICE, call);
  } catch (error) {
    // adbd refuses a port on which nobody listens like an unknown service; an unreachable phone has its own error.
    if (!isServiceRefused(error)) throw error;
    throw new HelperGone('The helper is not running on the phone.', false, { cause: error });
  }
}

async function exchange(stream: AdbStream, { method, path, body }: Request) {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({
      method,
      path,
      headers: {
        // HTTP/1.1 requires a Host header.
        host: '127.0.0.1:6790',
        ...(bytes && { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length }),
      },
      createConnection: () => new StreamSocket(stream),
    });
    request.once('response', resolve);
    request.on('error', reject);
    request.end(bytes);
  });
  return { status: response.statusCode ?? 0, text: await wholeText(response) };
}

function valueOf(status: number, text: string): unknown {
  const answer: unknown = JSON.parse(text);
  const value = fieldOf(answer, 'value');
  if (status >= 200 && status < 300) return value;
  const code = fieldOf(value, 'error');
  const message = fieldOf(value, 'message');
  throw new HelperRefused(
    typeof code === 'string' ? code : `HTTP ${status}`,
    typeof message === 'string' ? message : 'The helper gave no reason.',
  );
}

/** A property of an untrusted value. */
export function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[name] : undefined;
}

/** An ADB stream as the socket that node's HTTP client needs. */
class StreamSocket extends Duplex {
  readonly #stream: AdbStream;

  constructor(stream: AdbStream) {
    super();
    this.#stream = stream;
  }

  override _read(): void {
    this.#stream.read().then(
      (bytes) => this.push(bytes ?? null),
      (error: unknown) => this.destroy(asError(error)),
    );
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#stream.write(bytes).then(
      () => {
        done();
      },
      (error: unknown) => {
        done(asError(error));
      },
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream.close();
    done(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
