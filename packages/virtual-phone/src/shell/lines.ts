/** Reads lines from bytes. */
import type { Input } from '../kernel/pipe.ts';
import { breathe } from './clock.ts';
import { concatenate, decode } from './text.ts';

const NEWLINE = 10;
/** Bounds the memory for a line that never ends. */
const LONGEST_LINE = 4 * 1024 * 1024;

export interface Line {
  /** Without its newline. */
  readonly bytes: Uint8Array;
  /** Whether it ended with a newline, not with the end of the input. */
  readonly complete: boolean;
}

/** The next line; what follows stays unread. Undefined at the end. */
export async function readLine(
  input: Pick<Input, 'read' | 'unread'>,
  signal?: AbortSignal,
): Promise<Line | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const bytes = await input.read(signal ? { signal } : {});
    if (!bytes) return size > 0 ? { bytes: concatenate(pieces), complete: false } : undefined;
    const end = bytes.indexOf(NEWLINE);
    if (end !== -1) {
      pieces.push(bytes.subarray(0, end));
      if (end + 1 < bytes.length) input.unread(bytes.subarray(end + 1));
      return { bytes: concatenate(pieces), complete: true };
    }
    pieces.push(bytes);
    size += bytes.length;
    if (size > LONGEST_LINE) return { bytes: concatenate(pieces), complete: false };
  }
}

/** All lines of an input as text. What comes after the last requested line stays unread. */
export async function* textLines(
  input: Pick<Input, 'read' | 'unread'>,
): AsyncGenerator<{ text: string; complete: boolean }> {
  const started: Uint8Array[] = [];
  let size = 0;
  const line = (end: Uint8Array): string => {
    const bytes = size === 0 ? end : concatenate([...started, end]);
    started.length = 0;
    size = 0;
    return decode(bytes);
  };
  for (let bytes = await input.read(); bytes; bytes = await input.read()) {
    let start = 0;
    try {
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        const text = line(bytes.subarray(start, end));
        start = end + 1;
        yield { text, complete: true };
        await breathe();
      }
      started.push(bytes.subarray(start));
      size += bytes.length - start;
      start = bytes.length;
    } finally {
      if (start < bytes.length) input.unread(bytes.subarray(start));
    }
    if (size > LONGEST_LINE) yield { text: line(NOTHING), complete: false };
  }
  if (size > 0) yield { text: line(NOTHING), complete: false };
}

const NOTHING = new Uint8Array();
