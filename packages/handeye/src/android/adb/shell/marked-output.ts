import { bufferOf } from '../byte-reader.ts';

const LINE_FEED = 0x0a;

/** What one command of a turn printed, and its exit code. */
export interface MarkedPart {
  readonly bytes: Buffer;
  readonly code: number;
}

/**
 * Splits what a shell prints into the outputs of its commands. After each one the shell prints the mark, the exit code
 * and a line feed. The mark is random, so no output can contain it by chance or on purpose.
 */
export class MarkedOutput {
  readonly parts: MarkedPart[] = [];
  readonly #mark: Buffer;
  #pieces: Buffer[] = [];
  /** Held back: it may be the start of a mark. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(mark: string) {
    this.#mark = Buffer.from(mark);
  }

  push(chunk: Uint8Array): void {
    let bytes = this.#tail.length === 0 ? bufferOf(chunk) : Buffer.concat([this.#tail, chunk]);
    for (;;) {
      const at = bytes.indexOf(this.#mark);
      const end = at === -1 ? -1 : bytes.indexOf(LINE_FEED, at + this.#mark.length);
      if (end === -1) {
        const known = at === -1 ? Math.max(0, bytes.length - this.#mark.length + 1) : at;
        if (known > 0) this.#pieces.push(bytes.subarray(0, known));
        this.#tail = bytes.subarray(known);
        return;
      }
      if (at > 0) this.#pieces.push(bytes.subarray(0, at));
      this.#finishPart(Number(bytes.toString('latin1', at + this.#mark.length, end)));
      bytes = bytes.subarray(end + 1);
    }
  }

  #finishPart(code: number): void {
    const [only, another] = this.#pieces;
    this.parts.push({ bytes: only && !another ? only : Buffer.concat(this.#pieces), code });
    this.#pieces = [];
  }
}
