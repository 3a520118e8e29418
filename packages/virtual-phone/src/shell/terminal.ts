/** The terminal of an interactive `adb shell`: echo, erasing, ^C, ^D, and CR LF for each line that is written. */
import { createPipe, type PipeReader } from '../kernel/pipe.ts';
import type { TerminalSize } from '../kernel/process.ts';
import { OpenFile } from './descriptors.ts';
import { concatenate, encode } from './text.ts';

const INTERRUPT = 0x03;
const END_OF_FILE = 0x04;
const BACKSPACE = 0x08;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ERASE_LINE = 0x15;
const DELETE = 0x7f;
const FIRST_PRINTABLE = 0x20;
const TAB = 0x09;

const ERASED = '\b \b';

export class Terminal {
  size: TerminalSize;
  /** The programs' side. */
  readonly file: OpenFile;
  /** The output on the user's side. */
  readonly screen: PipeReader;
  /** Called for ^C. */
  onInterrupt: () => void = () => undefined;
  readonly #typed = createPipe();
  readonly #shown = createPipe();
  /** The line being typed; programs get it when it is complete. */
  #line: number[] = [];

  /** A raw terminal passes bytes unchanged in both directions. */
  readonly #raw: boolean;

  constructor(size: TerminalSize, raw = false) {
    this.#raw = raw;
    this.size = size;
    this.screen = this.#shown.reader;
    this.file = new OpenFile(
      {
        read: (request) => this.#typed.reader.read(request),
        unread: (bytes) => {
          this.#typed.reader.unread(bytes);
        },
        write: (bytes, signal) => this.#shown.writer.write(raw ? bytes : withCarriageReturns(bytes), signal),
        close: () => {
          this.#shown.writer.end();
        },
      },
      true,
    );
  }

  /** Takes typed bytes. */
  async type(bytes: Uint8Array): Promise<void> {
    if (this.#raw) await this.#typed.writer.write(bytes);
    else for (const byte of bytes) await this.#key(byte);
  }

  /** Ends the typed input. */
  hangUp(): void {
    this.#typed.writer.end();
  }

  async #key(byte: number): Promise<void> {
    switch (byte) {
      case INTERRUPT:
        this.#line = [];
        await this.#echo('^C\r\n');
        this.onInterrupt();
        return;
      case END_OF_FILE:
        if (this.#line.length === 0) this.hangUp();
        else await this.#deliver();
        return;
      case BACKSPACE:
      case DELETE:
        await this.#erase();
        return;
      case ERASE_LINE:
        while (this.#line.length > 0) await this.#erase();
        return;
      case CARRIAGE_RETURN:
      case LINE_FEED:
        this.#line.push(LINE_FEED);
        await this.#echo('\r\n');
        await this.#deliver();
        return;
    }
    this.#line.push(byte);
    if (byte >= FIRST_PRINTABLE || byte === TAB) await this.#echo(Uint8Array.of(byte));
  }

  async #deliver(): Promise<void> {
    const line = Uint8Array.from(this.#line);
    this.#line = [];
    await this.#typed.writer.write(line);
  }

  /** Erases one character, with all its UTF-8 bytes. */
  async #erase(): Promise<void> {
    let byte = this.#line.pop();
    if (byte === undefined) return;
    while (byte !== undefined && (byte & 0xc0) === 0x80) byte = this.#line.pop();
    await this.#echo(ERASED);
  }

  async #echo(output: string | Uint8Array): Promise<void> {
    await this.#shown.writer.write(typeof output === 'string' ? encode(output) : output);
  }
}

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(LINE_FEED)) return bytes;
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    pieces.push(bytes.subarray(done, at), Uint8Array.of(CARRIAGE_RETURN, LINE_FEED));
    done = at + 1;
  }
  pieces.push(bytes.subarray(done));
  return concatenate(pieces);
}
