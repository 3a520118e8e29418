import type { Socket } from 'node:net';
import { ProtocolError } from '../packet.ts';

const EVENTS = ['readable', 'end', 'close'] as const;

/**
 * Reads bytes off a socket that is not flowing. What follows them stays in the socket, so that TLS can begin there; an iterator
 * would have taken it out.
 */
export function readExactly(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      for (const event of EVENTS) socket.off(event, attempt);
      end();
    };
    const attempt = () => {
      const bytes = socket.read(length) as Buffer | null; // no encoding is set, so these are bytes
      if (bytes?.length === length) {
        settle(() => {
          resolve(bytes);
        });
      } else if (bytes !== null || socket.readableEnded || socket.destroyed) {
        settle(() => {
          reject(new ProtocolError('the connection ended within a message'));
        });
      }
    };
    for (const event of EVENTS) socket.on(event, attempt);
    attempt();
  });
}
