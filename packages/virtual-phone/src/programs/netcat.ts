/** nc, netcat: connects to a port on the phone, or listens on one (toybox, Android 10+). */
import { type Connection, FIRST_FREE_PORT, LAST_FREE_PORT } from '../kernel/ports.ts';
import { BrokenPipe } from '../kernel/process.ts';
import { socketPair } from '../kernel/socket-pair.ts';
import type { Task } from '../shell/task.ts';
import { number, parseOptions, say, tool, ToolError, type Options } from './tool.ts';

/** The length of the listen queue, as in toybox. */
const BACKLOG = 5;

export const netcat = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'tElLw:W:p:q:s:f:46uUn', stopAtFirst: true });
  for (const letter of ['u', 'U', 'f']) {
    if (options.has(letter)) throw new ToolError(`-${letter} is not available on the virtual phone`);
  }
  if (options.has('l') || options.has('L')) return serve(task, options);
  const [host, port] = options.rest;
  if (host === undefined || port === undefined || options.rest.length > 2) {
    throw new ToolError('bad argument count (see "nc --help")');
  }
  await exchange(task, connect(task, host, port), options);
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

async function serve(task: Task, options: Options): Promise<number> {
  const waiting: Connection[] = [];
  let wake = (): void => undefined;
  const accept = (): Connection => {
    const [outside, inside] = socketPair();
    if (waiting.length < BACKLOG) waiting.push(inside);
    else inside.close();
    wake();
    return outside;
  };
  const { port, release } = bind(task, number(options.value('p'), 0), accept);
  const next = async (): Promise<Connection> => {
    const deadline = deadlineOf(task, options.value('w'));
    deadline.catch(() => undefined); // it may fire after a connection was made
    for (;;) {
      const connection = waiting.shift();
      if (connection !== undefined) return connection;
      const arrived = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([arrived, deadline]);
    }
  };
  try {
    if (!options.has('p')) await say(task, `${port}\n`);
    do {
      const connection = await next();
      if (options.has('l')) release();
      const handled =
        options.rest.length > 0 ? runFor(task, connection, options) : exchange(task, connection, options);
      // In server mode each connection with a command has its own process.
      if (options.has('l') || options.rest.length === 0) await handled;
      else handled.catch(() => undefined);
    } while (!options.has('l'));
    return 0;
  } finally {
    release();
    for (const connection of waiting) connection.close();
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

/** Rejects when the task ends, or after -w seconds. */
async function deadlineOf({ signal, system }: Task, seconds: string | undefined): Promise<never> {
  if (seconds === undefined) {
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    signal.throwIfAborted();
  } else {
    await system.clock.wait(number(seconds, 0) * 1000, signal);
  }
  throw new ToolError('Timeout');
}

/** The command's input and output are the connection. */
async function runFor(task: Task, connection: Connection, options: Options): Promise<void> {
  const { incoming: stdin, outgoing: stdout } = connection;
  try {
    await task.run(options.rest, { stdin, stdout, ...(options.has('E') && { stderr: stdout }) });
  } finally {
    connection.close();
  }
}

/**
 * Copies both ways until the other side ends. The end of the input ends only our direction, or everything after -q
 * seconds.
 */
async function exchange(task: Task, connection: Connection, options: Options): Promise<void> {
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
    const patience = options.value('q');
    if (patience === undefined) return;
    await task.system.clock.wait(number(patience, 0) * 1000, over.signal);
    close();
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
