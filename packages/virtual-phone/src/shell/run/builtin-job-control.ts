/** Builtins about processes: wait, jobs, kill, fg, bg. */
import { ShellError } from './control.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';
import type { Job } from '../jobs.ts';
import type { SignalResult } from '../processes.ts';
import type { Exit } from '../task.ts';
import { SIGTERM, signalNumber } from '../signals.ts';

async function ended(shell: Interpreter, job: Job): Promise<Exit> {
  const exit = await Promise.race([job.running.exit, aborted(shell.signal)]);
  shell.jobs.forget(job);
  return exit;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

const wait: Builtin = async (shell, args) => {
  if (args.length === 0) {
    // mksh reports a death only if it was asked for that job.
    for (const job of shell.jobs.list()) await ended(shell, job);
    return 0;
  }
  let status = 0;
  for (const name of args) {
    const job = shell.jobs.find(name);
    status = job ? await shell.report(await ended(shell, job)) : 127;
  }
  return status;
};

const jobs: Builtin = async (shell) => {
  const all = shell.jobs.list();
  for (const job of all) {
    const sign = job === all.at(-1) ? '+' : ' ';
    await shell.write(`[${job.number}] ${sign} ${job.exit ? 'Done' : 'Running'}\n`);
    if (job.exit) shell.jobs.forget(job);
  }
  return 0;
};

const kill: Builtin = async (shell, args, name) => {
  const rest = [...args];
  let signal = SIGTERM;
  const first = rest[0] ?? '';
  if (first === '-s') {
    signal = demandSignal(rest[1] ?? '', name);
    rest.splice(0, 2);
  } else if (/^-./.test(first) && first !== '--') {
    signal = demandSignal(first.slice(1), name);
    rest.shift();
  }
  if (rest[0] === '--') rest.shift();
  if (rest.length === 0) {
    await shell.writeError(
      'usage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n\tkill -l [exit_status ...]\n',
    );
    return 1;
  }
  let status = 0;
  for (const target of rest) {
    const failure = signalTo(shell, target, signal);
    if (failure === undefined) continue;
    await shell.complain(`${name}: ${target}: ${failure}`);
    status = 1;
  }
  // The shell itself may be the target; without a trap it ends here.
  shell.task.signal.throwIfAborted();
  return status;
};

function demandSignal(text: string, name: string): number {
  const signal = signalNumber(text);
  if (signal === undefined) throw new ShellError(`${name}: bad signal '${text}'`);
  return signal;
}

const FAILURES: Readonly<Record<SignalResult, string | undefined>> = {
  sent: undefined,
  'no such process': 'No such process',
  'not permitted': 'Operation not permitted',
};

function signalTo(shell: Interpreter, target: string, signal: number): string | undefined {
  const job = shell.jobs.find(target);
  if (!job && !/^-?\d+$/.test(target)) return 'arguments must be jobs or process IDs';
  const pid = job ? job.running.pid : Math.abs(Number(target));
  return FAILURES[shell.task.system.processes.kill(pid, signal)];
}

const noJobControl: Builtin = (_shell, _args, name) => {
  throw new ShellError(`${name}: job control not enabled`);
};

export const jobControl = { wait, jobs, kill, fg: noJobControl, bg: noJobControl } satisfies Record<
  string,
  Builtin
>;
