import { useEffect, useState } from 'preact/hooks';
import type { FlowSaved } from '../../wire/flows.ts';
import { request } from '../connection/connection.ts';
import { chosenFlow, filesChanged, loadFlows, savedFlows } from '../flows/flow-state.ts';
import { showView } from '../shell/views.ts';
import { picked } from './saving.ts';

/** Names the calls that are picked in the list, and saves them as a flow. */
export function SaveFlow({ numbers }: { readonly numbers: ReadonlySet<number> }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [variables, setVariables] = useState(false);
  const [saved, setSaved] = useState<FlowSaved | undefined>(undefined);
  useEffect(() => void loadFlows(), []);
  const isThere = savedFlows.value?.some((flow) => flow.name === name.trim()) === true;
  const save = async () => {
    const wish = { name: name.trim(), calls: [...numbers], variables };
    const told = description.trim() === '' ? {} : { description: description.trim() };
    const answer = await request('saveFlow', { ...wish, ...told }).catch((error: unknown) => ({
      isError: true,
      text: error instanceof Error ? error.message : String(error),
    }));
    setSaved(answer);
    filesChanged();
  };
  return (
    <form
      class="call-saving"
      aria-label="Save as flow"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>Click the calls to save, or use the arrow keys and Space; with Shift all on the way.</p>
      <input
        class="input"
        aria-label="Name of the flow"
        placeholder="Name"
        value={name}
        onInput={({ currentTarget: { value } }) => {
          setName(value);
        }}
      />
      <input
        class="input"
        aria-label="Description"
        placeholder="What it does"
        value={description}
        onInput={({ currentTarget: { value } }) => {
          setDescription(value);
        }}
      />
      <label>
        <input
          type="checkbox"
          checked={variables}
          onChange={({ currentTarget: { checked } }) => {
            setVariables(checked);
          }}
        />{' '}
        Typed texts as variables
      </label>
      <button
        type="submit"
        class="button is-small is-main"
        disabled={name.trim() === '' || numbers.size === 0 || savedFlows.value === null}
      >
        {isThere ? 'Replace the flow' : 'Save'} ({numbers.size})
      </button>
      <button type="button" class="button is-small" onClick={() => (picked.value = undefined)}>
        Close
      </button>
      <div class="call-saved" role="status">
        {savedFlows.value === null && <p>Start the server with --flows FOLDER to save flows.</p>}
        {saved && <p class={saved.isError ? 'is-bad' : undefined}>{saved.text}</p>}
      </div>
      {saved?.isError === false && (
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            chosenFlow.value = name.trim();
            picked.value = undefined;
            showView('flows');
          }}
        >
          Show the flow
        </button>
      )}
    </form>
  );
}
