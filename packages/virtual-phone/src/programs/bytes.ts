/** Programs that take files as bytes: cat, head, tail, tee, dd, cmp, base64 and the digests. */
import { createHash } from 'node:crypto';
import { readLine } from '../shell/lines.ts';
import type { Task } from '../shell/task.ts';
import type { Input } from '../kernel/pipe.ts';
import type { OpenFile } from '../shell/descriptors.ts';
import { openPath } from '../shell/descriptors.ts';
import { eachFile, number, parseOptions, pathOf, readAll, say, tool, ToolError } from './tool.ts';
import { concatenate, encode } from '../shell/text.ts';

export const cat = tool(async (task) => {
  const { rest } = parseOptions(task.args, { letters: 'estuv' });
  return eachFile(task, rest, async (input) => {
    for await (const bytes of input) await task.stdout.write(bytes);
  });
});

/** `-5` is short for `-n 5`. */
function withCount(args: readonly string[]): string[] {
  return args.map((arg) => arg.replace(/^-(\d+)$/, '-n$1'));
}

export const head = tool(async (task) => {
  const options = parseOptions(withCount(task.args), { letters: 'n:c:qv' });
  const bytes = options.value('c');
  const wanted = number(bytes ?? options.value('n'), 10);
  let first = true;
  return eachFile(task, options.rest, async (input, name) => {
    if (options.rest.length > 1 && !options.has('q'))
      await say(task, `${first ? '' : '\n'}==> ${name} <==\n`);
    first = false;
    if (wanted < 0) await allButLast(task, input, { count: -wanted, ofBytes: bytes !== undefined });
    else if (bytes !== undefined) await firstBytes(task, input, wanted);
    else await firstLines(task, input, wanted);
  });
});

async function firstBytes(task: Task, input: Input, wanted: number): Promise<void> {
  for (let left = wanted; left > 0;) {
    const chunk = await input.read({ limit: left });
    if (!chunk) return;
    await task.stdout.write(chunk);
    left -= chunk.length;
  }
}

async function firstLines(task: Task, input: Input, wanted: number): Promise<void> {
  for (let left = wanted; left > 0; left--) {
    const line = await readLine(input);
    if (!line) return;
    await task.stdout.write(line.complete ? concatenate([line.bytes, NEWLINE]) : line.bytes);
  }
}

async function allButLast(
  task: Task,
  input: Input,
  { count, ofBytes }: { count: number; ofBytes: boolean },
): Promise<void> {
  const bytes = await readAll(input);
  if (ofBytes) await task.stdout.write(bytes.subarray(0, Math.max(0, bytes.length - count)));
  else await task.stdout.write(bytes.subarray(0, startOfLastLines(bytes, count)));
}

const NEWLINE = Uint8Array.of(10);

export const tail = tool(async (task) => {
  const options = parseOptions(withCount(task.args), { letters: 'n:c:fqv' });
  const ofBytes = options.has('c');
  const text = options.value('c') ?? options.value('n') ?? '10';
  const count = Math.abs(number(text, 10));
  return eachFile(task, options.rest, async (input) => {
    const bytes = await readAll(input);
    if (text.startsWith('+')) {
      await task.stdout.write(bytes.subarray(ofBytes ? count - 1 : startOfLine(bytes, count)));
    } else {
      await task.stdout.write(
        bytes.subarray(ofBytes ? Math.max(0, bytes.length - count) : startOfLastLines(bytes, count)),
      );
    }
  });
});

function startOfLine(bytes: Uint8Array, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = bytes.indexOf(10, at);
    if (next === -1) return bytes.length;
    at = next + 1;
  }
  return at;
}

