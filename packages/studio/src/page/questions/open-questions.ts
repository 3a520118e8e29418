import { effect, signal } from '@preact/signals';
import type { Answer, OpenQuestion } from '../../wire/messages.ts';
import { on, request } from '../connection/connection.ts';
import { link } from '../connection/state.ts';
import { ring } from './sound.ts';

/** A question, and when it expires by this page's clock. */
export interface AskedQuestion extends OpenQuestion {
  readonly overAt: number;
}

/** The open questions, the oldest first. */
export const questions = signal<readonly AskedQuestion[]>([]);

/** The outcome of the last one, shown for a moment. */
export const outcome = signal<string | undefined>(undefined);

/** Milliseconds that an outcome is shown. */
const OUTCOME_TIME = 4_000;

/** Milliseconds between two sounds while the page is hidden. */
const RING_AGAIN = 10_000;

const TITLE = 'Handeye Studio';

export function answer({ number }: AskedQuestion, given: Answer): void {
  request('answer', { question: number, answer: given }).catch((error: unknown) => {
    over(number, error instanceof Error ? error.message : String(error));
  });
}

function asked(question: OpenQuestion): AskedQuestion {
  return { ...question, overAt: performance.now() + question.left };
}

function over(number: number, how: string): void {
  if (!questions.value.some((question) => question.number === number)) return;
  questions.value = questions.value.filter((question) => question.number !== number);
  outcome.value = how;
}

on('hello', (is) => (questions.value = is.questions.map(asked)));
on('question', (is) => {
  const isKnown = questions.value.some(({ number }) => number === is.number);
  questions.value = isKnown
    ? questions.value.map((question) => (question.number === is.number ? asked(is) : question))
    : [...questions.value, asked(is)];
  if (!isKnown) ring();
});
on('questionOver', ({ question, how }) => {
  over(question, how);
});

effect(() => {
  // While disconnected no answer would arrive, and their end is not reported. The server sends the open ones when it is back.
  if (link.value === 'lost') questions.value = [];
});

effect(() => {
  const count = questions.value.length;
  document.title = count === 0 ? TITLE : `(${count}) ${TITLE}`;
  if (count === 0) return undefined;
  const timer = setInterval(() => {
    if (document.hidden) ring();
  }, RING_AGAIN);
  return () => {
    clearInterval(timer);
  };
});

effect(() => {
  if (outcome.value === undefined) return undefined;
  const timer = setTimeout(() => (outcome.value = undefined), OUTCOME_TIME);
  return () => {
    clearTimeout(timer);
  };
});
