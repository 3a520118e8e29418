import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { ToolForm } from '../../wire/tools.ts';
import { hands } from '../connection/state.ts';
import { isTakenOver } from '../hand/hand-state.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Answer } from './answer.tsx';
import { FieldInput } from './field-input.tsx';
import {
  chosenTool,
  enter,
  entries,
  fields,
  filledFrom,
  made,
  send,
  servedScreen,
  tool,
  tools,
  underWay,
} from './try-state.ts';
import './try-tool.css';

/** A form for each tool; its calls are treated like a model's. */
export function TryTool() {
  const chosen = tool.value;
  if (!chosen) {
    return (
      <EmptyState title="No tool to try">
        <p>
          {tools.value
            ? 'This server serves no tools: see --toolsets and its policy.'
            : 'The tools of the server are listed here as soon as it tells them.'}
        </p>
      </EmptyState>
    );
  }
  return (
    <div class="try">
      <Choice />
      <div class="pane-body try-body">
        <p class="try-description">{chosen.description}</p>
        <Filled chosen={chosen} />
        <Refusal chosen={chosen} />
        <Form key={chosen.name} chosen={chosen} />
        <Answer />
      </div>
    </div>
  );
}

function Choice() {
  return (
    <div class="toolbar">
      <select
        class="input try-choice"
        aria-label="Tool"
        value={tool.value?.name}
        onChange={({ currentTarget }) => (chosenTool.value = currentTarget.value)}
      >
        {[true, false].map((reads) => (
          <optgroup key={String(reads)} label={reads ? 'Reading' : 'Acting'}>
            {tools.value
              ?.filter((one) => one.reads === reads)
              .map(({ name, title }) => (
                <option key={name} value={name} title={title}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <select
        class="input"
        aria-label="Screens as"
        value={servedScreen.value}
        onChange={({ currentTarget }) =>
          (servedScreen.value = currentTarget.value === 'compact' ? 'compact' : 'lean')
        }
      >
        <option value="lean">screens lean</option>
        <option value="compact">screens compact</option>
      </select>
    </div>
  );
}

/** The call that filled the form, and its arguments that did not fit. */
function Filled({ chosen }: { readonly chosen: ToolForm }) {
  const from = filledFrom.value;
  if (from?.tool !== chosen.name) return null;
  const hidden = Object.keys(from.hidden);
  return (
    <p class="try-filled" role="status">
      Filled in from call #{from.number}; nothing was sent yet.
      {hidden.length > 0 && ` The timeline does not tell ${hidden.join(', ')}: enter it again.`}
      {from.unknown.length > 0 && ` The tool does not take ${from.unknown.join(', ')}, so it is left out.`}
    </p>
  );
}

/** Why a call that writes would be refused now, like a model's. */
function Refusal({ chosen }: { readonly chosen: ToolForm }) {
  const why = hands.value.stopped
    ? 'Agents’ writes are stopped, and this call is one like theirs: resume first.'
    : isTakenOver.value
      ? 'You have taken over, so this call is refused like any agent’s. Hand back first.'
      : undefined;
  return why === undefined || chosen.reads ? null : <p class="try-refusal">{why}</p>;
}

function Form({ chosen }: { readonly chosen: ToolForm }) {
  const form = useId();
  /** An error is shown only after the first attempt. */
  const isTried = useSignal(false);
  const call = made.value;
  const wrong = isTried.value && 'problem' in call ? call : undefined;
  return (
    <form
      class="try-form"
      aria-label={`Call ${chosen.name}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        isTried.value = true;
        void send();
      }}
    >
      {fields.value.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          path={field.name}
          form={form}
          entries={entries.value}
          problem={wrong?.field === field.name ? wrong.problem : undefined}
          onEnter={enter}
        />
      ))}
      {fields.value.length === 0 && <p class="try-about">It takes no arguments.</p>}
      <div class="try-send">
        <button type="submit" class="button is-main" disabled={underWay.value !== undefined}>
          {underWay.value === undefined ? 'Call' : 'Calling …'}
        </button>
        {'arguments' in call && (
          <CopyButton
            label="Copy as JSON"
            text={JSON.stringify({ name: chosen.name, arguments: call.arguments }, undefined, 2)}
          />
        )}
        <span role="status" class="try-problem">
          {wrong && `${wrong.field} ${wrong.problem}`}
        </span>
      </div>
    </form>
  );
}
