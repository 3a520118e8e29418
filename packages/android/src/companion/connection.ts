import type { Call } from '@handeye/core/call/call';
import { orAborted, withinLimit } from '@handeye/core/call/call';
import { isTimeout } from '@handeye/core/device/errors';
import { CompanionGone, CompanionRefused, type Done } from './errors.ts';
import { encodeFrame, type Frame, FrameReader, GarbageFrame } from './frames.ts';
import type { CompanionStream } from './stream.ts';
import { fieldOf, textIn } from './wire.ts';

/** The companion's first bytes. Text before them is a warning of Android's VM, or the reason why it could not start. */
const MAGIC = Buffer.from('HANDEYE\n');
const MOST_BYTES_BEFORE_MAGIC = 8 * 1024;

const BROKEN = 'The connection to the companion broke.';

/** Milliseconds that the companion gets beyond a request's limit before it counts as hanging. */
const GRACE = 1_000;

/** A request: a method, its parameters, and its limit in milliseconds. */
export interface Request {
  readonly do: string;
  readonly within: number;
  readonly [parameter: string]: unknown;
}

export interface Answer {
  readonly ok: unknown;
  readonly binary: Uint8Array | undefined;
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  /** Its bytes were given to the stream, so the companion may have acted on it. */
  wasWritten: boolean;
}

/** Who ended a stream: the program at its other end (or we), or a broken connection to the phone. */
type EndedBy = 'companion' | 'connection';

/** The requests and answers on one stream to a companion. When the stream ends, every waiting request fails. */
export class CompanionConnection {
  readonly #stream: CompanionStream;
  readonly #frames = new FrameReader();
  readonly #pending = new Map<number, Pending>();
  readonly #onEnd: () => void;
  #nextId = 1;
  #writing = Promise.resolve();
  #ended: { readonly problem: string; readonly by: EndedBy } | undefined;

  private constructor(stream: CompanionStream, onEnd: () => void) {
    this.#stream = stream;
    this.#onEnd = onEnd;
  }

