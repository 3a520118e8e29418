import { withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { Pauses } from '../../call/pauses.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Answer, Asker, Question, Unanswered } from '../../guard/questions.ts';
import type { ToolResult } from '../../tools/frame/toolbox.ts';
import { type Bus, NobodyListens } from '../bus/bus.ts';
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

/** Bytes of a message beside the part of the answer in it. */
const AROUND_PART = 256;

/**
 * No character of JSON takes more bytes when it is put into JSON once more: there are no control characters in it. Half a
 * character at an end of a part is escaped, for which there is room beside it.
 */
const MOST_BYTES = 3;

/** Bytes of a question beside its picture. */
const AROUND_PICTURE = 64 * 1024;

/** What a host says to the server that made a call, while the call runs. */
export class CallChannel {
  /** While a person is asked, the call's limit does not run down, as it does not at the server. */
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
   * Comes before the first write: whether the server still waits. If it does not, or does not answer, the device is not
   * touched, and the server has told its client that nothing was done.
   */
  begin(): Promise<void> {
    this.#begun ??= this.#askToBegin();
    return this.#begun;
  }

  /** Something goes to the device now. */
  noteWrite(): void {
    this.#hasWritten = true;
  }

  /** The device may have been touched. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  progress(message: string): void {
    this.#send({ event: 'progress', message });
  }

  /** The way to the person at the client, over the server that made the call. */
  get asker(): Asker | undefined {
    if (!this.#request.canAsk) return undefined;
    return { way: 'client', ask: (question, signal, limit) => this.#ask(question, signal, limit) };
  }

  /** Ends it. The server puts the parts together. */
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
      throw actionFailed('Nobody waits for this call any more. Nothing was done.');
  }

  async #ask(
    question: Question,
    signal: AbortSignal,
    limit: number,
  ): Promise<Answer | Unanswered | undefined> {
    const asked = await sentQuestion(question, this.#bus.maxPayload - AROUND_PICTURE);
    try {
      // Whoever asks ends it after that limit by the signal, and says so better.
      const said = await this.pauses.during(() =>
        this.#asked({ event: 'ask', question: asked, limit }, limit + SILENCE, signal),
      );
      return decoded(askAnswer, said)?.answer;
    } catch (error) {
      if (error instanceof NobodyListens) return undefined;
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
      // The bus is closed: the server learns by silence that this host is gone.
    }
  }

  get #subject(): string {
    return subjects.answers(this.#request.id);
  }
}

/** A question as it travels. Its picture goes along if there is room for it. */
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
