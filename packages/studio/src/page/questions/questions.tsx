import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Answer } from '../../wire/messages.ts';
import { defineKeys, takesKeys, useKeys } from '../keys/keys.ts';
import { answer, type AskedQuestion, outcome, questions } from './open-questions.ts';
import './questions.css';
import { isMuted, setMuted } from './sound.ts';

const questionKeys = defineKeys(
  'Questions',
  { 1: 'While a question waits: allow it once', 2: 'Allow it for this run', n: 'No', x: 'No, for this run' },
  { isUrgent: true },
);

/** Milliseconds in which a new card cannot have been read: a key press then was meant for something else. */
const READING_TIME = 700;

/** The guard's open questions, over everything else. */
export function Questions() {
  const [question] = questions.value;
  return (
    <>
      <p class="question-outcome" role="status">
        {outcome.value}
      </p>
      {question && <QuestionCard key={question.number} question={question} />}
    </>
  );
}

const choices: readonly {
  readonly answer: Answer;
  readonly key: '1' | '2' | 'n' | 'x';
  readonly title: string;
  readonly tone: string;
}[] = [
  { answer: 'once', key: '1', title: 'Allow once', tone: 'button is-main' },
  { answer: 'for this run', key: '2', title: 'Allow for this run', tone: 'button' },
  { answer: 'no', key: 'n', title: 'No', tone: 'button is-danger' },
  { answer: 'no, for this run', key: 'x', title: 'No, for this run', tone: 'button is-danger' },
];

function QuestionCard({ question }: { readonly question: AskedQuestion }) {
  const name = useId();
  const card = useRef<HTMLDivElement>(null);
  // Counted from the appearance of the card: the question may have waited behind another one.
  const isReadable = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (isReadable.value = true), READING_TIME);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  const give = (given: Answer) => {
    if (isReadable.value) answer(question, given);
  };
  useFocus(card);
  useKeys(questionKeys, () =>
    Object.fromEntries(
      choices.map(({ answer: given, key }) => [
        key,
        () => {
          give(given);
        },
      ]),
    ),
  );
  const others = questions.value.length - 1;
  return (
    <div
      class="question"
      ref={card}
      role="alertdialog"
      aria-labelledby={`${name}-title`}
      aria-describedby={`${name}-facts`}
      tabIndex={-1}
    >
      <div class="question-head">
        <h2 id={`${name}-title`}>May the agent do this?</h2>
        <Countdown overAt={question.overAt} />
      </div>
      <div class="question-body">
        <Facts id={`${name}-facts`} question={question} />
        {question.hasPlace && (
          <div class="question-picture">
            {question.picture === undefined ? (
              <span>No picture</span>
            ) : (
              <img src={question.picture} alt="What it is about, on the screen" />
            )}
          </div>
        )}
      </div>
      <div class="question-answers">
        {choices.map(({ answer: given, key, title, tone }) => (
          <button
            key={given}
            type="button"
            class={tone}
            aria-keyshortcuts={key}
            disabled={!isReadable.value}
            onClick={() => {
              give(given);
            }}
          >
            {title} <kbd aria-hidden="true">{key}</kbd>
          </button>
        ))}
        <span class="question-more">{others > 0 && `${others} more`}</span>
        <button
          type="button"
          class="button is-quiet is-small"
          aria-pressed={!isMuted.value}
          onClick={() => {
            setMuted(!isMuted.value);
          }}
        >
          {isMuted.value ? 'Sound is off' : 'Sound is on'}
        </button>
      </div>
    </div>
  );
}

/**
 * The action, its target, and the reason for the question. All of it comes from a device or a model, so it is shown only as
 * text.
 */
function Facts({ id, question }: { readonly id: string; readonly question: AskedQuestion }) {
  const { tool, device, app, label, text, key, opens, why, screen = [], written = [] } = question;
  const facts = [
    ['Tool', tool],
    ['On', label],
    ['Text', text],
    ['Key', key],
    ['Opens', opens],
    ['Application', app ?? 'unknown or none'],
    ['Device', device],
    ['Asked because', why === '' ? undefined : why],
    ['Screen shows', screen.length === 0 ? undefined : screen.join('\n')],
    ['Written there', written.length === 0 ? undefined : written.join('\n')],
  ] as const;
  return (
    <dl id={id} class="question-facts">
      {facts.map(
        ([title, fact]) =>
          fact !== undefined && (
            <div key={title}>
              <dt>{title}</dt>
              <dd class="from-device">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The seconds left. A screen reader does not announce each of them. */
function Countdown({ overAt }: { readonly overAt: number }) {
  const now = useSignal(performance.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = performance.now()), 250);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const left = useComputed(() => Math.max(0, Math.ceil((overAt - now.value) / 1000)));
  return (
    <span class={left.value <= 10 ? 'question-left is-short' : 'question-left'} role="timer">
      {left.value} s left
    </span>
  );
}

/** Focuses the card while it is shown, unless the person is typing or choosing something. */
function useFocus(card: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const [own, before] = [card.current, document.activeElement];
    if (takesKeys(before)) return undefined;
    own?.focus();
    return () => {
      // If the focus has moved elsewhere meanwhile, it stays there.
      const isHere = own?.contains(document.activeElement) === true;
      if (isHere && before instanceof HTMLElement) before.focus();
    };
  }, []);
}
