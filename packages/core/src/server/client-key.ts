import type { IncomingMessage } from 'node:http';
import { clientKey } from '../guard/client.ts';
import { cell, shown } from '@handeye/screen/sanitize';
import { isLoopback } from './address.ts';
import { clientOf } from './gate/gate.ts';
import { isObject } from './json.ts';

/** Characters of a client's name: more would only cost memory. */
const LONGEST_NAME = 100;
const NAMELESS = 'a client without a name';

/** The key of a client. `given` is the name that it gave itself in its message; empty if it gave none. */
export type ClientKey = (given: string) => string;

/** Carries the name of a client that gives it only once, at `initialize`: clients repeat this header in each request. */
const SESSION_HEADER = 'mcp-session-id';
const SESSION = 'client.';

/** The header that has a client repeat the name in its `initialize`. It is no proof, and nothing is kept under it. */
export function sessionHeaders(message: unknown): Readonly<Record<string, string>> | undefined {
  const name = nameAtInitialize(message);
  if (name === '') return undefined;
  return { [SESSION_HEADER]: `${SESSION}${Buffer.from(name.slice(0, LONGEST_NAME)).toString('base64url')}` };
}

/** The name that a client gives itself at `initialize`; empty if the message is another one, or has none. */
export function nameAtInitialize(message: unknown): string {
  if (!isObject(message) || message.method !== 'initialize' || !isObject(message.params)) return '';
  return nameIn(message.params.clientInfo);
}

/** The name in the `clientInfo` of either era; empty if there is none. */
export function nameIn(clientInfo: unknown): string {
  return isObject(clientInfo) && typeof clientInfo.name === 'string' ? clientInfo.name : '';
}

/** A name as people and other clients may see it. */
export function shownName(name: string): string {
  return cell(shown(name.slice(0, LONGEST_NAME)));
}

/**
 * The clients behind an HTTP request. There are no sessions, and clients share a token, so that a client is its name: the one
 * in its address (/mcp?client=NAME), else the one it gives in each message (2026-07-28) or gave at `initialize`, else its
 * program (User-Agent); and the machine that it calls from, unless that is this one.
 */
export function httpClient(request: IncomingMessage, inAddress: string | undefined): ClientKey {
  const { headers, socket } = request;
  const program = headers['user-agent'];
  const session = headers[SESSION_HEADER];
  return (given) => {
    const last = lastOn.get(socket);
    const isSame =
      last?.authorization === headers.authorization &&
      last?.program === program &&
      last?.session === session &&
      last?.inAddress === inAddress &&
      last?.given === given;
    if (last && isSame) return last.key;
    const key = keyOf(request, inAddress, given);
    lastOn.set(socket, { authorization: headers.authorization, program, session, inAddress, given, key });
    return key;
  };
}

interface KnownClient {
  readonly authorization: string | undefined;
  readonly program: string | undefined;
  readonly session: string | readonly string[] | undefined;
  readonly inAddress: string | undefined;
  readonly given: string;
  readonly key: string;
}

/** The last client on each connection: it is nearly always the next one, too. */
const lastOn = new WeakMap<IncomingMessage['socket'], KnownClient>();

function keyOf({ headers, socket }: IncomingMessage, inAddress: string | undefined, given: string): string {
  const token = clientOf(headers.authorization);
  const [program = ''] = (headers['user-agent'] ?? '').split(/[\s/]/);
  const session = String(headers[SESSION_HEADER] ?? '');
  const initialized = session.startsWith(SESSION)
    ? Buffer.from(session.slice(SESSION.length), 'base64url').toString()
    : '';
  const remote = socket.remoteAddress ?? '';
  const from = remote === '' || isLoopback(remote.replace(/^::ffff:/, '')) ? '' : ` at ${remote}`;
  const name = [inAddress, given, initialized, program].find((one) => one !== undefined && one !== '');
  return clientKey(token, `${name === undefined ? NAMELESS : shownName(name)}${from}`);
}
