import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { hasCode } from '../../device/error-code.ts';
import { hashOf, type Line, type Link, parseLine, START } from './chain.ts';
import { headFile, rotatedFiles } from './files.ts';
import { linesBehind, readHead } from './head.ts';

/** The end of a record, for the process that continues it. */
export interface Tail {
  readonly last: Link;
  /** The last byte is no line break. */
  readonly unended: boolean;
  /** The last line is only a part of one: its bytes, and the hash of the last whole line. */
  readonly torn?: { readonly bytes: number; readonly last: string };
  /** Lines that the head does not know: who writes on says so. */
  readonly unknownToHead: number;
  /** The run before said that it ended, or there was none. */
  readonly ended: boolean;
}

/** Reads how a record ends. Throws UnfitRecord if it is no record. */
export function tailOf(path: string): Tail {
  const found = endOf(path);
  const head = readHead(headFile(path));
  return {
    ...found,
    last: furthest(found.last, head),
    unknownToHead: linesBehind(head, found.last),
  };
}

type End = Omit<Tail, 'unknownToHead'>;

function endOf(path: string): End {
  const bytes = contentOf(path);
  if (bytes.length > 0) return endIn(bytes);
  const before = rotatedFiles(path).at(-1);
  const rotated = before && endIn(contentOf(before.path));
  return { ...(rotated ?? { last: START, ended: true }), unended: false };
}

/** Where lines were cut off, the numbers go on behind them: the gap stays in the record. */
function furthest(last: Link, head: Link | undefined): Link {
  const n = head?.n ?? 0;
  return n > last.n ? { ...last, n } : last;
}

function endIn(bytes: Buffer): End {
  const unended = bytes.at(-1) !== LINE_BREAK;
  const { line, link, end } = lastWholeLine(bytes);
  if (!line && !bytes.toString('utf8', 0, FIRST_BYTES.length).startsWith(FIRST_BYTES))
    throw new UnfitRecord('it is no audit file of Handeye');
  const rest = bytes.subarray(end, unended ? undefined : -1);
  if (end === bytes.length) return { last: link, unended, ended: line?.event === 'end' };
  const torn = { bytes: rest.length, last: link.hash };
  return { last: { n: link.n, hash: hashOf(rest) }, unended, torn, ended: false };
}

const LINE_BREAK = 10;
const FIRST_BYTES = '{"n":';

/** The last line that is whole, and where it ends. Behind it is what was torn, by several kills perhaps. */
function lastWholeLine(bytes: Buffer): { line: Line | undefined; link: Link; end: number } {
  let end = bytes.length;
  while (end > 0) {
    const until = bytes[end - 1] === LINE_BREAK ? end - 1 : end;
    const from = until === 0 ? 0 : bytes.lastIndexOf(LINE_BREAK, until - 1) + 1;
    const text = bytes.subarray(from, until);
    const line = parseLine(text.toString());
    if (line) return { line, link: { n: line.n, hash: hashOf(text) }, end };
    end = from;
  }
  return { line: undefined, link: START, end };
}

/** Empty if there is none. */
function contentOf(path: string): Buffer {
  try {
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) throw new UnfitRecord('it is not a regular file');
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0);
    throw error;
  }
}

/** The file cannot be a record: it is something else. */
export class UnfitRecord extends Error {
  override readonly name = 'UnfitRecord';
}
