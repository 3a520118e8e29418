/** Bytes of a message's header: the object, then the opcode and the length of the whole message. */
const HEADER_BYTES = 8;
/** libwayland sends and takes no longer messages than this. */
const MAX_MESSAGE_BYTES = 4096;

/** An event of an object. */
export interface WaylandMessage {
  readonly object: number;
  readonly opcode: number;
  readonly body: Buffer;
}

/** An argument of a request: a 32-bit number, a string, or a fraction in 24.8 fixed point. */
export type Argument = number | string | { readonly fixed: number };

/** A request as bytes. Wayland uses the machine's byte order, which is little-endian everywhere that we run. */
export function encodeRequest(object: number, opcode: number, args: readonly Argument[]): Buffer {
  const body = Buffer.concat(args.map(encodeArgument));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(object, 0);
  header.writeUInt16LE(opcode, 4);
  header.writeUInt16LE(HEADER_BYTES + body.length, 6);
  return Buffer.concat([header, body]);
}

function encodeArgument(argument: Argument): Buffer {
  if (typeof argument === 'string') return encodeString(argument);
  const word = Buffer.alloc(4);
  word.writeInt32LE((typeof argument === 'number' ? argument : Math.round(argument.fixed * 256)) | 0);
  return word;
}

/** The length counts the terminating zero but not the padding. */
function encodeString(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const encoded = Buffer.alloc(4 + padded(bytes.length));
  encoded.writeUInt32LE(bytes.length);
  bytes.copy(encoded, 4);
  return encoded;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Splits a byte stream into whole messages. */
export class WaylandSplitter {
  #unread: Buffer = Buffer.alloc(0);

  /** Adds bytes and returns the messages that are now complete. */
  push(bytes: Buffer): WaylandMessage[] {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    const messages: WaylandMessage[] = [];
    while (this.#unread.length >= HEADER_BYTES) {
      const length = this.#unread.readUInt16LE(6);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
        throw new RangeError(`a Wayland message cannot have ${length} bytes`);
      if (this.#unread.length < length) break;
      messages.push({
        object: this.#unread.readUInt32LE(0),
        opcode: this.#unread.readUInt16LE(4),
        body: this.#unread.subarray(HEADER_BYTES, length),
      });
      this.#unread = this.#unread.subarray(length);
    }
    return messages;
  }
}

/** Reads the arguments of an event one after another. */
export class ArgumentReader {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  uint(): number {
    this.#at += 4;
    return this.#body.readUInt32LE(this.#at - 4);
  }

  int(): number {
    return this.uint() | 0;
  }

  string(): string {
    const length = this.uint();
    const start = this.#at;
    this.#at += padded(length);
    return this.#body.toString('utf8', start, start + Math.max(0, length - 1));
  }
}
