/** printf, echo, true and false. */
import { parseEscapes } from '../shell/syntax/escapes.ts';
import type { Executable } from '../shell/task.ts';
import { tool, ToolError } from './tool.ts';
import { concatenate, encode } from '../shell/text.ts';

const LARGEST_FIELD = 1_000_000;
/** More decimals than the host's numbers can show. */
const MOST_DECIMALS = 100;
const DIRECTIVE = /%(?:%|([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z]))/g;

export const printf = tool(async (task) => {
  const [format, ...args] = task.args[0] === '--' ? task.args.slice(1) : task.args;
  if (format === undefined) throw new ToolError('Needs 1 argument');
  const queue = [...args];
  let stopped = false;
  do {
    const before = queue.length;
    const result = formatOnce(format, queue);
    await task.stdout.write(result.bytes);
    stopped = result.stopped || queue.length === before;
  } while (queue.length > 0 && !stopped);
  return 0;
});

/** Fills the format once with arguments from the queue. */
function formatOnce(format: string, queue: string[]): { bytes: Uint8Array; stopped: boolean } {
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const found of format.matchAll(DIRECTIVE)) {
    const literal = parseEscapes(format.slice(done, found.index), 'printf');
    pieces.push(literal.bytes);
    if (literal.stopped) return { bytes: concatenate(pieces), stopped: true };
    done = found.index + found[0].length;
    const [whole, flags = '', width, precision, letter = ''] = found;
    if (whole === '%%') {
      pieces.push(Uint8Array.of(0x25));
      continue;
    }
    const size = (text: string | undefined): number | undefined =>
      text === undefined ? undefined : sizeOf(text === '*' ? (queue.shift() ?? '0') : text);
    const [wanted, exact] = [size(width) ?? 0, size(precision)];
    if (letter === 'b') {
      const inner = parseEscapes(queue.shift() ?? '', 'printf');
      pieces.push(inner.bytes);
      if (inner.stopped) return { bytes: concatenate(pieces), stopped: true };
      continue;
    }
    pieces.push(encode(pad(convert(letter, queue.shift(), exact, flags), wanted, flags)));
  }
  const rest = parseEscapes(format.slice(done), 'printf');
  return { bytes: concatenate([...pieces, rest.bytes]), stopped: rest.stopped };
}

/** A width or precision, bounded: a format could ask for a field of many megabytes. */
function sizeOf(text: string): number {
  const size = Number(text) || 0;
  if (Math.abs(size) > LARGEST_FIELD) throw new ToolError(`bad width ${text}`);
  return size;
}

function convert(
  letter: string,
  arg: string | undefined,
  precision: number | undefined,
  flags: string,
): string {
  const number = numberOf(arg);
  switch (letter) {
    case 's':
      return precision === undefined ? (arg ?? '') : (arg ?? '').slice(0, precision);
    case 'c':
      return (arg ?? '').slice(0, 1);
    case 'd':
      return signed(Math.trunc(number), flags, precision);
    case 'x':
      return (
        (flags.includes('#') ? '0x' : '') +
        Math.trunc(number)
          .toString(16)
          .padStart(precision ?? 0, '0')
      );
    case 'f':
      return signed(number, flags, undefined, precision ?? 6);
    default:
      throw new ToolError(`bad %${letter}@1`);
  }
}

function signed(value: number, flags: string, digits?: number, decimals = 0): string {
  const text = Math.abs(value)
    .toFixed(Math.min(decimals, MOST_DECIMALS))
    .padStart(digits ?? 0, '0');
  return (value < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + text;
}

function numberOf(arg: string | undefined): number {
  if (arg === undefined || arg === '') return 0;
  if (/^['"]/.test(arg)) return arg.codePointAt(1) ?? 0;
  const value = /^[-+]?0[0-7]+$/.test(arg) ? parseInt(arg, 8) : Number(arg);
  return Number.isNaN(value) ? 0 : value;
}

function pad(text: string, width: number, flags: string): string {
  if (width < 0 || flags.includes('-')) return text.padEnd(Math.abs(width));
  if (!flags.includes('0')) return text.padStart(width);
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

/** The program, for `exec echo`; the shell has a builtin. */
export const echo = tool(async (task) => {
  const words = [...task.args];
  let newline = true;
  let escapes = false;
  for (let word = words[0]; word !== undefined && /^-[neE]+$/.test(word); word = words[0]) {
    words.shift();
    if (word.includes('n')) newline = false;
    if (word.includes('e')) escapes = true;
  }
  const text = words.join(' ');
  const { bytes, stopped } = escapes ? parseEscapes(text, 'echo') : { bytes: encode(text), stopped: false };
  await task.stdout.write(newline && !stopped ? concatenate([bytes, Uint8Array.of(10)]) : bytes);
  return 0;
});

export const succeed: Executable = () => Promise.resolve(0);
export const failAlways: Executable = () => Promise.resolve(1);
