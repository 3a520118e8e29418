/** gzip, gunzip, zcat (toybox's since Android 8; the recorded Android 5.1 has gzip only). */
import { createGunzip, createGzip, type Gunzip, type Gzip } from 'node:zlib';
import type { Input } from '../kernel/pipe.ts';
import { openPath } from '../shell/descriptors.ts';
import type { Task } from '../shell/task.ts';
import { complain, eachFile, parseOptions, pathOf, tool, ToolError, type Options } from './tool.ts';

type Verb = 'gzip' | 'gunzip' | 'zcat';

export function gzipAs(verb: Verb) {
  return tool(async (task) => {
    const options = parseOptions(task.args, { letters: 'ncdfk123456789' });
    const job: Job = {
      unpacks: verb !== 'gzip' || options.has('d'),
      toOutput: verb === 'zcat' || options.has('c'),
      level: Number('123456789'.split('').find((digit) => options.has(digit)) ?? 6),
      options,
    };
    let status = 0;
    const opened = await eachFile(task, options.rest, async (input, name) => {
      const done =
        name === '-' || job.toOutput
          ? await toOutput(task, input, job)
          : await toFile(task, input, name, job);
      if (!done) status = 1;
    });
    return opened || status;
  });
}

interface Job {
  readonly unpacks: boolean;
  readonly toOutput: boolean;
  readonly level: number;
  readonly options: Options;
}

async function toOutput(task: Task, input: Input, job: Job): Promise<boolean> {
  await convert(input, job, (bytes) => task.stdout.write(bytes));
  return true;
}

/** Converts `name` to `name.gz` or back, and removes the original. */
async function toFile(task: Task, input: Input, name: string, job: Job): Promise<boolean> {
  const { files } = task.system;
  if (job.unpacks && !/.\.gz$/.test(name)) {
    await complain(task, `no .gz: ${name}`);
    return false;
  }
  const target = job.unpacks ? name.slice(0, -'.gz'.length) : `${name}.gz`;
  const path = pathOf(task, target);
  if (files.exists(path) && !job.options.has('f')) {
    await complain(task, `${target}: File exists`);
    return false;
  }
  const { mode, modified } = files.stat(pathOf(task, name));
  const file = openPath(task.system, path, 'write');
  try {
    await convert(input, job, (bytes) => file.write(bytes, task.signal));
  } catch (error) {
    files.remove(path);
    throw error;
  } finally {
    file.release();
  }
  files.setMode(path, mode);
  files.setModified(path, modified);
  if (!job.options.has('k')) files.remove(pathOf(task, name));
  return true;
}

/** In chunks: neither side is ever in memory as a whole. */
async function convert(
  input: Input,
  { unpacks, level }: Job,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const engine: Gunzip | Gzip = unpacks ? createGunzip() : createGzip({ level });
  const feed = async (): Promise<void> => {
    try {
      for await (const bytes of input) {
        if (!engine.write(bytes)) await new Promise((resolve) => engine.once('drain', resolve));
      }
      engine.end();
    } catch (error) {
      engine.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  // A broken stream never drains, so its close must wake the writing side, too.
  engine.once('close', () => engine.emit('drain'));
  const feeding = feed();
  try {
    for await (const bytes of engine as AsyncIterable<Uint8Array>) await write(bytes);
  } catch (error) {
    throw zlibError(error);
  } finally {
    engine.destroy();
  }
  await feeding;
}

function zlibError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_DATA_ERROR') return new ToolError('not gzip');
  return code === 'Z_BUF_ERROR' ? new ToolError('gzread: unexpected end of file') : error;
}
