/** Programs that run others: xargs, env, timeout, nohup, setsid, toybox, which. */
import { setMaxListeners } from 'node:events';
import { Killed } from '../kernel/process.ts';
import type { Task, Executable } from '../shell/task.ts';
import { SIGHUP, SIGTERM, signalNumber } from '../shell/signals.ts';
import { complain, number, parseOptions, readAll, say, tool, ToolError } from './tool.ts';
import { decode, encode } from '../shell/text.ts';

const DEFAULT_BATCH = 5000;

export const xargs = tool(async (task) => {
  const options = parseOptions(task.args, { letters: '0E:I:L:n:oP:prs:tx', stopAtFirst: true });
  const text = decode(await readAll(task, task.stdin));
  const words = options.has('0') ? text.split('\0').filter((word) => word !== '') : splitQuoted(text);
  const command = options.rest.length > 0 ? options.rest : ['echo'];
  const placeholder = options.value('I');
  if (placeholder !== undefined) {
    let status = 0;
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
      const argv = command.map((part) => part.replaceAll(placeholder, line.trimStart()));
      status = worse(status, await task.run(argv, { stdin: nothing() }));
    }
    return status;
  }
  if (words.length === 0 && options.has('r')) return 0;
  const batch = number(options.value('n') ?? options.value('L'), DEFAULT_BATCH);
  let status = 0;
  do {
    status = worse(status, await task.run([...command, ...words.splice(0, batch)], { stdin: nothing() }));
  } while (words.length > 0 && status < 124);
  return status;
});

/** xargs reports failures of its children as 123, and failures to start one by their own code. */
function worse(status: number, latest: number): number {
  if (latest === 126 || latest === 127) return latest;
  return latest === 0 ? status : 123;
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // Children must not read the list.
}

function splitQuoted(text: string): string[] {
  const words = text.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gs) ?? [];
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/gs, (_, a?: string, b?: string, c?: string) => a ?? b ?? c ?? ''),
  );
}

export const env = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'i0u:', stopAtFirst: true });
  const variables = new Map(options.has('i') ? [] : task.env);
  for (const name of options.values('u')) variables.delete(name);
  const rest = [...options.rest];
  for (let next = rest[0]; next !== undefined && /^[^=]+=/.test(next); next = rest[0]) {
    variables.set(next.slice(0, next.indexOf('=')), next.slice(next.indexOf('=') + 1));
    rest.shift();
  }
  if (rest.length > 0) return task.run(rest, { env: variables });
  await say(task, [...variables].map(([name, value]) => `${name}=${value}\n`).join(''));
  return 0;
});

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds given as 1.5, 2m, 1h. */
function duration(text: string): number {
  const found = /^(\d*\.?\d+)([smhd]?)$/.exec(text);
  if (!found) throw new ToolError(`bad duration '${text}'`);
  return Number(found[1]) * (UNITS[found[2] ?? ''] ?? 1);
}

export const timeout = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'k:s:v', stopAtFirst: true });
  const [time, ...command] = options.rest;
  if (time === undefined || command.length === 0) throw new ToolError('Needs 2 arguments', 125);
  const signal = signalNumber(options.value('s') ?? 'TERM') ?? SIGTERM;
  const child = new AbortController();
  const timer = new AbortController();
  const expiry = task.system.clock
    .wait(duration(time) * 1000, AbortSignal.any([timer.signal, task.signal]))
    .then(
      () => {
        child.abort(new Killed(signal));
        return true;
      },
      () => false,
    );
  const status = await task.run(command, { signal: child.signal });
  timer.abort();
  const expired = await expiry;
  return expired && signal === SIGTERM ? 124 : status;
});

/** The child survives its session: SIGHUP does not reach it. */
export const nohup: Executable = (task) =>
  runDetached(task, (reason) => !(reason instanceof Killed && reason.signal === SIGHUP));

/** The child has its own session: only signals sent directly to it, or to the task it replaced, reach it. */
export const setsid: Executable = (task) => runDetached(task, () => !task.session.signal.aborted);

/** Runs a command that ends with this task only for some reasons. */
async function runDetached(task: Task, concerns: (reason: unknown) => boolean): Promise<number> {
  const [name, ...args] = task.args;
  if (name === undefined) {
    await complain(task, 'Needs 1 argument');
    return 125;
  }
  const found = task.kernel.lookUp(name, { path: task.env.get('PATH') ?? '', cwd: task.cwd });
  if ('failure' in found) {
    await complain(task, `exec ${name}: No such file or directory`);
    return 127;
  }
  const detached = new AbortController();
  setMaxListeners(0, detached.signal);
  task.signal.addEventListener('abort', () => {
    if (concerns(task.signal.reason)) detached.abort(task.signal.reason);
  });
  const { env: variables, cwd, terminal, pid: parent } = task;
  const session = { signal: detached.signal, terminal: undefined };
  const descriptors = task.descriptors.inherit();
  const launch = {
    name,
    args,
    env: variables,
    cwd,
    terminal,
    session,
    descriptors,
    signal: detached.signal,
    parent,
    replacesParent: true,
  };
  return (await task.kernel.start(found.executable, launch).exit).code;
}

/** `toybox md5sum x`: runs the tools through the one binary that contains them. */
export function multiplexer(tools: () => ReadonlyMap<string, Executable>): Executable {
  return async (task) => {
    const [name, ...args] = task.args;
    if (name === undefined) {
      await say(task, `${[...tools().keys()].sort().join(' ')}\n`);
      return 0;
    }
    const applet = tools().get(name);
    if (applet) return applet({ ...task, name, args });
    await complain(task, `Unknown command ${name}`);
    return 127;
  };
}

/** Recorded on Android 5.1. */
export function toolbox(tools: () => ReadonlyMap<string, Executable>): Executable {
  const run = multiplexer(tools);
  return async (task: Task) => {
    const [name] = task.args;
    if (name === undefined) {
      await say(task, 'Toolbox!\n');
      return 0;
    }
    if (tools().has(name)) return run(task);
    await task.stderr.write(encode(`${name}: no such tool\n`));
    return 255;
  };
}

export const which = tool(async (task) => {
  const { rest } = parseOptions(task.args, { letters: 'a' });
  let status = 0;
  for (const name of rest) {
    const found = task.kernel.lookUp(name, { path: task.env.get('PATH') ?? '', cwd: task.cwd });
    if ('path' in found) await say(task, `${found.path}\n`);
    else status = 1;
  }
  return status;
});

export const yes = tool(async (task) => {
  const line = `${task.args.length > 0 ? task.args.join(' ') : 'y'}\n`;
  const block = encode(line.repeat(Math.max(1, Math.floor(4096 / line.length))));
  for (;;) await task.stdout.write(block);
});

export const sleep = tool(async (task) => {
  if (task.args.length === 0) throw new ToolError('Needs 1 argument');
  const seconds = task.args.reduce((sum, arg) => sum + duration(arg), 0);
  await task.system.clock.wait(seconds * 1000, task.signal);
  return 0;
});
