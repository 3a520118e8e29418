/** Programs that print bytes: hexdump, hd, xxd, od. */
import type { Task } from '../shell/task.ts';
import type { Input } from '../kernel/pipe.ts';
import { concatenate } from '../shell/text.ts';
import { BlockWriter, eachFile, parseOptions, say, tool } from './tool.ts';

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}

function printable(bytes: Uint8Array): string {
  return [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
}

async function rows(
  task: Task,
  names: readonly string[],
  row: (bytes: Uint8Array, offset: number) => string,
): Promise<{ status: number; size: number }> {
  let size = 0;
  const output = new BlockWriter(task);
  const status = await eachFile(task, names, async (input) => {
    for await (const bytes of inPieces(input, 16)) {
      await output.write(row(bytes, size));
      size += bytes.length;
    }
  });
  await output.flush();
  return { status, size };
}

/** An input in chunks of one size; the last may be shorter. */
async function* inPieces(input: Input, length: number): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const bytes of input) {
    const all = concatenate([rest, bytes]);
    const whole = all.length - (all.length % length);
    for (let at = 0; at < whole; at += length) yield all.subarray(at, at + length);
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield rest;
}

/** `00000000  68 69 0a …  |hi.|`, the form of hd and hexdump -C. */
export const hexdump = tool(async (task) => {
  const { rest } = parseOptions(task.args, { letters: 'Cvn:s:' });
  const { status, size } = await rows(task, rest, (bytes, offset) => {
    const [left, right] = [bytes.subarray(0, 8), bytes.subarray(8)].map((half) =>
      [...half].map((byte) => hex(byte, 2)).join(' '),
    );
    return `${hex(offset, 8)}  ${(left ?? '').padEnd(23)}  ${(right ?? '').padEnd(23)}  |${printable(bytes)}|\n`;
  });
  await say(task, `${hex(size, 8)}\n`);
  return status;
});

export const xxd = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'prc:g:l:s:' });
  if (options.has('p')) {
    const output = new BlockWriter(task);
    const status = await eachFile(task, options.rest, async (input) => {
      for await (const bytes of inPieces(input, 30))
        await output.write(`${Buffer.from(bytes).toString('hex')}\n`);
    });
    await output.flush();
    return status;
  }
  const { status } = await rows(task, options.rest, (bytes, offset) => {
    const groups = (
      Buffer.from(bytes)
        .toString('hex')
        .match(/.{1,4}/g) ?? []
    ).join(' ');
    return `${hex(offset, 8)}: ${groups.padEnd(39)}  ${printable(bytes)}\n`;
  });
  return status;
});

/** od in its default form (two-byte octal words), with -t x1 or -t c, and -A n. */
export const od = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'A:bcdj:N:ot:vxs' });
  const form =
    options.value('t') ?? (options.has('c') ? 'c' : options.has('b') ? 'o1' : options.has('x') ? 'x2' : 'o2');
  const withOffset = options.value('A') !== 'n';
  const offsetText = (offset: number): string => (withOffset ? offset.toString(8).padStart(7, '0') : '');
  const { status, size } = await rows(
    task,
    options.rest,
    (bytes, offset) => `${offsetText(offset)}${odCells(bytes, form)}\n`,
  );
  if (withOffset) await say(task, `${offsetText(size)}\n`);
  return status;
});

const ESCAPED: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};

function odCells(bytes: Uint8Array, form: string): string {
  if (form.startsWith('c')) {
    return [...bytes]
      .map((byte) =>
        (
          ESCAPED[byte] ??
          (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0'))
        ).padStart(4),
      )
      .join('');
  }
  const width = Number(form.slice(1) || '4');
  const radix = { x: 16, o: 8, u: 10, d: 10 }[form[0] ?? 'o'] ?? 8;
  const digits = (256 ** width - 1).toString(radix).length;
  let text = '';
  for (let at = 0; at < bytes.length; at += width) {
    const value = bytes.subarray(at, at + width).reduceRight((sum, byte) => sum * 256 + byte, 0);
    text += ` ${value.toString(radix).padStart(digits, radix === 10 ? ' ' : '0')}`;
  }
  return text;
}
