import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { faultFields } from '../device/fault.ts';
import { clientKey } from '../guard/client.ts';
import { CallsInFlight } from './calls.ts';
import { nameAtInitialize, shownName } from './client-key.ts';
import { ClientRequests } from './client-requests.ts';
import { idOf, isObject, jsonText, parseJson, showsForms } from './json.ts';
import { errorName, type Log } from './log.ts';
import { createMcpHandler } from './mcp-handler.ts';
import { type McpHandler, type McpServing, notJson } from './mcp-messages.ts';
import { SuspendedCalls } from './suspended-calls.ts';

const MAX_LINE_LENGTH = 4 * 1024 * 1024;
const MAX_CALLS = 128;
/** The word in place of a client's token, and the name of one that gives none. */
const STDIO = 'stdio';
/** A client that floods us without reading, but has not closed its end, gets this many times the stall limit. */
const FULL_STALL_FACTOR = 12;

export interface StdioOptions extends McpServing {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds that open calls have to finish after the input ended. */
  readonly grace?: number;
  /** Milliseconds that a client may leave its answers unread after it closed its end. */
  readonly stallLimit?: number;
}

/**
 * Serves a toolbox to the one client at the other end of a pipe. Resolves when that client closes it, or when the input
 * was destroyed. A client that has stopped reading its answers delays this only briefly.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { log, input, output, grace = 1_000, stallLimit = 5_000 } = options;
  const suspended = new SuspendedCalls();
  const connection = new StdioConnection(createMcpHandler({ ...options, suspended }), options);
  // Without a listener a client that stops reading (EPIPE) would end the process with a stack trace.
  output.on('error', (error) => {
    log('info', 'output_closed', { error: errorName(error) });
  });
  output.once('close', () => input.destroy());
  const ahead = readAhead(input);
  try {
    for await (const line of linesOf(ahead, MAX_LINE_LENGTH)) {
      connection.hear(line);
      if (await roomIn(output, { input, ahead, stallLimit })) continue;
      log('warn', 'client_stopped_reading');
      break;
    }
  } catch (error) {
    log('info', 'input_closed', { error: errorName(error) });
  }
  input.destroy();
  suspended.close();
  await connection.end(grace);
}

/**
 * Keeps reading while the output is blocked, up to a fixed buffer: otherwise the end of the input would go unnoticed.
 */
function readAhead(input: Readable): Readable {
  const ahead = new PassThrough({ readableHighWaterMark: MAX_LINE_LENGTH });
  pipeline(input, ahead, () => undefined); // errors reach the reader of `ahead`
  return ahead;
}

interface Stall {
  readonly input: Readable;
  readonly ahead: Readable;
  readonly stallLimit: number;
}

/**
 * Waits until the client has read its answers before more requests are read. False if that will not happen: we were
 * told to stop; or nothing was read for `stallLimit` milliseconds after the end of the input; or for FULL_STALL_FACTOR
 * times that while `ahead` is full, so that the end of the input could not be seen.
 */
function roomIn(output: Writable, { input, ahead, stallLimit }: Stall): Promise<boolean> {
  if (!output.writableNeedDrain) return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (hasRoom: boolean) => {
      clearTimeout(afterEnd);
      clearInterval(whileFull);
      output.off('drain', onRoom).off('close', onRoom);
      input.off('end', onEnd).off('close', onEnd);
      resolve(hasRoom);
    };
    let afterEnd: NodeJS.Timeout | undefined;
    const whileFull = setInterval(() => {
      if (ahead.readableLength >= MAX_LINE_LENGTH) settle(false);
    }, stallLimit * FULL_STALL_FACTOR);
    const onRoom = () => {
      settle(true);
    };
    const onEnd = () => {
      if (input.readableEnded) afterEnd ??= setTimeout(settle, stallLimit, false);
      else settle(false);
    };
    output.on('drain', onRoom).on('close', onRoom);
    input.on('end', onEnd).on('close', onEnd);
    if (input.readableEnded || input.destroyed) onEnd();
  });
}

