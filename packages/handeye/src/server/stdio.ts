import type { Readable, Writable } from 'node:stream';
import { CallsInFlight } from './calls.ts';
import { idOf, isObject, parseJson } from './json.ts';
import { linesOf } from './lines.ts';
import { errorName, type Log } from './log.ts';
import { notJson, speakMcp, type Mcp, type McpServing } from './mcp.ts';

const maxLineLength = 4 * 1024 * 1024;
const maxCalls = 128;

export interface StdioOptions extends McpServing {
  readonly input: Readable;
  readonly output: Writable;
  /** Milliseconds that open calls have to finish after the input ended. */
  readonly grace?: number;
}

/** Serves a toolbox to the one client at the other end of a pipe. Resolves when that client closes it. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { log, input, output, grace = 1_000 } = options;
  const conversation = new Conversation(await speakMcp(options), output, log);
  // Without a listener a client that stops reading (EPIPE) would end the process with a stack trace.
  output.on('error', (error) => {
    log('info', 'output_closed', { error: errorName(error) });
  });
  output.once('close', () => input.destroy());
  try {
    for await (const line of linesOf(input, maxLineLength)) {
      conversation.hear(line);
      await roomIn(output);
    }
  } catch (error) {
    log('info', 'input_closed', { error: errorName(error) });
  }
  await conversation.end(grace);
}

/** A client that does not read its answers is not asked for more questions: memory stays flat. */
async function roomIn(output: Writable): Promise<void> {
  if (!output.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      output.off('drain', done).off('close', done);
      resolve();
    };
    output.on('drain', done).on('close', done);
  });
}

/** The messages of one client: which calls are open, and how a cancellation finds its call. */
class Conversation {
  readonly #calls = new CallsInFlight(maxCalls);
  readonly #byId = new Map<unknown, AbortController>();

  constructor(
    private readonly mcp: Mcp,
    private readonly output: Writable,
    private readonly log: Log,
  ) {}

  /** Takes in a line; undefined stands for one that was too long. */
  hear(line: string | undefined): void {
    if (line === '') return;
    const message = line === undefined ? undefined : parseJson(line);
    if (!message) {
      this.#say(notJson.body);
      return;
    }
    this.#cancelIfAsked(message.value);
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
      this.#say((await this.mcp.answer({ message, signal: call.signal }))?.body);
    } catch (error) {
      this.log('error', 'message_failed', { error: errorName(error) });
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

  #say(body: Readonly<Record<string, unknown>> | undefined): void {
    if (body && this.output.writable) this.output.write(`${JSON.stringify(body)}\n`);
  }
}

function tooMany(id: string | number | null) {
  return {
    jsonrpc: '2.0',
    id,
    error: { code: -32000, message: 'Too many calls at a time. Try again soon.' },
  };
}
