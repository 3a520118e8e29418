import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './gate.ts';

/** The head of a request as the gate checks it, and what follows the question mark of its address. */
export function headOf({ headers, method = '', socket, url = '/' }: IncomingMessage): RequestHead & {
  readonly query: string;
} {
  const at = url.indexOf('?');
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    host: headers.host,
    origin: headers.origin,
    authorization: headers.authorization,
    contentType: headers['content-type'],
    contentLength: headers['content-length'],
    localAddress: socket.localAddress,
  };
}
