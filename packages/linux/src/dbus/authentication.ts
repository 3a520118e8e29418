import type { Socket } from 'node:net';
import { DBusError, DISCONNECTED } from './errors.ts';

const IDENTITY = Buffer.from(String(process.getuid?.() ?? '')).toString('hex');

/**
 * The ways to authenticate by the credentials of the socket (EXTERNAL), best first. A server in another user namespace (a
 * container) sees another user id than ours, so the second way leaves the id out.
 */
const attempts = [`AUTH EXTERNAL ${IDENTITY}\r\n`, 'AUTH EXTERNAL\r\nDATA\r\n'];

/** Authenticates a connection that was just opened. Resolves with the bytes that followed the server's reply. */
export function authenticate(socket: Socket): Promise<Buffer> {
  const left = attempts.slice(1);
  socket.write(`\0${attempts[0] ?? ''}`);
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const finish = (line: string) => {
      socket.removeAllListeners();
      if (line.startsWith('OK ')) {
        socket.write('BEGIN\r\n');
        resolve(received);
      } else reject(new DBusError(DISCONNECTED, `authentication was rejected: ${line}`));
    };
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (let end = received.indexOf('\r\n'); end !== -1; end = received.indexOf('\r\n')) {
        const line = received.toString('latin1', 0, end).trim();
        received = received.subarray(end + 2);
        // The server's request for the id that we left out.
        if (line === 'DATA') continue;
        const next = line.startsWith('REJECTED') ? left.shift() : undefined;
        if (next === undefined) {
          finish(line);
          return;
        }
        socket.write(next);
      }
    });
    socket.once('error', (error) => {
      reject(new DBusError(DISCONNECTED, error.message, { cause: error }));
    });
    socket.once('close', () => {
      reject(new DBusError(DISCONNECTED, 'the bus closed the connection'));
    });
  });
}
