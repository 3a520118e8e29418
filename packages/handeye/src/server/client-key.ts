import type { IncomingMessage } from 'node:http';
import { shown } from '../ui/sanitize.ts';
import { isLoopback } from './address.ts';
import { clientOf } from './gate.ts';

/** Characters of a client's name: more would only cost memory. */
const LONGEST_NAME = 100;

/**
 * Tells clients apart: a word for the token and, behind a space, the name to show. `given` is the name that the client gave
 * itself in its message; empty if it gave none.
 */
export type ClientKey = (given: string) => string;

/**
 * The clients behind an HTTP request. There are no sessions, and clients share a token, so that a client is its name: the one
 * in its address (/mcp?client=NAME), else the one it gives in each message (2026-07-28), else its program (User-Agent);
 * and the machine that it calls from, unless that is this one.
 */
export function httpClient({ headers, socket }: IncomingMessage, inAddress: string | undefined): ClientKey {
  const token = clientOf(headers.authorization);
  const [program = ''] = (headers['user-agent'] ?? '').split(/[\s/]/);
  const remote = socket.remoteAddress ?? '';
  const from = remote === '' || isLoopback(remote.replace(/^::ffff:/, '')) ? '' : ` at ${remote}`;
  return (given) => {
    const name = [inAddress, given, program].find((one) => one !== undefined && one !== '');
    return `${token} ${shown(name?.slice(0, LONGEST_NAME)) || 'a client without a name'}${from}`;
  };
}
