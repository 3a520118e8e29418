import type { IncomingMessage } from 'node:http';

/** Reads a body of at most `maxBytes`; undefined when more arrives. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks.length = 0;
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      reject(new Error('The client went away.'));
    });
  });
}

/**
 * Reads and discards what a refused client still sends, for a moment: closing at once would reset the connection, and
 * the client would never read why it was refused.
 */
export async function discardRest(request: IncomingMessage, milliseconds: number): Promise<void> {
  if (request.complete) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).resume();
  });
}
