import { useEffect } from 'preact/hooks';
import type { FlowCard } from '../../wire/flows.ts';
import { link } from '../connection/state.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { changes, chosenFlow, flowProblem, flowRun, loadFlows, savedFlows } from './flow-state.ts';
import { FlowView } from './flow-view.tsx';
import './flows.css';

/** The saved flows, or one of them. */
export function Flows() {
  const isOpen = link.value === 'open';
  useEffect(() => {
    if (isOpen) void loadFlows();
  }, [isOpen, changes.value]);
  const saved = savedFlows.value;
  const chosen = saved?.find(({ name }) => name === chosenFlow.value);
  return (
    <div class="flows">
      {flowProblem.value !== undefined && (
        <p class="flow-problem" role="alert">
          {flowProblem.value}
        </p>
      )}
      {chosen ? <FlowView key={chosen.name} card={chosen} /> : <List saved={saved} />}
    </div>
  );
}

function List({ saved }: { readonly saved: readonly FlowCard[] | null | undefined }) {
  if (saved === undefined) return null;
  if (saved === null)
    return (
      <EmptyState title="No folder for flows">
        <p>
          A flow is a run that was saved as a file, to be performed again without a model. Start the server
          with <code>--flows FOLDER</code>: flows are saved there, and those in it are listed here.
        </p>
      </EmptyState>
    );
  if (saved.length === 0)
    return (
      <EmptyState title="No flow yet">
        <p>
          Choose <i>Save as flow</i> in the timeline after an agent or you did something on a device, or let
          the agent call <code>save_flow</code>.
        </p>
      </EmptyState>
    );
  return (
    <ul class="flow-list" aria-label="Saved flows">
      {saved.map((card) => (
        <li key={card.name}>
          <button type="button" class="flow-card" onClick={() => (chosenFlow.value = card.name)}>
            <bdi class="flow-name">{card.name}</bdi>
            <Marks card={card} />
            <bdi class={card.problem === undefined ? 'soft' : 'is-bad'}>
              {card.problem ?? card.description}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Marks({ card: { name, problem, hasHealing } }: { readonly card: FlowCard }) {
  const run = flowRun.value?.name === name ? flowRun.value : undefined;
  return (
    <>
      {problem !== undefined && <Badge tone="bad">cannot be read</Badge>}
      {hasHealing && <Badge tone="warn">healed: look at it</Badge>}
      {run && <Badge tone={run.status === 'passed' ? 'good' : 'warn'}>{run.status}</Badge>}
    </>
  );
}
