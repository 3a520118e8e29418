import { BrokenPipe, type Sink, type Source } from '../../src/kernel/process.ts';

/** A pipe without a buffer: a write waits until the reader asks for the next bytes. */
export class Pipe implements Sink {
  readonly source: Source = this.#read();
  readonly #pieces: { bytes: Uint8Array; taken: () => void; broken: (error: BrokenPipe) => void }[] = [];
  #wake: () => void = () => undefined;
  #ended = false;
  #broken = false;

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((taken, broken) => {
      if (this.#broken || this.#ended) {
        broken(new BrokenPipe('no reader'));
        return;
      }
      this.#pieces.push({ bytes, taken, broken });
      this.#wake();
    });
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Closes the reader. */
  break(): void {
    this.#broken = true;
    for (const { broken } of this.#pieces.splice(0)) broken(new BrokenPipe('the reader went away'));
    this.#wake();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece !== undefined) {
          yield piece.bytes;
          piece.taken();
        } else if (this.#ended || this.#broken) {
          return;
        } else {
          await new Promise<void>((resolve) => (this.#wake = resolve));
        }
      }
    } finally {
      this.break();
    }
  }
}
