/** Programs that run others or stay: nohup, toybox, toolbox, which, yes, sleep. */
import { setMaxListeners } from 'node:events';
import { Killed } from '../kernel/process.ts';
import type { Executable, Task } from '../shell/task.ts';
import { SIGHUP } from '../shell/signals.ts';
import { complain, parseOptions, say, tool, ToolError } from './tool.ts';
import { encode } from '../shell/text.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds given as 1.5, 2m, 1h. */
function duration(text: string): number {
  const found = /^(\d*\.?\d+)([smhd]?)$/.exec(text);
  if (!found) throw new ToolError(`bad duration '${text}'`);
  return Number(found[1]) * (UNITS[found[2] ?? ''] ?? 1);
}

/** The child survives its session: SIGHUP does not reach it. */
export const nohup: Executable = async (task) => {
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
    const { reason } = task.signal as { reason: unknown };
    if (!(reason instanceof Killed && reason.signal === SIGHUP)) detached.abort(reason);
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
};

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
