import { orAborted } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { shownQuestion } from '@handeye/core/guard/question-text';
import type { Answer, Asker, Question } from '@handeye/core/guard/questions';
import { EndedByPerson } from '../hand/stop.ts';
import { AWAY_LIMIT, type Pages, StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { OpenQuestion } from '../wire/messages.ts';

/** Milliseconds that sound and title have to bring a person to a page before another way is tried. */
const CALL_TIME = 20_000;

interface StudioAskerOptions {
  readonly clock: Clock;
  /** The pages that are open. */
  readonly pages: () => Pick<Pages, 'open' | 'areWatched' | 'tell'>;
}

interface Waiting {
  question: OpenQuestion;
  readonly resolve: (answer: Answer | undefined) => void;
  /** Ends the wait for a person to look at a page. */
  stopCalling: () => void;
}

/** Asks the person at a page. All pages show the question, and the first answer counts. */
export class StudioAsker implements Asker {
  readonly way = 'Studio';
  readonly #options: StudioAskerOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #return: PageReturn;
  #last = 0;

  constructor(options: StudioAskerOptions) {
    this.#options = options;
    this.#return = new PageReturn(options.clock);
  }

  readonly handlers: Handlers = {
    answer: ({ question, answer }) => {
      const waiting = this.#waiting.get(question);
      if (!waiting) throw new StudioError('This question is over.');
      waiting.resolve(answer);
      return undefined;
    },
  };

  /** The open questions. */
  get open(): readonly OpenQuestion[] {
    return [...this.#waiting.values()].map(({ question }) => this.#asOfNow(question));
  }

  async ask(question: Question, signal: AbortSignal, limit: number): Promise<Answer | undefined> {
    const until = Date.now() + limit;
    await this.#return.wait(signal);
    if (this.#options.pages().open.size === 0) return undefined;
    const number = (this.#last += 1);
    const answered = new Promise<Answer | undefined>((resolve) => {
      const facts = { ...shownQuestion(question), hasPlace: question.picture !== undefined };
      const open = { ...facts, number, picture: undefined, until, left: limit };
      this.#waiting.set(number, { question: open, resolve, stopCalling: () => undefined });
    });
    this.#tell(number);
    this.pagesChanged();
    void this.#addPicture(number, question);
    let how = 'No person came to the page.';
    try {
      const answer = await orAborted(answered, signal);
      if (answer !== undefined) how = outcomes[answer];
      return answer;
    } catch (error) {
      how = whyOver(error);
      throw error;
    } finally {
      this.#waiting.get(number)?.stopCalling();
      this.#waiting.delete(number);
      this.#options.pages().tell('questionOver', { question: number, how });
    }
  }

  /** A page was opened, closed, brought to the front or hidden. */
  pagesChanged(): void {
    const { open, areWatched: isSeen } = this.#options.pages();
    this.#return.pagesChanged(open.size > 0);
    for (const waiting of this.#waiting.values()) {
      waiting.stopCalling();
      if (isSeen) continue;
      waiting.stopCalling = this.#options.clock.after(CALL_TIME, () => {
        waiting.resolve(undefined);
      });
    }
  }

  async #addPicture(number: number, { picture }: Question): Promise<void> {
    // Without its picture a question is still asked.
    const made = await picture?.().catch(() => undefined);
    const waiting = this.#waiting.get(number);
    if (!made || !waiting) return;
    const address = `data:image/jpeg;base64,${Buffer.from(made.bytes).toString('base64')}`;
    waiting.question = { ...waiting.question, picture: address };
    this.#tell(number);
  }

  #tell(number: number): void {
    const waiting = this.#waiting.get(number);
    if (waiting) this.#options.pages().tell('question', this.#asOfNow(waiting.question));
  }

  #asOfNow(question: OpenQuestion): OpenQuestion {
    return { ...question, left: Math.max(0, question.until - Date.now()) };
  }
}

function whyOver(error: unknown): string {
  if (error instanceof EndedByPerson) return error.forPerson;
  return error instanceof Error ? error.message : 'The question is over.';
}

const outcomes: Readonly<Record<Answer, string>> = {
  once: 'Allowed, this once.',
  'for this run': 'Allowed for this run.',
  no: 'Refused.',
  'no, for this run': 'Refused for this run.',
};

/** A page that reloads or reconnects is away for a moment: callers that need a page can wait for it. */
class PageReturn {
  readonly #clock: Clock;
  /** When the last page closed; undefined while one is open, and before the first. */
  #leftAt: number | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A page was opened or closed. */
  pagesChanged(areOpen: boolean): void {
    this.#leftAt = areOpen ? undefined : (this.#leftAt ?? this.#clock.now());
    if (areOpen) for (const goOn of this.#waiting) goOn();
  }

  /** If the last page closed a moment ago, waits until one is back or none is expected. Rejects when the signal fires. */
  async wait(signal: AbortSignal): Promise<void> {
    const left = this.#leftAt === undefined ? 0 : this.#leftAt + AWAY_LIMIT - this.#clock.now();
    if (left <= 0) return;
    let [goOn, stopTimer] = [(): void => undefined, (): void => undefined];
    const over = new Promise<void>((resolve) => {
      goOn = resolve;
      stopTimer = this.#clock.after(left, resolve);
    });
    this.#waiting.add(goOn);
    try {
      await orAborted(over, signal);
    } finally {
      stopTimer();
      this.#waiting.delete(goOn);
    }
  }
}
