import { useRef } from 'preact/hooks';
import { hello } from '../connection/state.ts';
import { defineKeys, useKeys } from '../keys/keys.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { CallDetails } from './call-details.tsx';
import { CallList } from './call-list.tsx';
import {
  chosenCall,
  clientNames,
  deviceNames,
  filter,
  jumpProblem,
  listedCalls,
  openedRun,
  setFilter,
  shownCalls,
  totals,
} from './calls.ts';
import { type CallKind, callKinds } from './filter.ts';
import { picked } from './saving.ts';
import { SaveFlow } from './save-flow.tsx';
import { RecordingBar } from './recording-bar.tsx';
import { countText, durationText } from './words.ts';
import './timeline.css';

const kindTitles: Readonly<Record<CallKind, string>> = {
  all: 'All calls',
  writes: 'Writes',
  reads: 'Reads',
  failed: 'Failed',
  refused: 'Refused',
  person: 'By hand',
  controls: 'Hand, Stop, levers',
};

const timelineKeys = defineKeys('Timeline', {
  '/': 'Search the calls; #12 goes to call 12',
  '↑ ↓': 'In the list: the call above or below; also Home, End, Page up, Page down',
  Escape: 'In the list or a call: close the call',
  ' ': 'In the list, for Save as flow: pick the call; with Shift and the arrow keys all on the way',
});

/** Every call of every client, the newest first. */
export function Timeline() {
  const chosen = chosenCall.value;
  const choose = (number: number | undefined) => {
    chosenCall.value = number;
  };
  const saving = openedRun.value ? undefined : picked.value;
  return (
    <div class={chosen === undefined || saving ? 'timeline' : 'timeline has-details'}>
      <RecordingBar />
      {listedCalls.value.length === 0 ? (
        <NoCall />
      ) : (
        <>
          {!openedRun.value && <ClientTotals />}
          <Toolbar />
          {saving && <SaveFlow numbers={saving} />}
          {shownCalls.value.length === 0 ? (
            <p class="call-none soft">No call fits.</p>
          ) : (
            <CallList calls={shownCalls.value} chosen={chosen} onChoose={choose} picked={saving} />
          )}
          {chosen !== undefined && !saving && (
            <CallDetails
              number={chosen}
              entry={listedCalls.value.find(({ number }) => number === chosen)}
              onClose={() => {
                choose(undefined);
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

function Toolbar() {
  const { text, client, device, kind } = filter.value;
  const search = useRef<HTMLInputElement>(null);
  useKeys(timelineKeys, () => ({ '/': () => search.current?.focus() }));
  const [count, all] = [shownCalls.value.length, listedCalls.value.length];
  return (
    <div class="toolbar call-toolbar" role="search" aria-label="Calls">
      <input
        ref={search}
        class="input"
        type="search"
        aria-label="Search calls"
        placeholder="Search, or #12"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setFilter({ text: value });
        }}
      />
      <select
        class="input"
        aria-label="Kind of calls"
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          setFilter({ kind: callKinds.find((one) => one === value) ?? 'all' });
        }}
      >
        {callKinds.map((one) => (
          <option key={one} value={one}>
            {kindTitles[one]}
          </option>
        ))}
      </select>
      <Choice
        label="Client"
        all="All clients"
        names={clientNames.value}
        chosen={client}
        onChoose={(name) => {
          setFilter({ client: name });
        }}
      />
      {deviceNames.value.length > 1 && (
        <Choice
          label="Device of the calls"
          all="All devices"
          names={deviceNames.value}
          chosen={device}
          onChoose={(name) => {
            setFilter({ device: name });
          }}
        />
      )}
      {!openedRun.value && !picked.value && (
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            picked.value = new Set();
          }}
        >
          Save as flow
        </button>
      )}
      <span class={jumpProblem.value === undefined ? 'soft' : 'call-no-jump'} role="status">
        {jumpProblem.value ?? (count === all ? all : `${count} of ${all}`)}
      </span>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  /** Empty: all of them. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function Choice({ label, all, names, chosen, onChoose }: ChoiceProps) {
  return (
    <select
      class="input"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        onChoose(value);
      }}
    >
      <option value="">{all}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function NoCall() {
  const mcp = hello.value?.mcp;
  if (openedRun.value) return <EmptyState title="No call in this recording" />;
  return (
    <EmptyState title="No call yet">
      <p>Every call of an agent is listed here: what it asked for, what it got, what that cost.</p>
      {mcp !== undefined && (
        <p>
          Connect an agent to <code>{mcp}</code>.
        </p>
      )}
    </EmptyState>
  );
}

/** The use of each client since the start of the server. */
function ClientTotals() {
  const all = totals.value;
  if (all.length === 0) return null;
  const hasWaited = all.some(({ waited }) => waited > 0);
  return (
    <div class="call-totals" tabIndex={0} role="region" aria-label="Totals">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Calls</th>
            <th scope="col">Failed</th>
            <th scope="col">Refused</th>
            <th scope="col">Tokens</th>
            <th scope="col">Time</th>
            {hasWaited && (
              <th scope="col" title="For answers of people, beside the time that the calls took">
                Waited
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {all.map(({ client, byPerson, calls, failed, refused, tokens, milliseconds, waited }) => (
            <tr key={`${byPerson} ${client}`}>
              <th scope="row">{byPerson ? `${client} (by hand)` : client}</th>
              <td>{calls}</td>
              <td>{failed}</td>
              <td>{refused}</td>
              <td title={`${tokens} tokens`}>{countText(tokens)}</td>
              <td>{durationText(milliseconds)}</td>
              {hasWaited && <td>{durationText(waited)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
