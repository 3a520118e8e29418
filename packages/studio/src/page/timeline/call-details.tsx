import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CallDetails, CallDetails as Details, TimelineEntry } from '../../wire/timeline.ts';
import { useAnswer } from '../connection/use-answer.ts';
import { Badge } from '../parts/badge.tsx';
import { goTo } from '../shell/page-keys.ts';
import { fillFrom } from '../try/open-call.ts';
import { durationText, outcomeText, outcomeTone, timeText } from './words.ts';
import { chosenCall, detailsOf } from './calls.ts';
import { CopyButton } from '../parts/copy-button.tsx';

interface CallDetailsProps {
  readonly number: number;
  /** The list entry of the call, which changes while it runs. */
  readonly entry: TimelineEntry | undefined;
  readonly onClose: () => void;
}

/** All details of one call. */
export function CallDetails({ number, entry, onClose }: CallDetailsProps) {
  const { answer, problem } = useAnswer(() => detailsOf(number), [number, entry]);
  const shown = answer?.number === number ? answer : undefined;
  return (
    <section class="call-details" aria-label={`Call ${number}`} onKeyDown={closingOnEscape(onClose)}>
      <header class="call-head">
        <h2>
          #{number} {shown?.tool ?? entry?.tool}
        </h2>
        {entry?.kind === 'call' && <Badge tone={outcomeTone(entry)}>{outcomeText(entry)}</Badge>}
        <button type="button" class="button is-quiet is-small" onClick={onClose} aria-label="Close this call">
          ✕
        </button>
      </header>
      <div class="call-body">
        {problem !== undefined && <p role="alert">{problem}</p>}
        {shown?.kind === 'control' && <ControlDetails details={shown} />}
        {shown?.kind === 'call' && <OpenInTry key={number} details={shown} />}
        {shown?.kind === 'call' && <All details={shown} />}
      </div>
    </section>
  );
}

/** An action beside calls: by whom, and when. */
function ControlDetails({ details }: { readonly details: Details }) {
  const { summary, client, device, at } = details;
  return (
    <>
      <p>{summary}</p>
      <FactList
        facts={[
          ['By', client],
          ['Device', device],
          ['At', timeText(at)],
        ]}
      />
    </>
  );
}

/** Opens the form with this call's arguments; the person may change them before sending. */
function OpenInTry({ details }: { readonly details: Details }) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const open = async () => {
    const why = await fillFrom(details);
    setProblem(why);
    if (why === undefined) goTo('try');
  };
  return (
    <div class="call-part">
      <button type="button" class="button is-small" onClick={() => void open()}>
        Open in Try a tool
      </button>
      <p class="soft" role="status">
        {problem}
      </p>
    </div>
  );
}

function All({ details }: { readonly details: Details }) {
  const { content, steps, judged, notes, changes, writes } = details;
  const isRunning = details.outcome === undefined;
  // The reason of a failure comes first.
  const isFailure = !isRunning && details.outcome !== 'ok';
  const answer = (
    <Part title="Answer, as the model got it" copied={content.join('\n')}>
      {isRunning && <p class="soft">It is still running.</p>}
      {!isRunning && content.length === 0 && <p class="soft">There was no answer: the client had left.</p>}
      {content.map((text, index) => (
        <LongText key={index} text={text} label={`Answer, part ${index + 1}`} />
      ))}
    </Part>
  );
  return (
    <>
      <Facts details={details} />
      {isFailure && answer}
      {isFailure && <CallScreens details={details} />}
      <Pictures details={details} />
      <Part title="Arguments" copied={details.arguments}>
        <LongText text={details.arguments} label="Arguments" />
      </Part>
      {!isFailure && answer}
      {!isFailure && <CallScreens details={details} />}
      {changes !== undefined && (
        <Part title="Changes on the screen">
          <LongText text={changes} label="Changes on the screen" />
        </Part>
      )}
      {steps.length > 0 && (
        <Part title="Steps">
          <ol class="call-steps">
            {steps.map(({ tool, summary, outcome, milliseconds }, index) => (
              <li key={index}>
                <span class="call-tool">{tool}</span> <bdi>{summary}</bdi>{' '}
                <span class="soft">
                  {outcome.replaceAll('_', ' ')}, {durationText(milliseconds)}
                </span>
              </li>
            ))}
          </ol>
        </Part>
      )}
      <Lines title="Rules and questions" lines={judged} />
      <Lines title="Notes" lines={notes} />
      {writes && !isRunning && changes === undefined && (
        <p class="soft">The changes are known only if the screen was looked at before and after the call.</p>
      )}
    </>
  );
}

