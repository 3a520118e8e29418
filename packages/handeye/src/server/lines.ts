import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

/** The lines of a stream, without their ends; undefined in place of a line longer than `maxLength`. */
export async function* linesOf(input: Readable, maxLength: number): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  let tooLong = false;
  for await (const chunk of input) {
    const [first = '', ...others] = decoder.write(chunk as Buffer).split('\n');
    let piece = first;
    for (const next of others) {
      yield tooLong || line.length + piece.length > maxLength ? undefined : trimEnd(line + piece);
      line = '';
      tooLong = false;
      piece = next;
    }
    tooLong ||= line.length + piece.length > maxLength;
    line = tooLong ? '' : line + piece;
  }
  if (line !== '') yield trimEnd(line);
}

/** Windows ends a line with CR LF. */
function trimEnd(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