/** One client's messages: which calls are open, and how a cancellation finds its call. */
class StdioConnection {
  readonly #calls = new CallsInFlight(MAX_CALLS);
  readonly #byId = new Map<unknown, AbortController>();

  readonly #mcp: McpHandler;
  readonly #output: Writable;
  readonly #log: Log;
  readonly #listed: () => void;
  /** The capabilities that the client declared at `initialize`. */
  #capabilities: unknown;
  /** There is one client, whatever it calls itself later. */
  #client: string | undefined;
  readonly #requests = new ClientRequests((message) => {
    this.#say(message);
  });

  constructor(mcp: McpHandler, { toolbox, output, log }: StdioOptions) {
    this.#mcp = mcp;
    this.#output = output;
    this.#log = log;
    // The client is not kept waiting for what it needs next.
    this.#listed = () => setImmediate(() => toolbox.prepare?.());
  }

  /** Handles a line; undefined is one that was too long. */
  hear(line: string | undefined): void {
    if (line === '') return;
    const message = line === undefined ? undefined : parseJson(line);
    if (!message) {
      this.#say(notJson.body);
      return;
    }
    if (this.#requests.take(message.value)) return;
    this.#cancelIfAsked(message.value);
    this.#noteInitialize(message.value);
    void this.#answer(message.value);
  }

  async end(grace: number): Promise<void> {
    await this.#calls.finish(grace);
  }

  async #answer(message: unknown): Promise<void> {
    const call = this.#calls.begin();
    const id = idOf(message);
    if (!call) {
      this.#say(tooMany(id));
      return;
    }
    if (id !== null) this.#byId.set(id, call);
    try {
      const answer = await this.#mcp.answer({
        message,
        signal: call.signal,
        client: (given) => this.#clientCalled(given),
        notify: (early) => {
          // A cancelled call is over, and reports no more progress.
          if (!call.signal.aborted) this.#say(early);
        },
        ...(showsForms(this.#capabilities) && { request: (...asked) => this.#requests.send(...asked) }),
      });
      this.#say(answer?.body);
      if (isObject(message) && message.method === 'tools/list') this.#listed();
    } catch (error) {
      this.#log('error', 'message_failed', { ...faultFields(error) });
      this.#say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } });
    } finally {
      if (this.#byId.get(id) === call) this.#byId.delete(id);
      this.#calls.end(call);
    }
  }

  #cancelIfAsked(message: unknown): void {
    if (!isObject(message) || message.method !== 'notifications/cancelled') return;
    if (!isObject(message.params)) return;
    this.#byId.get(message.params.requestId)?.abort(new Error('The client cancelled the call.'));
  }

  #clientCalled(name: string): string {
    return (this.#client ??= clientKey(STDIO, name === '' ? STDIO : shownName(name)));
  }

  #noteInitialize(message: unknown): void {
    if (!isObject(message) || message.method !== 'initialize') return;
    this.#clientCalled(nameAtInitialize(message));
    this.#capabilities = isObject(message.params) ? message.params.capabilities : undefined;
  }

  #say(body: Readonly<Record<string, unknown>> | undefined): void {
    if (body && this.#output.writable) this.#output.write(`${jsonText(body)}\n`);
  }
}

function tooMany(id: string | number | null) {
  return {
    jsonrpc: '2.0',
    id,
    error: { code: -32000, message: 'Too many calls at once. Try again shortly.' },
  };
}

/** The lines of a stream, without their ends; undefined in place of a line longer than `maxLength`. */
async function* linesOf(input: Readable, maxLength: number): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  let tooLong = false;
  for await (const chunk of input) {
    const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
    let piece = first;
    for (const next of others) {
      yield tooLong || line.length + piece.length > maxLength ? undefined : trimEnd(line + piece);
      line = '';
      tooLong = false;
      piece = next;
    }
    tooLong ||= line.length + piece.length > maxLength;
    line = tooLong ? '' : line + piece;
  }
  if (line !== '') yield trimEnd(line);
}

/** Windows ends a line with CR LF. */
function trimEnd(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
