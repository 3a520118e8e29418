/** nc, netcat: connects to a port on the phone, or listens on one (toybox, Android 10+). */
import { type Connection, FIRST_FREE_PORT, LAST_FREE_PORT } from '../kernel/ports.ts';
import { BrokenPipe } from '../kernel/process.ts';
import { socketPair } from '../kernel/socket-pair.ts';
import type { Task } from '../shell/task.ts';
import { number, parseOptions, say, tool, ToolError, type Options } from './tool.ts';

export const netcat = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'lp:' });
  if (options.has('l')) return serve(task, options);
  const [host, port] = options.rest;
  if (host === undefined || port === undefined || options.rest.length > 2) {
    throw new ToolError('bad argument count (see "nc --help")');
  }
  await exchange(task, connect(task, host, port));
  return 0;
});

function connect(task: Task, host: string, port: string): Connection {
  const { network } = task.system;
  const ip = network.resolve(host);
  if (ip === undefined) throw new ToolError(`${host}:${port}: No address associated with hostname`);
  const reach = network.reach(ip);
  if (reach === 'silent') throw new ToolError('connect: No route to host');
  if (reach === 'unreachable') throw new ToolError('connect: Network is unreachable');
  const connection = network.ports.connect(`tcp:${number(port, 0)}`);
  if (connection === undefined) throw new ToolError('connect: Connection refused');
  return connection;
}

/** Serves one connection. */
async function serve(task: Task, options: Options): Promise<number> {
  let take: (connection: Connection) => void = () => undefined;
  const connected = new Promise<Connection>((resolve) => (take = resolve));
  const accept = (): Connection => {
    const [outside, inside] = socketPair();
    take(inside);
    return outside;
  };
  const { port, release } = bind(task, number(options.value('p'), 0), accept);
  try {
    if (!options.has('p')) await say(task, `${port}\n`);
    const connection = await Promise.race([connected, ended(task.signal)]);
    release();
    await exchange(task, connection);
    return 0;
  } finally {
    release();
  }
}

function bind(task: Task, wanted: number, accept: () => Connection): { port: number; release: () => void } {
  const { ports } = task.system.network;
  const last = wanted === 0 ? LAST_FREE_PORT : wanted;
  for (let port = wanted === 0 ? FIRST_FREE_PORT : wanted; port <= last; port++) {
    const release = ports.listen(`tcp:${port}`, accept);
    if (release !== undefined) return { port, release };
  }
  throw new ToolError('bind: Address already in use');
}

async function ended(signal: AbortSignal): Promise<never> {
  if (!signal.aborted)
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
  throw signal.reason;
}

/** Copies both ways until the other side ends. The end of the input ends only our direction. */
async function exchange(task: Task, connection: Connection): Promise<void> {
  const over = new AbortController();
  const close = (): void => {
    over.abort(new BrokenPipe('the connection is over'));
    connection.close();
  };
  task.signal.addEventListener('abort', close, { once: true });
  const send = async (): Promise<void> => {
    for (let bytes = await read(); bytes !== undefined; bytes = await read()) {
      await connection.outgoing.write(bytes);
    }
    connection.outgoing.end();
  };
  const read = () => task.stdin.read({ signal: over.signal });
  const sending = send().catch(ignoreBrokenPipe);
  try {
    for await (const bytes of connection.incoming) await task.stdout.write(bytes);
    task.signal.throwIfAborted();
  } finally {
    task.signal.removeEventListener('abort', close);
    close();
    await sending;
  }
}

function ignoreBrokenPipe(error: unknown): void {
  if (!(error instanceof BrokenPipe)) throw error;
}
