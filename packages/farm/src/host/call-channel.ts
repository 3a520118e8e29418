import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { Pauses } from '@handeye/core/call/pauses';
import { actionFailed } from '@handeye/core/device/errors';
import type { Answer, Asker, Question, Unanswered } from '@handeye/core/guard/questions';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { type Bus, NoListener } from '../bus/bus.ts';
import {
  ALIVE,
  askAnswer,
  type AskedQuestion,
  beginAnswer,
  type CallEvent,
  type CallRequest,
  decoded,
  encoded,
  SILENCE,
} from '../protocol/messages.ts';
import { subjects } from '../protocol/names.ts';

/** Bytes of a message around its part of the answer. */
const AROUND_PART = 256;

/**
 * JSON text without control characters grows at most by this factor when it is encoded as a JSON string. Half a surrogate pair
 * at an end of a part is escaped; AROUND_PART has room for it.
 */
const MOST_BYTES = 3;

/** Bytes of a question around its picture. */
const AROUND_PICTURE = 64 * 1024;

/** The host's side of a running call: what it sends to the server that made the call. */
export class CallChannel {
  /** The call's limit is paused while a person is asked, as at the server. */
  readonly pauses = new Pauses();
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #request: CallRequest;
  #stopAlive: () => void = () => undefined;
  #begun: Promise<void> | undefined;
  #hasWritten = false;

  constructor(bus: Bus, clock: Clock, request: CallRequest) {
    this.#bus = bus;
    this.#clock = clock;
    this.#request = request;
    this.#beAlive();
  }

  /**
   * Asks the server before the first write whether it still waits. If it does not, or does not answer, the device is not
   * touched, and the server has told its client that nothing was done.
   */
  begin(): Promise<void> {
    this.#begun ??= this.#askToBegin();
    return this.#begun;
  }

  /** Notes that a write goes to the device. */
  noteWrite(): void {
    this.#hasWritten = true;
  }

  /** Whether the device may have been touched. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  progress(message: string): void {
    this.#send({ event: 'progress', message });
  }

  /** Asks the person at the client, through the server that made the call. */
  get asker(): Asker | undefined {
    if (!this.#request.canAsk) return undefined;
    return { way: 'client', ask: (question, signal, limit) => this.#ask(question, signal, limit) };
  }

  /** Ends the call. The server joins the parts. */
  answer(result: ToolResult): void {
    this.close();
    const json = JSON.stringify(result);
    const size = Math.max(1, Math.floor((this.#bus.maxPayload - AROUND_PART) / MOST_BYTES));
    const parts = Math.max(1, Math.ceil(json.length / size));
    for (let part = 0; part < parts; part += 1) {
      this.#send({ event: 'answer', part, parts, json: json.slice(part * size, (part + 1) * size) });
    }
  }

  close(): void {
    this.#stopAlive();
  }

  #beAlive(): void {
    this.#stopAlive = this.#clock.after(ALIVE, () => {
      this.#send({ event: 'alive' });
      this.#beAlive();
    });
  }

  async #askToBegin(): Promise<void> {
    const said = await this.#asked({ event: 'begin' }, SILENCE).catch(() => undefined);
    if (said === undefined || decoded(beginAnswer, said)?.go !== true)
      throw actionFailed('The server no longer waits for this call. Nothing was done.');
  }

  async #ask(
    question: Question,
    signal: AbortSignal,
    limit: number,
  ): Promise<Answer | Unanswered | undefined> {
    const asked = await sentQuestion(question, this.#bus.maxPayload - AROUND_PICTURE);
    try {
      // The caller aborts at its limit with a better message, so the limit here is longer.
      const said = await this.pauses.during(() =>
        this.#asked({ event: 'ask', question: asked, limit }, limit + SILENCE, signal),
      );
      return decoded(askAnswer, said)?.answer;
    } catch (error) {
      if (error instanceof NoListener) return undefined;
      throw error;
    }
  }

  #asked(event: CallEvent, limit: number, cancelled?: AbortSignal): Promise<Uint8Array> {
    return withinLimit({ clock: this.#clock, limit, cancelled }, (call) =>
      this.#bus.request(this.#subject, encoded(event), call),
    );
  }

  #send(event: CallEvent): void {
    try {
      this.#bus.publish(this.#subject, encoded(event));
    } catch {
      // The bus is closed: the server notices the silence.
    }
  }

  get #subject(): string {
    return subjects.answers(this.#request.id);
  }
}

/** A question as it is sent. The picture is left out if it does not fit. */
async function sentQuestion({ picture, ...question }: Question, room: number): Promise<AskedQuestion> {
  const taken = await picture?.().catch(() => undefined);
  const base64 = taken && Buffer.from(taken.bytes).toString('base64');
  return {
    ...question,
    screen: question.screen && [...question.screen],
    written: question.written && [...question.written],
    ...(base64 !== undefined && base64.length <= room && { picture: base64 }),
  };
}
