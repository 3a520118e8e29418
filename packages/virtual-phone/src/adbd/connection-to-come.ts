import type { Connection } from '../kernel/ports.ts';
import { BrokenPipe } from '../kernel/process.ts';

/**
 * A connection whose other end is asked only when it is first used, as a TCP connection to a listening port is there
 * before anybody accepts it. Where the other end refuses (undefined), it ends without a byte.
 */
export function connectionToCome(open: () => Promise<Connection | undefined>): Connection {
  let opening: Promise<Connection | undefined> | undefined;
  let isClosed = false;
  const opened = (): Promise<Connection | undefined> =>
    (opening ??= isClosed ? refused : open().catch(nothing));
  /** What is to happen to the other end, if it is ever reached. */
  const later = (act: (connection: Connection) => void): void => {
    void opening?.then((connection) => {
      if (connection !== undefined) act(connection);
    });
  };
  return {
    incoming: read(opened),
    outgoing: {
      write: async (bytes) => {
        const connection = await opened();
        if (connection === undefined) throw new BrokenPipe('the host refused the connection');
        await connection.outgoing.write(bytes);
      },
      end: () => {
        later((connection) => {
          connection.outgoing.end();
        });
      },
    },
    close: () => {
      isClosed = true;
      later((connection) => {
        connection.close();
      });
    },
  };
}

const refused = Promise.resolve(undefined);
const nothing = (): undefined => undefined;

async function* read(opened: () => Promise<Connection | undefined>): AsyncGenerator<Uint8Array> {
  const connection = await opened();
  if (connection !== undefined) yield* connection.incoming;
}
