import type { Connection } from './ports.ts';
import { createPipe, type Pipe } from './pipe.ts';

/** The two ends of a connection inside the phone. Each can end its own direction first, as TCP's can. */
export function socketPair(): readonly [Connection, Connection] {
  const [there, back] = [createPipe(), createPipe()];
  return [endOf(there, back), endOf(back, there)];
}

function endOf(incoming: Pipe, outgoing: Pipe): Connection {
  return {
    incoming: incoming.reader,
    outgoing: outgoing.writer,
    close: () => {
      outgoing.writer.end();
      incoming.reader.close();
    },
  };
}
