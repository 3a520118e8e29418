/** Programs that read files: cat, head, tail, wc, dd and the digests. */
import { createHash } from 'node:crypto';
import { readLine } from '../shell/lines.ts';
import { ByteBlock } from '../shell/memory.ts';
import type { Task } from '../shell/task.ts';
import type { Input } from '../kernel/pipe.ts';
import { eachFile, number, parseOptions, pathOf, say, tool, ToolError } from './tool.ts';
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
    if (bytes !== undefined) await firstBytes(task, input, wanted);
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
  const count = Math.abs(number(options.value('c') ?? options.value('n'), 10));
  return eachFile(task, options.rest, (input) => onlyLast(task, input, { count, ofBytes }));
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

export const wc = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'lwcm' });
  const wanted = Array.from('lwcm').filter((letter) => options.has(letter));
  const letters = wanted.length > 0 ? wanted : ['l', 'w', 'c'];
  const total: Record<string, number> = { l: 0, w: 0, c: 0, m: 0 };
  const line = (counts: Record<string, number>, name: string): string => {
    const text = letters.map((letter) => String(counts[letter] ?? 0)).join(' ');
    return `${text}${name === '-' ? '' : ` ${name}`}\n`;
  };
  const status = await eachFile(task, options.rest, async (input, name) => {
    const counts = await countsOf(input);
    for (const letter of letters) total[letter] = (total[letter] ?? 0) + (counts[letter] ?? 0);
    await say(task, line(counts, name));
  });
  if (options.rest.length > 1) await say(task, line(total, 'total'));
  return status;
});

async function countsOf(input: Input): Promise<Record<string, number>> {
  const counts = { l: 0, w: 0, c: 0, m: 0 };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const word = { isOpen: false };
  const count = (text: string): void => {
    for (const char of text) {
      const isSpace = /\s/.test(char);
      if (char === '\n') counts.l++;
      if (word.isOpen && isSpace) counts.w++;
      counts.m++;
      word.isOpen = !isSpace;
    }
  };
  for await (const bytes of input) {
    counts.c += bytes.length;
    count(decoder.decode(bytes, { stream: true }));
  }
  count(decoder.decode());
  if (word.isOpen) counts.w++;
  return counts;
}

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

/** md5sum, and toolbox's md5. */
export const md5 = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'b' });
  return eachFile(task, options.rest, async (input, name) => {
    const hash = createHash('md5');
    for await (const bytes of input) hash.update(bytes);
    await say(task, options.has('b') ? `${hash.digest('hex')}\n` : `${hash.digest('hex')}  ${name}\n`);
  });
});
