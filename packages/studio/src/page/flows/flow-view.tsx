import { useEffect, useRef, useState } from 'preact/hooks';
import type { FlowCard, FlowRun, FlowStep } from '../../wire/flows.ts';
import { request } from '../connection/connection.ts';
import { shownDevice } from '../connection/state.ts';
import { useAnswer } from '../connection/use-answer.ts';
import { defineKeys, useKeys } from '../keys/keys.ts';
import { durationText } from '../timeline/words.ts';
import { changes, chosenFlow, flowRun, perform, stepsByLine, tried } from './flow-state.ts';
import { Diverged, Healing } from './outcome.tsx';

const flowKeys = defineKeys('Flows', { Escape: 'In a flow: back to the list of flows' });

/** The text of a flow, how it is performed, and what came of it. */
export function FlowView({ card: { name, problem } }: { readonly card: FlowCard }) {
  useKeys(flowKeys, () => ({ Escape: () => (chosenFlow.value = undefined) }));
  const last = flowRun.value?.name === name ? flowRun.value : undefined;
  const isHealed = last?.isHealed === true;
  const { answer, problem: unread } = useAnswer(
    () => request('flow', { name, isHealed }).catch(() => request('flow', { name, isHealed: false })),
    [name, isHealed, changes.value],
  );
  return (
    <>
      <div class="flow-head">
        <button type="button" class="button is-small" onClick={() => (chosenFlow.value = undefined)}>
          All flows
        </button>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <RunControls name={name} run={last} />
      </div>
      {(problem ?? unread) !== undefined && <p class="flow-problem">{problem ?? unread}</p>}
      <Status run={last} />
      <div class="flow-body">
        {answer && <Lines text={answer.text} steps={last ? stepsByLine(last) : new Map()} />}
        {last?.divergence && (
          <Diverged run={last} divergence={last.divergence} hasHealing={answer?.diff !== undefined} />
        )}
        {answer?.diff !== undefined && last?.status !== 'running' && (
          <Healing name={name} diff={answer.diff} />
        )}
      </div>
    </>
  );
}

function RunControls({ name, run }: { readonly name: string; readonly run: FlowRun | undefined }) {
  const [heal, setHeal] = useState(false);
  const device = shownDevice.value;
  const isBusy = flowRun.value?.status === 'running';
  if (run?.status === 'running')
    return (
      <button
        type="button"
        class="button is-danger"
        onClick={() => void tried(() => request('stopFlow', undefined))}
      >
        Stop this flow
      </button>
    );
  return (
    <>
      <label title="Take another element for a target that is gone, if it is certainly the one. The flow stays as it is.">
        <input
          type="checkbox"
          checked={heal}
          onChange={({ currentTarget: { checked } }) => {
            setHeal(checked);
          }}
        />{' '}
        Heal
      </label>
      <button
        type="button"
        class="button is-main"
        disabled={device === undefined || isBusy}
        onClick={() => {
          perform({ name, isHealed: false, heal, goOn: false }, device);
        }}
      >
        Run
      </button>
    </>
  );
}

/** What happens now, or what came of it, in a sentence. */
function Status({ run }: { readonly run: FlowRun | undefined }) {
  const now = run?.steps.findLast(({ status }) => status === 'running');
  const told = run?.status === 'running' ? (now?.says ?? 'Beginning') : run?.problem;
  return (
    <div class="flow-status" role="status">
      {run && (
        <p>
          <strong class={`is-${run.status}`}>{run.status}</strong> on <bdi>{run.device}</bdi>
          {run.milliseconds !== undefined && `, ${durationText(run.milliseconds)}`}
          {told !== undefined && (
            <>
              : <bdi>{told}</bdi>
            </>
          )}
        </p>
      )}
      {run?.remarks.map((remark) => (
        <p key={remark} class="soft">
          {remark}
        </p>
      ))}
    </div>
  );
}

interface LinesProps {
  readonly text: string;
  readonly steps: ReadonlyMap<number, FlowStep>;
}

/** The text with line numbers; the line of the step that runs stays in sight. */
function Lines({ text, steps }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const running = [...steps.values()].find(({ status }) => status === 'running')?.line;
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [running]);
  return (
    <ol ref={list} class="flow-lines" aria-label="Text of the flow">
      {text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          <Line key={index} number={index + 1} line={line} step={steps.get(index + 1)} />
        ))}
    </ol>
  );
}

const marks: Readonly<Record<FlowStep['status'], string>> = {
  running: '▶',
  passed: '✓',
  healed: '✓',
  warned: '!',
  skipped: '–',
  failed: '✗',
};

interface LineProps {
  readonly number: number;
  readonly line: string;
  readonly step: FlowStep | undefined;
}

function Line({ number, line, step }: LineProps) {
  const { status, milliseconds, remarks = [] } = step ?? {};
  return (
    <li
      class={status === undefined ? undefined : `is-${status}`}
      aria-current={status === 'running' ? 'step' : undefined}
    >
      <span class="flow-number">{number}</span>
      <span class="flow-mark">
        {status !== undefined && (
          <span role="img" aria-label={status}>
            {marks[status]}
          </span>
        )}
      </span>
      <code class="from-device">{line}</code>
      <span class="flow-time">{milliseconds !== undefined && durationText(milliseconds)}</span>
      {remarks.length > 0 && <span class="flow-remark">{remarks.join('; ')}</span>}
    </li>
  );
}
