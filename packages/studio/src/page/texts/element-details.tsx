import { useState } from 'preact/hooks';
import type { ElementCall, ElementDetails as Details } from '../../wire/screen.ts';
import { request } from '../connection/connection.ts';
import { hello, screen } from '../connection/state.ts';
import { useAnswer } from '../connection/use-answer.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { pin, pinned, unpin } from '../screen/pointed.ts';
import './element-details.css';

/** Everything known about an element: its properties, ways to name it, calls to copy, and the history of its id. */
export function ElementDetails({ id }: { readonly id: string }) {
  const { details, problem } = useDetails(id);
  if (!details) return <p class="details-problem">{problem}</p>;
  const isPinned = pinned.value?.id === details.id;
  return (
    <div class="details">
      <div class="toolbar">
        <h2 class="details-id">
          <code>{details.id}</code>
        </h2>
        {!details.isThere && <span class="details-gone">not on the screen now</span>}
        <span class="details-space" />
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            if (isPinned) unpin();
            else pin({ id: details.id, from: 'text' });
          }}
        >
          {isPinned ? 'Let go' : 'Pin'}
        </button>
      </div>
      {details.isThere && <Names key={details.id} details={details} />}
      {details.isThere && <Properties details={details} />}
      <History details={details} />
    </div>
  );
}

/** The details of an element, refreshed with the screen. */
function useDetails(id: string) {
  const { device, frame } = screen.value ?? {};
  const { answer, problem } = useAnswer<Details>(
    () => (device === undefined ? undefined : request('element', { device, id })),
    [device, frame, id],
  );
  return { details: answer?.id === id ? answer : undefined, problem };
}

/** The unique ways to name it, and the calls with the chosen one. */
function Names({ details: { targets, calls, id } }: { readonly details: Details }) {
  const [wanted, setWanted] = useState(id);
  const name = targets.includes(wanted) ? wanted : id;
  return (
    <>
      <h3>Unique names</h3>
      <ul class="names" role="radiogroup" aria-label="Name it in calls by">
        {targets.map((target) => (
          <li key={target} role="none">
            <label>
              <input
                type="radio"
                name="element-name"
                checked={target === name}
                onChange={() => {
                  setWanted(target);
                }}
              />
              <code>{target}</code>
            </label>
            <CopyButton text={target} />
          </li>
        ))}
      </ul>
      <h3>Calls</h3>
      {calls.length === 0 && (
        <p class="details-problem">
          Calls mean another device in this run. To use this one, too, start Handeye with --device for each.
        </p>
      )}
      <ul class="calls">
        {calls.map((call) => (
          <Call key={call.tool} call={namedBy(call, name)} />
        ))}
      </ul>
    </>
  );
}

function Call({ call }: { readonly call: ElementCall }) {
  const mcp = hello.value?.mcp;
  return (
    <li>
      <code>{call.tool}</code>
      <CopyButton text={toolCallText(call)} label="Copy as tool call" />
      {mcp !== undefined && <CopyButton text={curlText(call, mcp)} label="Copy as curl" />}
    </li>
  );
}

function Properties({ details: { properties } }: { readonly details: Details }) {
  return (
    <>
      <h3>Properties</h3>
      <table class="table" aria-label="Properties">
        <tbody>
          {properties.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="from-device">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function History({ details: { history } }: { readonly details: Details }) {
  return (
    <>
      <h3>History of the id</h3>
      {history.length === 0 ? (
        <p class="details-problem">Nothing is known of it yet.</p>
      ) : (
        <ol class="history" aria-label="History of the id">
          {history.map(({ at, what }, index) => (
            <li key={index}>
              <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>{' '}
              <span class="from-device">{what}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A call with another argument for its element. */
function namedBy({ by, ...call }: ElementCall, name: string): ElementCall {
  const value = Array.isArray(call.arguments[by]) ? [name] : name;
  return { ...call, by, arguments: { ...call.arguments, [by]: value } };
}

/** A call as a model makes it. */
function toolCallText({ tool, arguments: args }: ElementCall): string {
  return JSON.stringify({ name: tool, arguments: args }, undefined, 2);
}

/** The same as a shell command. The reader fills in the token: this page does not know it. */
function curlText({ tool, arguments: args }: ElementCall, mcp: string): string {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  return [
    `curl -s ${quoted(mcp)}`,
    `-H "Authorization: Bearer $HANDEYE_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** One word for a POSIX shell: text from a device cannot escape it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
