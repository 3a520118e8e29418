import type { IncomingMessage } from 'node:http';
import { clientKey } from '../guard/client.ts';
import { cell, shown } from '@handeye/screen/sanitize';
import { isLoopback } from './address.ts';
import { clientOf } from './gate/gate.ts';

/** Characters of a client's name: more would only cost memory. */
const LONGEST_NAME = 100;
const NAMELESS = 'a client without a name';

/** The key of a client. `given` is the name that it gave itself in its message; empty if it gave none. */
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
    return clientKey(
      token,
      `${name === undefined ? NAMELESS : cell(shown(name.slice(0, LONGEST_NAME)))}${from}`,
    );
  };
}