function Facts({ details }: { readonly details: Details }) {
  const { client, byPerson, device, app, at, milliseconds, waited = 0, tokens } = details;
  const facts: readonly Fact[] = [
    ['Client', byPerson ? `${client} (by hand)` : client],
    ['Device', device],
    ['App', app],
    ['Began', timeText(at)],
    ['Took', milliseconds === undefined ? undefined : durationText(milliseconds)],
    ['Waited for an answer', waited === 0 ? undefined : `${durationText(waited)} besides`],
    ['Answer', tokens === undefined ? undefined : `about ${tokens} tokens of text`],
  ];
  return <FactList facts={facts} />;
}

/** A name and a value; left out without a value. */
type Fact = readonly [name: string, value: string | undefined];

function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="call-facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="from-device">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Pictures({ details: { before, after, writes, number } }: { readonly details: Details }) {
  if (before === undefined && after === undefined) return null;
  const pictures: readonly (readonly [string, string | undefined])[] = writes
    ? [
        ['Before', before],
        ['After', after],
      ]
    : [['Screen', before]];
  return (
    <div class="call-pictures">
      {pictures.map(([name, address]) => (
        <figure key={name}>
          {address === undefined ? (
            <p class="soft">No picture was seen.</p>
          ) : (
            <a href={address} target="_blank" rel="noreferrer">
              <img src={address} alt={`${name} call ${number}`} />
            </a>
          )}
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      <ul class="call-lines">
        {lines.map((line, index) => (
          <li key={index} class="from-device">
            {line}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function closingOnEscape(onClose: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
}

/** The screens before a call: the elements that it names, the screen, and the client's previous one. */
function CallScreens({ details }: { readonly details: CallDetails }) {
  const { screen, lastScreen } = details;
  return (
    <>
      <Elements details={details} />
      {screen && (
        <Part title={screen.isCurrent ? 'Screen it was made on' : LAST_SEEN} copied={screen.text}>
          <LongText text={screen.text} label="Screen it was made on" />
        </Part>
      )}
      {lastScreen && (
        <Part title="Screen at the end of this client’s call before" copied={lastScreen.text}>
          <button
            type="button"
            class="button is-small"
            onClick={() => (chosenCall.value = lastScreen.number)}
          >
            Show call #{lastScreen.number}
          </button>
          <LongText text={lastScreen.text} label="Screen at the end of the call before" />
        </Part>
      )}
    </>
  );
}

const LAST_SEEN = 'Screen as it was seen last: something had been done since';

function Elements({ details: { elements } }: { readonly details: CallDetails }) {
  if (elements.length === 0) return null;
  return (
    <Part title="Elements it names">
      <ul class="call-lines" aria-label="Elements it names">
        {elements.map(({ id, what, history }) => (
          <li key={id}>
            <code>{id}</code> <bdi>{what}</bdi>
            {history.length > 0 && (
              <ol class="call-lines soft">
                {history.map((event, index) => (
                  <li key={index} class="from-device">
                    {timeText(event.at)} {event.what}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

interface PartProps {
  readonly title: string;
  /** The text that the button copies. */
  readonly copied?: string;
  readonly children: ComponentChildren;
}

/** A part of a call's details: a title, its content, and a button to copy it. */
function Part({ title, copied = '', children }: PartProps) {
  return (
    <div class="call-part">
      <div class="call-part-head">
        <h3>{title}</h3>
        {copied !== '' && <CopyButton text={copied} />}
      </div>
      {children}
    </div>
  );
}

/** Characters shown at once: a browser needs seconds to lay out a megabyte of text. */
const SHOWN = 20_000;

/** An unformatted text of any length. */
function LongText({ text, label }: { readonly text: string; readonly label: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > SHOWN;
  return (
    <>
      <pre class="long-text" tabIndex={0} role="region" aria-label={label}>
        {isCut ? text.slice(0, SHOWN) : text}
      </pre>
      {isCut && (
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            setWhole(true);
          }}
        >
          Show all {text.length.toLocaleString()} characters
        </button>
      )}
    </>
  );
}