  /**
   * Waits for the magic and the greeting; returns both the connection and the greeting. A CompanionGone error holds what the
   * phone printed instead.
   */
  static async open(
    stream: CompanionStream,
    onEnd: () => void,
    call: Call,
  ): Promise<{ connection: CompanionConnection; greeting: unknown }> {
    const connection = new CompanionConnection(stream, onEnd);
    try {
      const [greeting, ...early] = await orAborted(connection.#greeting(), call.signal);
      void connection.#read(early);
      return { connection, greeting: greeting?.json };
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  /** Undefined while it answers. */
  get endedBy(): EndedBy | undefined {
    return this.#ended?.by;
  }

  /**
   * Sends a request and waits for its answer. Cancelling the call cancels the request on the phone. Throws CompanionRefused
   * with the companion's reason; CompanionGone if no answer can come.
   */
  async request(request: Request, call: Call): Promise<Answer> {
    if (this.#ended !== undefined) throw new CompanionGone(this.#ended.problem, 'no');
    call.signal.throwIfAborted();
    const id = this.#nextId++;
    const frame = encodeFrame(id, request);
    if (frame === undefined) {
      throw new CompanionRefused('bad-request', 'The text is longer than the companion takes.', 'no');
    }
    const answer = this.#await(id, frame);
    try {
      const limit = request.within + GRACE;
      return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, () => answer);
    } catch (error) {
      this.#forget(id);
      if (!call.signal.aborted && isTimeout(error)) {
        throw new CompanionGone('The companion on the phone hangs.', 'maybe', { cause: error });
      }
      throw error;
    }
  }

  /** Ends the stream; the companion puts back its changes, and ends. */
  close(): void {
    this.#end('The companion was ended.', 'companion');
  }

  #await(id: number, frame: Buffer): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const pending: Pending = { resolve, reject, wasWritten: false };
      this.#pending.set(id, pending);
      void this.#write(frame, () => {
        // From here on the companion may get the request, even if not all of it is acknowledged. A request that was cancelled
        // while it waited for its turn is not sent.
        pending.wasWritten = this.#pending.has(id);
        return pending.wasWritten;
      });
    });
  }

  /** Writes frames one after the other, so that their pieces do not mix. */
  #write(frame: Buffer, isWanted: () => boolean): Promise<void> {
    const write = async () => {
      if (this.#ended !== undefined || !isWanted()) return;
      try {
        await this.#stream.write(frame);
      } catch {
        this.#end(BROKEN, 'connection');
      }
    };
    this.#writing = this.#writing.then(write);
    return this.#writing;
  }

  /** No caller waits for the answer any more: the companion may stop, too. */
  #forget(id: number): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    const frame = encodeFrame(0, { do: 'cancel', of: id });
    if (frame && pending?.wasWritten === true) void this.#write(frame, () => true);
  }

  async #greeting(): Promise<Frame[]> {
    let said: Buffer = Buffer.alloc(0);
    let start = -1;
    while (start < 0) {
      const bytes = await this.#next();
      if (bytes === undefined) throw new CompanionGone(reasonIn(said), 'no');
      said = Buffer.concat([said, bytes]);
      start = said.indexOf(MAGIC);
      if (start < 0 && said.length > MOST_BYTES_BEFORE_MAGIC) throw new CompanionGone(reasonIn(said), 'no');
    }
    let frames = this.#framesOf(said.subarray(start + MAGIC.length));
    while (frames.length === 0) {
      const bytes = await this.#next();
      if (bytes === undefined) throw new CompanionGone('The companion ended before it said a word.', 'no');
      frames = this.#framesOf(bytes);
    }
    return frames;
  }

  #framesOf(bytes: Uint8Array): Frame[] {
    try {
      return this.#frames.push(bytes);
    } catch (error) {
      throw new CompanionGone(garbage(error), 'no', { cause: error });
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      return await this.#stream.read();
    } catch (error) {
      throw new CompanionGone(BROKEN, 'no', { cause: error });
    }
  }

  async #read(early: readonly Frame[]): Promise<void> {
    try {
      early.forEach((frame) => {
        this.#deliver(frame);
      });
      for (let bytes = await this.#stream.read(); bytes; bytes = await this.#stream.read()) {
        for (const frame of this.#frames.push(bytes)) this.#deliver(frame);
      }
      this.#end('The companion on the phone ended.', 'companion');
    } catch (error) {
      if (error instanceof GarbageFrame) this.#end(garbage(error), 'companion');
      else this.#end(BROKEN, 'connection');
    }
  }

  #deliver({ id, json, binary }: Frame): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    const error = fieldOf(json, 'error');
    if (error === undefined) pending.resolve({ ok: fieldOf(json, 'ok'), binary });
    else pending.reject(refusal(error));
  }

  #end(problem: string, by: EndedBy): void {
    if (this.#ended !== undefined) return;
    this.#ended = { problem, by };
    this.#stream.close();
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject, wasWritten } of waiting)
      reject(new CompanionGone(problem, wasWritten ? 'maybe' : 'no'));
    this.#onEnd();
  }
}

function garbage(error: unknown): string {
  const what = error instanceof GarbageFrame ? error.message : 'something else';
  return `The companion broke its protocol (${what}).`;
}

const knownDone: readonly Done[] = ['no', 'maybe', 'partly'];

function refusal(error: unknown): CompanionRefused {
  // An answer that does not say how far it came may have done everything.
  const done = knownDone.find((known) => known === fieldOf(error, 'done')) ?? 'maybe';
  const message = textIn(error, 'message') ?? 'It gave no reason.';
  return new CompanionRefused(textIn(error, 'code') ?? 'failed', message.slice(0, 300), done);
}

/** Android's output instead of the companion's start: its last line, which names the exception. */
function reasonIn(said: Buffer): string {
  const lines = said.toString('utf8').split(/\r?\n/);
  const last = lines.map((line) => line.trim()).findLast((line) => line !== '');
  return last === undefined
    ? 'The phone ended the companion without a word.'
    : `The phone did not start the companion: ${last.slice(0, 200)}`;
}
