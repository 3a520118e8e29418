/** Lines out of bytes. */
import type { Input } from '../kernel/pipe.ts';
import { concatenate, decode } from './text.ts';

const NEWLINE = 10;
/** A line that never ends must not fill the memory. */
const LONGEST_LINE = 16 * 1024 * 1024;

export interface Line {
  /** Without its newline. */
  readonly bytes: Uint8Array;
  /** Whether a newline ended it, or the input did. */
  readonly complete: boolean;
}

/** The next line, leaving all that follows unread; undefined at the end. */
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

/** All lines of an input as text. */
export async function* textLines(
  input: Pick<Input, 'read' | 'unread'>,
): AsyncGenerator<{ text: string; complete: boolean }> {
  for (let line = await readLine(input); line; line = await readLine(input)) {
    yield { text: decode(line.bytes), complete: line.complete };
  }
}
