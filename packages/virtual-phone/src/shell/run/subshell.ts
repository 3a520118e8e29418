/** Copies of a shell that run concurrently with it: pipelines, background jobs, `( … )` and `$( … )`. */
import { createPipe } from '../../kernel/pipe.ts';
import { Killed } from '../../kernel/process.ts';
import { fromBytes, readingEnd, writingEnd, type Descriptors, type OpenFile } from '../descriptors.ts';
import type { Interpreter } from './interpreter.ts';
import { ByteBlock } from '../memory.ts';
import { SIGKILL } from '../signals.ts';
import type { Command, Script } from '../syntax/syntax.ts';
import type { Running } from '../task.ts';
import { decode } from '../text.ts';

/** Starts a copy of a shell, which owns the given descriptors. */
export function startSubshell(
  shell: Interpreter,
  work: (inner: Interpreter) => Promise<number>,
  descriptors: Descriptors = shell.descriptors.inherit(),
): Running {
  const state = shell.state.fork();
  return shell.task.kernel.start(
    (task) => {
      const inner = shell.fork(task, state);
      return inner.runToExit(() => work(inner));
    },
    { ...shell.launch(shell.state.name, []), descriptors },
  );
}

/** Runs commands concurrently, each reading the output of the one before; the last one's exit counts. */
export async function runPipeline(shell: Interpreter, commands: readonly Command[]): Promise<number> {
  const stages: Running[] = [];
  let input: OpenFile | undefined;
  for (const [index, command] of commands.entries()) {
    const descriptors = shell.descriptors.inherit();
    if (input) descriptors.set(0, input);
    input = undefined;
    if (index < commands.length - 1) {
      const pipe = createPipe();
      descriptors.set(1, writingEnd(pipe.writer));
      input = readingEnd(pipe.reader);
    }
    stages.push(startSubshell(shell, (inner) => runReplacing(inner, command), descriptors));
  }
  const exits = await Promise.all(stages.map((stage) => stage.exit));
  return shell.report(exits.at(-1) ?? { code: 0 });
}

/** `command &`: it gets no input, because there is no job control without a terminal, and ends with the session. */
export function startInBackground(shell: Interpreter, command: Command): void {
  const descriptors = shell.descriptors.inherit();
  if (shell.origin !== 'terminal') descriptors.set(0, fromBytes(new Uint8Array()));
  const { signal } = shell;
  shell.signal = shell.task.session.signal;
  try {
    const running = startSubshell(shell, (inner) => runReplacing(inner, command), descriptors);
    shell.state.lastBackground = running.pid;
    shell.jobs.add(running);
  } finally {
    shell.signal = signal;
  }
}

/** The output of a script, without trailing newlines. */
export async function substitute(shell: Interpreter, script: Script): Promise<string> {
  const pipe = createPipe();
  const descriptors = shell.descriptors.inherit();
  descriptors.set(1, writingEnd(pipe.writer));
  const running = startSubshell(shell, (inner) => runSubstitution(inner, script), descriptors);
  const output = new ByteBlock(shell.task.memory);
  try {
    for await (const chunk of pipe.reader) output.push(chunk);
    shell.substitutionStatus = (await running.exit).code;
    shell.signal.throwIfAborted();
    return withoutLastNewlines(decode(output.bytes).replaceAll('\0', '')); // mksh drops NULs
  } catch (error) {
    running.kill(SIGKILL); // too much output: the rest is not read
    throw error;
  } finally {
    output.close();
  }
}

/** Not with a regular expression: `/\n+$/` takes minutes on a megabyte of newlines that end in something else. */
function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** `$(<file)` is the file's content; anything else is run. */
async function runSubstitution(inner: Interpreter, script: Script): Promise<number> {
  const [only, ...more] = script;
  const command = only?.command;
  const isFile =
    more.length === 0 &&
    command?.kind === 'simple' &&
    command.words.length + command.assignments.length === 0 &&
    command.redirects[0]?.operator === '<';
  if (!isFile) return inner.run(script);
  return inner.withRedirects(command.redirects, async () => {
    for (;;) {
      const bytes = await inner.descriptors.get(0)?.read({ signal: inner.signal });
      if (!bytes) return 0;
      await inner.write(bytes);
    }
  });
}

/** The only command of a subshell replaces it, so that a signal ends both. */
async function runReplacing(inner: Interpreter, command: Command): Promise<number> {
  if (command.kind !== 'simple') return inner.execute(command);
  inner.givesWay = true;
  const status = await inner.execute(command);
  const { lastSignal } = inner.jobs;
  if (lastSignal !== undefined) throw new Killed(lastSignal);
  return status;
}
