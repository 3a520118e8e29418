import type { FlowDivergence, FlowRun } from '../../wire/flows.ts';
import { request } from '../connection/connection.ts';
import { filesChanged, perform, tried } from './flow-state.ts';

interface DivergedProps {
  readonly run: FlowRun;
  readonly divergence: FlowDivergence;
  readonly hasHealing: boolean;
}

/** A step that was not performed for certain: what was expected, what is there, and how to go on. */
export function Diverged({ run, divergence, hasHealing }: DivergedProps) {
  const { place, says, expected, found, covering, advice, before, now } = divergence;
  return (
    <section class="flow-outcome" aria-label="Divergence">
      <h3>
        <bdi>{place}</bdi>: <bdi>{says}</bdi>
      </h3>
      <dl>
        <dt>Expected</dt>
        <dd class="from-device">{expected}</dd>
        <dt>Found</dt>
        <dd class="from-device">{found}</dd>
        {covering !== undefined && (
          <>
            <dt>In front</dt>
            <dd class="from-device">{covering}</dd>
          </>
        )}
      </dl>
      {(before ?? now) !== undefined && (
        <div class="flow-pictures">
          {before !== undefined && <Picture address={before} title="Before the step" />}
          {now !== undefined && <Picture address={now} title="When it failed" />}
        </div>
      )}
      <Candidates run={run} divergence={divergence} />
      {run.canGoOn && (
        <p class="flow-buttons">
          {hasHealing && (
            <button
              type="button"
              class="button is-main"
              onClick={() => {
                goOn(run, true);
              }}
            >
              Go on with the healed flow
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              goOn(run, run.isHealed && hasHealing);
            }}
          >
            Go on from here
          </button>
        </p>
      )}
      <p class="soft from-device">{advice}</p>
    </section>
  );
}

function goOn({ name, device }: FlowRun, isHealed: boolean): void {
  perform({ name, isHealed, heal: false, goOn: true }, device);
}

function Picture({ address, title }: { readonly address: string; readonly title: string }) {
  return (
    <figure>
      <img src={address} alt={title} />
      <figcaption>{title}</figcaption>
    </figure>
  );
}

/** The elements that may be meant; one can be written into the healed file. */
function Candidates({ run, divergence }: Pick<DivergedProps, 'run' | 'divergence'>) {
  const { candidates, canChoose } = divergence;
  if (candidates.length === 0) return null;
  return (
    <>
      <h4>{canChoose ? 'Which one is meant?' : 'These may be meant; the step stands in another file'}</h4>
      <ol class="flow-candidates" aria-label="Candidates">
        {candidates.map(({ line, reasons, selector }, candidate) => (
          <li key={candidate}>
            <span>
              <bdi class="from-device">{line}</bdi>
              <span class="soft">{reasons.join(', ')}</span>
              <code class="from-device">{selector}</code>
            </span>
            {canChoose && (
              <button
                type="button"
                class="button is-small"
                aria-label={`Use this: candidate ${candidate + 1}`}
                onClick={() =>
                  void tried(() => request('chooseTarget', { run: run.number, candidate })).then(filesChanged)
                }
              >
                Use this
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** What the healed file changes, for a person to decide. */
export function Healing({ name, diff }: { readonly name: string; readonly diff: string }) {
  return (
    <section class="flow-outcome" aria-label="Healed flow">
      <h3>The healed flow</h3>
      <pre class="flow-diff" tabIndex={0} role="region" aria-label="Difference to the flow">
        {diff.split('\n').map((line, index) => (
          <span key={index} class={diffClass(line)}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
      <p class="flow-buttons">
        <button
          type="button"
          class="button is-main"
          onClick={() => void tried(() => request('acceptHealing', { name, diff })).then(filesChanged)}
        >
          Accept
        </button>
        <button
          type="button"
          class="button"
          onClick={() => void tried(() => request('discardHealing', { name })).then(filesChanged)}
        >
          Discard
        </button>
      </p>
    </section>
  );
}

function diffClass(line: string): string | undefined {
  if (line.startsWith('+++') || line.startsWith('---')) return 'soft';
  return line.startsWith('+') ? 'is-added' : line.startsWith('-') ? 'is-removed' : undefined;
}
