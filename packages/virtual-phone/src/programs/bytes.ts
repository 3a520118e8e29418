/** Programs that treat files as bytes: cat, head, tail, tee, dd, cmp, base64 and the digests. */
import { createHash } from 'node:crypto';
import { readLine } from '../shell/lines.ts';
import { ByteBlock } from '../shell/memory.ts';
import type { Task } from '../shell/task.ts';
import type { Input } from '../kernel/pipe.ts';
import { type OpenFile, openPath } from '../shell/descriptors.ts';
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

/** Passes on everything except the last lines or bytes, which it holds back until more arrives. */
async function allButLast(task: Task, input: Input, wanted: Wanted): Promise<void> {
  const held = new ByteBlock(task.memory);
  for await (const bytes of input) {
    held.push(bytes);
    const end = startOfLast(held.bytes, wanted);
    await task.stdout.write(held.bytes.slice(0, end));
    held.drop(end);
  }
  held.close();
}

/** How many lines or bytes at the end are meant. */
interface Wanted {
  readonly count: number;
  readonly ofBytes: boolean;
}

const NEWLINE = Uint8Array.of(10);
/** Dropping copies the rest, so it is not done for every small chunk. */
const DROP_BYTES = 65_536;

export const tail = tool(async (task) => {
  const options = parseOptions(withCount(task.args), { letters: 'n:c:fqv' });
  const ofBytes = options.has('c');
  const text = options.value('c') ?? options.value('n') ?? '10';
  const count = Math.abs(number(text, 10));
  return eachFile(task, options.rest, async (input) => {
    if (text.startsWith('+')) await fromThe(task, input, { count, ofBytes });
    else await onlyLast(task, input, { count, ofBytes });
  });
});

/** Keeps only the part of the input that may be its end. */
async function onlyLast(task: Task, input: Input, wanted: Wanted): Promise<void> {
  const held = new ByteBlock(task.memory);
  let next = DROP_BYTES;
  for await (const bytes of input) {
    held.push(bytes);
    if (held.size < next) continue;
    held.drop(startOfLast(held.bytes, wanted));
    next = 2 * held.size + DROP_BYTES;
  }
  await task.stdout.write(held.bytes.slice(startOfLast(held.bytes, wanted)));
  held.close();
}

/** `tail -n +3`: everything from the third line on. */
async function fromThe(task: Task, input: Input, { count, ofBytes }: Wanted): Promise<void> {
  let left = Math.max(0, count - 1);
  for await (const bytes of input) {
    let start = 0;
    if (ofBytes) start = Math.min(left, bytes.length);
    else
      while (left > 0 && start < bytes.length) {
        const end = bytes.indexOf(10, start);
        if (end === -1) start = bytes.length;
        else [start, left] = [end + 1, left - 1];
      }
    if (ofBytes) left -= start;
    await task.stdout.write(bytes.subarray(start));
  }
}

function startOfLast(bytes: Uint8Array, { count, ofBytes }: Wanted): number {
  return ofBytes ? Math.max(0, bytes.length - count) : startOfLastLines(bytes, count);
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
  const copies: OpenFile[] = rest.map((name) =>
    openPath(task.system, pathOf(task, name), has('a') ? 'append' : 'write'),
  );
  for await (const bytes of task.stdin) {
    await task.stdout.write(bytes);
    for (const copy of copies) await copy.write(bytes, task.signal);
  }
  return 0;
});

const DD_OPERANDS = new Set(
  'if of ibs obs bs cbs skip seek iseek oseek count conv status iflag oflag files msgfmt progress'.split(' '),
);

/** Copies blocks; what is read is written, without padding. */
export const dd = tool(async (task) => {
  const settings = new Map(
    task.args.map((arg) => [arg.split('=')[0] ?? '', arg.slice(arg.indexOf('=') + 1)]),
  );
  const unknown = [...settings.keys()].find((name) => !DD_OPERANDS.has(name));
  if (unknown !== undefined) throw new ToolError(`unknown operand ${unknown}`);
  // Up to Android 9 dd is NetBSD's, which always prints its statistics.
  if (settings.has('status') && task.system.release <= 9) throw new ToolError('unknown operand status');
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
  if (settings.get('status') === 'none') return status;
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
    contents.push(await readAll(task, input));
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
    if (options.has('d')) await fromBase64(task, input);
    else await toBase64(task, input, width);
  });
});

async function fromBase64(task: Task, input: Input): Promise<void> {
  let rest = '';
  for await (const bytes of input) {
    const text =
      rest +
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/[^A-Za-z0-9+/=]/g, '');
    const whole = text.length - (text.length % 4);
    await task.stdout.write(Buffer.from(text.slice(0, whole), 'base64'));
    rest = text.slice(whole);
  }
  await task.stdout.write(Buffer.from(rest, 'base64'));
}

/** A width of 0 means a single line. */
async function toBase64(task: Task, input: Input, width: number): Promise<void> {
  let rest: Uint8Array = new Uint8Array();
  let column = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    const text = Buffer.from(bytes).toString('base64');
    const lines: string[] = [];
    for (let at = 0; at < text.length;) {
      if (width > 0 && column === width) {
        lines.push('\n');
        column = 0;
      }
      const part = width > 0 ? text.slice(at, at + width - column) : text.slice(at);
      lines.push(part);
      at += part.length;
      column += part.length;
    }
    await say(task, lines.join(''));
  };
  for await (const bytes of input) {
    const all = concatenate([rest, bytes]);
    const whole = all.length - (all.length % 3);
    await put(all.subarray(0, whole));
    rest = all.subarray(whole);
  }
  await put(rest);
  if (width > 0 && column > 0) await say(task, '\n');
}

/** md5sum and the like; toolbox's md5 prints only one space. */
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
