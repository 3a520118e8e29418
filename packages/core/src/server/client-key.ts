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
export function httpClient(request: IncomingMessage, inAddress: string | undefined): ClientKey {
  const { headers, socket } = request;
  const program = headers['user-agent'];
  return (given) => {
    const last = lastOn.get(socket);
    const isSame =
      last?.authorization === headers.authorization &&
      last?.program === program &&
      last?.inAddress === inAddress &&
      last?.given === given;
    if (last && isSame) return last.key;
    const key = keyOf(request, inAddress, given);
    lastOn.set(socket, { authorization: headers.authorization, program, inAddress, given, key });
    return key;
  };
}

interface KnownClient {
  readonly authorization: string | undefined;
  readonly program: string | undefined;
  readonly inAddress: string | undefined;
  readonly given: string;
  readonly key: string;
}

/** The last client on each connection: it is nearly always the next one, too. */
const lastOn = new WeakMap<IncomingMessage['socket'], KnownClient>();

function keyOf({ headers, socket }: IncomingMessage, inAddress: string | undefined, given: string): string {
  const token = clientOf(headers.authorization);
  const [program = ''] = (headers['user-agent'] ?? '').split(/[\s/]/);
  const remote = socket.remoteAddress ?? '';
  const from = remote === '' || isLoopback(remote.replace(/^::ffff:/, '')) ? '' : ` at ${remote}`;
  const name = [inAddress, given, program].find((one) => one !== undefined && one !== '');
  return clientKey(
    token,
    `${name === undefined ? NAMELESS : cell(shown(name.slice(0, LONGEST_NAME)))}${from}`,
  );
}
