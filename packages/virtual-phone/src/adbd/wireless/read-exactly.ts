import type { Socket } from 'node:net';
import { ProtocolError } from '../packet.ts';

/**
 * Reads bytes off a socket that is not flowing. What follows them stays in the socket, so that TLS can begin there; an iterator
 * would have taken it out.
 */
export async function readExactly(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null; // no encoding is set, so these are bytes
    if (bytes?.length === length) return bytes;
    if (bytes !== null || socket.readableEnded || socket.destroyed) {
      throw new ProtocolError('the connection ended within a message');
    }
    await new Promise<void>((resolve) => {
      const events = ['readable', 'end', 'close'] as const;
      const wake = () => {
        for (const event of events) socket.off(event, wake);
        resolve();
      };
      for (const event of events) socket.on(event, wake);
    });
  }
}
