import { createReadStream, existsSync } from 'node:fs';
import { hashOf, type Line, type Link, parseLine, START } from './chain.ts';
import { headFile, rotatedFiles } from './files.ts';
import { linesBehind, readHead } from './head.ts';

/** A line of a record, where it stands. */
export interface Placed {
  readonly file: string;
  /** Counted from 1 in its file. */
  readonly at: number;
  readonly text: string;
}

/** The result of a check of a record. */
export interface Verified {
  readonly lines: number;
  readonly files: number;
  readonly last: Link;
  /** Where the chain is broken first, and how. */
  readonly broken?: { readonly file: string; readonly at: number; readonly why: string };
  /** Findings that are no break: lines that a kill tore. */
  readonly remarks: readonly string[];
}

/** The files of a record in order, the one that is written to last. */
export function filesOf(path: string): string[] {
  const rotated = rotatedFiles(path).map((file) => file.path);
  // Between a rotation and the next line there is none.
  return existsSync(path) || rotated.length === 0 ? [...rotated, path] : rotated;
}

/** The lines of a record over all its files. */
export async function* linesIn(files: readonly string[]): AsyncGenerator<Placed> {
  for (const file of files) {
    let at = 0;
    for await (const line of bytesOfLines(file)) yield { file, at: ++at, text: line.toString() };
  }
}

/** Checks the chain. `pruned`: the oldest files may have been removed. */
export async function verify(path: string, { pruned = false } = {}): Promise<Verified> {
  const files = filesOf(path);
  const chain = new Chain(pruned, readHead(headFile(path)));
  let lines = 0;
  for (const file of files) {
    let at = 0;
    for await (const bytes of bytesOfLines(file)) {
      at += 1;
      lines += 1;
      const why = chain.add(bytes);
      if (why !== undefined)
        return {
          lines,
          files: files.length,
          last: chain.last,
          broken: { file, at, why },
          remarks: chain.remarks,
        };
    }
  }
  const why = chain.end();
  const found = { lines, files: files.length, last: chain.last, remarks: chain.remarks };
  return why === undefined ? found : { ...found, broken: { file: path, at: lines, why } };
}

/** A chain while it is read. */
class Chain {
  readonly remarks: string[] = [];
  readonly #pruned: boolean;
  readonly #head: Link | undefined;
  #last: Link = START;
  /** Lines behind the last whole one that are none: allowed only if the next line says so. */
  #torn: Buffer[] = [];

  constructor(pruned: boolean, head: Link | undefined) {
    this.#pruned = pruned;
    this.#head = head;
  }

  get last(): Link {
    return this.#last;
  }

  /** Checks the next line; returns the problem, if there is one. */
  add(bytes: Buffer): string | undefined {
    const line = parseLine(bytes.toString());
    if (!line) {
      this.#torn.push(bytes);
      return undefined;
    }
    const why = this.#torn.length > 0 ? this.#tornBefore(line) : this.#wrongOrder(line);
    this.#torn = [];
    if (typeof line.unknown_to_head === 'number') this.#remarkOnUnknown(line.unknown_to_head);
    this.#last = { n: line.n, hash: hashOf(bytes) };
    return why ?? this.#otherThanHead();
  }

  end(): string | undefined {
    if (this.#torn.length > 0)
      this.remarks.push(
        'The last line is torn: the server was killed while it wrote. The next start says so in the chain.',
      );
    const unknown = linesBehind(this.#head, this.#last);
    if (unknown > 0) this.#remarkOnUnknown(unknown);
    const { n } = this.#head ?? START;
    if (n <= this.#last.n) return undefined;
    return `${count(n - this.#last.n, 'line')} cut off behind line ${this.#last.n}: ${n} were written`;
  }

  #wrongOrder({ n, prev }: Line): string | undefined {
    const { n: before, hash } = this.#last;
    if (before === 0 && n > 1 && this.#pruned) return undefined;
    if (before === 0 && n > 1)
      return `it begins with line ${n}: what was written before it is gone (--pruned allows that)`;
    if (n !== before + 1) return `line ${n} follows line ${before}: lines were removed, added or moved`;
    return prev === hash
      ? undefined
      : `line ${before} was changed after it was written: line ${n} has another hash for it`;
  }

  #tornBefore({ n, prev, event, torn, last }: Line): string | undefined {
    const rest = Buffer.concat(
      this.#torn.flatMap((bytes, at) => (at === 0 ? [bytes] : [Buffer.from('\n'), bytes])),
    );
    const isSaid = event === 'start' && torn === rest.length && prev === hashOf(rest);
    const fits = n === this.#last.n + 1 && last === this.#last.hash;
    if (!isSaid || !fits)
      return `what stands before line ${n} is no line, and was none when line ${n} was written`;
    this.remarks.push(
      `A line behind line ${this.#last.n} is torn (${rest.length} bytes): the server was killed while it wrote. The next line says so.`,
    );
    return undefined;
  }

  /** It is no break: a computer that lost its power may have kept the lines, and not the head. */
  #remarkOnUnknown(lines: number): void {
    this.remarks.push(
      `FILE.head did not know the ${lines} lines up to line ${this.#last.n}: the power failed, FILE.head was removed, or they were added later.`,
    );
  }

  #otherThanHead(): string | undefined {
    if (this.#last.n !== this.#head?.n || this.#last.hash === this.#head.hash) return undefined;
    return `line ${this.#last.n} is not the one that was written`;
  }
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? ' was' : 's were'}`;
}

/** The lines of a file as bytes, without their ends; what is behind the last line break is one, too. */
async function* bytesOfLines(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]);
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
  }
  if (rest.length > 0) yield rest;
}