function startOfLastLines(bytes: Uint8Array, count: number): number {
  if (count === 0) return bytes.length;
  let at = bytes.length - 1;
  for (let i = 0; i < count; i++) {
    at = at <= 0 ? -1 : bytes.lastIndexOf(10, at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

export const tee = tool(async (task) => {
  const { rest, has } = parseOptions(task.args, { letters: 'ai' });
  const { files } = task.system;
  const copies: OpenFile[] = rest.map((name) =>
    openPath(files, pathOf(task, name), has('a') ? 'append' : 'write'),
  );
  for await (const bytes of task.stdin) {
    await task.stdout.write(bytes);
    for (const copy of copies) await copy.write(bytes, task.signal);
  }
  return 0;
});

/** Copies blocks; what is read is written, without padding. */
export const dd = tool(async (task) => {
  const settings = new Map(
    task.args.map((arg) => [arg.split('=')[0] ?? '', arg.slice(arg.indexOf('=') + 1)]),
  );
  const blockSize = number(settings.get('bs'), 512);
  const count = number(settings.get('count'), Infinity);
  const skip = number(settings.get('skip'), 0);
  const { files } = task.system;
  const from = settings.get('if');
  const to = settings.get('of');
  let written = 0;
  const wanted = count * blockSize;
  let toSkip = skip * blockSize;
  if (to !== undefined) files.write(pathOf(task, to), new Uint8Array());
  const put = async (bytes: Uint8Array): Promise<void> => {
    written += bytes.length;
    if (to === undefined) await task.stdout.write(bytes);
    else files.write(pathOf(task, to), bytes, { append: true });
  };
  const status = await eachFile(task, from === undefined ? [] : [from], async (input) => {
    while (written < wanted) {
      const bytes = await input.read({ limit: Math.min(65_536, wanted - written + toSkip) });
      if (!bytes) break;
      const skipped = Math.min(toSkip, bytes.length);
      toSkip -= skipped;
      await put(bytes.subarray(skipped));
    }
  });
  const full = Math.floor(written / blockSize);
  const partial = written % blockSize === 0 ? 0 : 1;
  await task.stderr.write(
    encode(
      `${full}+${partial} records in\n${full}+${partial} records out\n${written} bytes (${written} B) copied\n`,
    ),
  );
  return status;
});

export const cmp = tool(async (task) => {
  const { rest, has } = parseOptions(task.args, { letters: 'ls' });
  const contents: Uint8Array[] = [];
  const status = await eachFile(task, rest.slice(0, 2), async (input) => {
    contents.push(await readAll(input));
  });
  const [a, b] = contents;
  if (status !== 0 || !a || !b) return 2;
  const differs = a.findIndex((byte, index) => byte !== b[index]);
  if (differs === -1 && a.length === b.length) return 0;
  if (has('s')) return 1;
  const [first = '', second = ''] = rest;
  if (differs === -1 || differs >= b.length) {
    throw new ToolError(`EOF on ${a.length < b.length ? first : second}`);
  }
  const line = a.subarray(0, differs).filter((byte) => byte === 10).length + 1;
  await say(task, `${first} ${second} differ: char ${differs + 1}, line ${line}\n`);
  return 1;
});

export const base64 = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'diw:' });
  const width = number(options.value('w'), 76);
  return eachFile(task, options.rest, async (input) => {
    const bytes = await readAll(input);
    if (options.has('d')) {
      await task.stdout.write(Buffer.from(Buffer.from(bytes).toString('latin1'), 'base64'));
      return;
    }
    const text = Buffer.from(bytes).toString('base64');
    const lines = width === 0 ? [text] : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []);
    await say(task, lines.join('\n') + (width === 0 || lines.length === 0 ? '' : '\n'));
  });
});

/** md5sum and its kin; toolbox's md5 writes only one space between. */
export function digest(algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512', separator = '  ') {
  return tool(async (task) => {
    const options = parseOptions(task.args, { letters: 'bcs' });
    return eachFile(task, options.rest, async (input, name) => {
      const hash = createHash(algorithm);
      for await (const bytes of input) hash.update(bytes);
      await say(
        task,
        options.has('b') ? `${hash.digest('hex')}\n` : `${hash.digest('hex')}${separator}${name}\n`,
      );
    });
  });
}
