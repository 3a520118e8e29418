import type { Connection } from '../../kernel/ports.ts';
import { createPipe } from '../../kernel/pipe.ts';
import { BrokenPipe } from '../../kernel/process.ts';
import type { RunningAndroid } from '../running-android.ts';
import { perform } from './network-commands.ts';

/** Longer lines are not commands. */
const LONGEST_LINE = 65_536;

/**
 * `monkey --port N`: takes one command per line, answers each with OK or ERROR, and ends at `quit`. The real monkey
 * outlives the stream that started it; here it ends with it, like every program.
 */
export async function serve(android: RunningAndroid, port: number, signal: AbortSignal): Promise<boolean> {
  const connections = new Set<Connection>();
  let quit: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    quit = resolve;
  });
  const leave = android.ports.listen(`tcp:${port}`, () => {
    const [here, there] = connectionPair();
    connections.add(here);
    void converse(android, here, quit).finally(() => connections.delete(here));
    return there;
  });
  if (leave === undefined) return false;
  signal.addEventListener('abort', quit, { once: true });
  try {
    if (!signal.aborted) await over;
  } finally {
    leave();
    for (const connection of connections) connection.close();
  }
  return true;
}

async function converse(android: RunningAndroid, connection: Connection, quit: () => void): Promise<void> {
  try {
    for await (const line of linesOf(connection)) {
      const reply = await perform(android, line);
      if (reply === 'done') break;
      await connection.outgoing.write(Buffer.from(reply === 'quit' ? 'OK\n' : `${reply}\n`));
      if (reply !== 'quit') continue;
      quit();
      break;
    }
  } catch (error) {
    if (!(error instanceof BrokenPipe)) throw error; // the host disconnected
  } finally {
    connection.outgoing.end();
  }
}

async function* linesOf({ incoming }: Connection): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of incoming) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) return;
    yield* lines.map((line) => line.replace(/\r$/, ''));
  }
}

/** The two ends of a connection. */
function connectionPair(): readonly [Connection, Connection] {
  const [one, other] = [createPipe(), createPipe()];
  const end = (incoming: typeof one, outgoing: typeof one): Connection => ({
    incoming: incoming.reader,
    outgoing: outgoing.writer,
    close() {
      outgoing.writer.end();
      incoming.reader.close();
    },
  });
  return [end(one, other), end(other, one)];
}
