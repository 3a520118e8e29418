import * as z from 'zod';
import { orAborted } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { Pauses } from '@handeye/core/call/pauses';
import type { Answer, Asker, Question, Unanswered } from '@handeye/core/guard/questions';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { BusMessage } from '../bus/bus.ts';
import {
  type AskedQuestion,
  callEvent,
  type CallEvent,
  decoded,
  encoded,
  SILENCE,
} from '../protocol/messages.ts';
import { errorCodes, type ErrorKind } from '@handeye/core/device/errors';

interface UnderWayOptions {
  readonly clock: Clock;
  /** Ways to ask a person on this side, in order. */
  readonly askers: readonly Asker[];
  readonly progress: ((message: string) => void) | undefined;
}

/** The host of a call fell silent or sent something invalid. */
export class HostLost extends Error {
  override readonly name = 'HostLost';
}

/** A call that runs at a host, followed from its messages. The creator must end it. */
export class CallUnderWay {
  /** The call's limit is paused while a person is asked. */
  readonly pauses = new Pauses();
  readonly result: Promise<ToolResult>;
  readonly #options: UnderWayOptions;
  readonly #parts = new AnswerParts();
  readonly #over = new AbortController();
  #resolve!: (result: ToolResult) => void;
  #reject!: (error: Error) => void;
  #stopListening: () => void = () => undefined;
  #hasBegun = false;
  #isHeard = false;
  #stopAsking = new AbortController();

  constructor(options: UnderWayOptions) {
    this.#options = options;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The result may be rejected before its first listener is attached.
    this.result.catch(() => undefined);
  }

  /** Whether the device may have been touched. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether the host has sent something: it runs the call. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  /** From now on the host must send something at intervals. */
  listen(): void {
    this.#stopListening();
    if (this.#over.signal.aborted) return;
    this.#stopListening = this.#options.clock.after(SILENCE, () => {
      this.#reject(new HostLost(`Nothing was heard of it for ${SILENCE / 1000} s.`));
    });
  }

  /** Ends the wait: from now on no write may begin. */
  end(): void {
    this.#stopListening();
    this.#over.abort(new Error('The call is over.'));
  }

  onMessage(message: BusMessage): void {
    const event = decoded(callEvent, message.data);
    if (!event || this.#over.signal.aborted) return;
    this.#isHeard = true;
    this.listen();
    this.#on(event, message);
  }

  #on(event: CallEvent, message: BusMessage): void {
    switch (event.event) {
      case 'begin':
        // Noted before it is sent: a sent permission cannot be revoked.
        this.#hasBegun = true;
        message.reply(encoded({ go: true }));
        return;
      case 'alive':
        return;
      case 'progress':
        this.#options.progress?.(event.message);
        return;
      case 'ask':
        void this.#ask(event.question, event.limit).then(
          (answer) => {
            message.reply(encoded({ answer }));
          },
          // The answer is no longer needed.
          () => undefined,
        );
        return;
      case 'answer':
        this.#add(event);
    }
  }

  #add(part: Extract<CallEvent, { event: 'answer' }>): void {
    try {
      const result = this.#parts.add(part);
      if (result) this.#resolve(result);
    } catch (cause) {
      this.#reject(new HostLost('Its answer cannot be read.', { cause }));
    }
  }

  /** Asks one way after the other. A new question of the same call ends the one before. */
  #ask(asked: AskedQuestion, limit: number): Promise<Answer | Unanswered | undefined> {
    this.#stopAsking.abort(new Error('The question is over.'));
    this.#stopAsking = new AbortController();
    const signal = AbortSignal.any([this.#stopAsking.signal, this.#over.signal]);
    return this.pauses.during(() => orAborted(this.#askEach(questionOf(asked), signal, limit), signal));
  }

  async #askEach(
    question: Question,
    signal: AbortSignal,
    limit: number,
  ): Promise<Answer | Unanswered | undefined> {
    const end = new AbortController();
    const asking = AbortSignal.any([signal, end.signal]);
    const { clock, askers } = this.#options;
    const stopTimer = clock.after(limit, () => {
      end.abort(new Error('Nobody answered in time.'));
    });
    try {
      for (const asker of askers) {
        const answer = await orAborted(asker.ask(question, asking, limit), asking);
        if (answer !== undefined) return answer;
      }
      return undefined;
    } finally {
      stopTimer();
    }
  }
}

function questionOf({ picture, ...asked }: AskedQuestion): Question {
  const { app, label, text } = asked;
  const bytes = picture === undefined ? undefined : Buffer.from(picture, 'base64');
  return { ...asked, app, label, text, picture: bytes && (() => Promise.resolve({ bytes })) };
}

/** Maximum parts of an answer: with NATS' usual limit over 300 million characters, more than any tool returns. */
const MOST_PARTS = 1024;

const contentItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    data: z.string(),
    mimeType: z.string(),
    _meta: z.record(z.string(), z.unknown()).exactOptional(),
  }),
]);

const toolResult = z.object({
  content: z.array(contentItem),
  structuredContent: z.record(z.string(), z.unknown()).exactOptional(),
  isError: z.literal(true).exactOptional(),
  _meta: z
    .object({
      'handeye/error': z.object({
        kind: z.enum(Object.keys(errorCodes) as [ErrorKind]),
        code: z.number(),
      }),
    })
    .exactOptional(),
});

interface Part {
  readonly part: number;
  readonly parts: number;
  readonly json: string;
}

/** Joins the parts of an answer, in any order. */
class AnswerParts {
  readonly #parts = new Map<number, string>();

  /** Returns the whole answer with its last part. Throws if it is not a tool's answer. */
  add({ part, parts, json }: Part): ToolResult | undefined {
    if (parts > MOST_PARTS || part < 0 || part >= parts) throw new Error(`Part ${part} of ${parts}.`);
    this.#parts.set(part, json);
    if (this.#parts.size < parts) return undefined;
    const whole = Array.from({ length: parts }, (_, at) => this.#parts.get(at) ?? '').join('');
    return toolResult.parse(JSON.parse(whole));
  }
}
