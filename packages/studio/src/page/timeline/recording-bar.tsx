import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { openedRun, openRun, recording } from './calls.ts';
import { type RunFiles, runsIn } from './recorded-run.ts';

/** The runs in the folder that was picked, the newest first. */
const runs = signal<readonly RunFiles[]>([]);
const problem = signal<string | undefined>(undefined);

/** The recording that this server writes, and one that the person opens. */
export function RecordingBar() {
  const run = openedRun.value;
  return (
    <div class="call-recording" role="group" aria-label="Recording">
      {run ? <Opened /> : <Written />}
      <PickFolder />
      {run && (
        <button type="button" class="button is-small" onClick={() => void open(undefined)}>
          Back to live calls
        </button>
      )}
      {problem.value !== undefined && (
        <p class="is-bad" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}

/** The path of the recording that is being written, if there is one, and its problem. */
function Written() {
  const state = recording.value;
  if (!state) return null;
  return state.problem === undefined ? (
    <span class="call-recording-name">
      Recorded to <code>{state.folder}</code>
    </span>
  ) : (
    <span class="call-recording-name is-bad" role="alert">
      {state.problem}
    </span>
  );
}

function Opened() {
  const { name, missed, unreadable } = openedRun.value ?? {};
  const notes = [
    ...(missed ? [`calls that could not be written: ${missed}`] : []),
    ...(unreadable ? [`lines that cannot be read: ${unreadable}`] : []),
  ];
  return (
    <span class="call-recording-name" role="status">
      Recording{' '}
      {runs.value.length > 1 ? (
        <select
          class="input"
          aria-label="Run"
          value={name}
          onChange={({ currentTarget: { value } }) => {
            void open(runs.value.find((one) => one.name === value));
          }}
        >
          {runs.value.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      ) : (
        <bdi>{name}</bdi>
      )}
      {notes.length > 0 && ` (${notes.join(', ')})`}
    </span>
  );
}

/** Lets the person pick a folder. The browser gives its files to this page only. */
function PickFolder() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.webkitdirectory = true;
  }, []);
  return (
    <>
      <button type="button" class="button is-small" onClick={() => input.current?.click()}>
        Open a recording
      </button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const picked = runsIn(currentTarget.files ?? []);
          // The same folder can be picked again.
          currentTarget.value = '';
          if (picked.length > 0) runs.value = picked;
          const none =
            'There is no calls.jsonl in this folder. Pick the folder of --record, or one of its runs.';
          problem.value = picked.length === 0 ? none : undefined;
          if (picked[0]) void open(picked[0]);
        }}
      />
    </>
  );
}

async function open(files: RunFiles | undefined): Promise<void> {
  try {
    await openRun(files);
    problem.value = undefined;
  } catch (error) {
    problem.value = `It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
