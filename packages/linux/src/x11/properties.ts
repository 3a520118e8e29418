import type { X11Connection } from './connection.ts';
import { encodeName, opcodes, words } from './protocol.ts';

/** A window property. `type` is an atom, `format` is 8, 16 or 32 bits. */
export interface Property {
  readonly type: number;
  readonly format: number;
  readonly bytes: Buffer;
}

/** How much of a property one reply brings, in 4-byte units. */
const MAX_REPLY_WORDS = 0x40000;

/** Reads and writes atoms and window properties. */
export class Properties {
  readonly #connection: X11Connection;
  readonly #atoms = new Map<string, Promise<number>>();

  constructor(connection: X11Connection) {
    this.#connection = connection;
  }

  /** The atom of a name; each is requested only once. */
  atom(name: string): Promise<number> {
    const cached = this.#atoms.get(name);
    if (cached) return cached;
    const atom = this.#connection
      .request({ opcode: opcodes.internAtom, body: encodeName(name) })
      .then((reply) => reply.readUInt32LE(8));
    this.#atoms.set(name, atom);
    return atom;
  }

  /** The whole property; undefined if the window does not have it. */
  async read(window: number, name: string): Promise<Property | undefined> {
    const atom = await this.atom(name);
    const parts: Buffer[] = [];
    for (let offset = 0; ;) {
      const { property, bytesLeft } = await this.#readPart(window, atom, offset);
      if (property.type === 0) return undefined;
      parts.push(property.bytes);
      if (bytesLeft === 0) return { ...property, bytes: Buffer.concat(parts) };
      offset += property.bytes.length / 4;
    }
  }

  /** A property that is a list of 32-bit numbers: cardinals, windows or atoms. */
  async numbers(window: number, name: string): Promise<number[]> {
    const property = await this.read(window, name);
    if (property?.format !== 32) return [];
    const { bytes } = property;
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(4 * index));
  }

  /** A property that is text: UTF-8, or Latin-1 for old types. */
  async text(window: number, name: string): Promise<string | undefined> {
    const [property, utf8] = await Promise.all([this.read(window, name), this.atom('UTF8_STRING')]);
    return property?.bytes.toString(property.type === utf8 ? 'utf8' : 'latin1');
  }

  /** Replaces a window's property. */
  write(window: number, atom: number, { type, format, bytes }: Property): void {
    const header = words(window, atom, type, format, bytes.length / (format / 8));
    this.#connection.send({ opcode: opcodes.changeProperty, body: Buffer.concat([header, bytes]) });
  }

  remove(window: number, atom: number): void {
    this.#connection.send({ opcode: opcodes.deleteProperty, body: words(window, atom) });
  }

  async #readPart(
    window: number,
    atom: number,
    offset: number,
  ): Promise<{ property: Property; bytesLeft: number }> {
    const anyType = 0;
    const body = words(window, atom, anyType, offset, MAX_REPLY_WORDS);
    const reply = await this.#connection.request({ opcode: opcodes.getProperty, body });
    const format = reply.readUInt8(1);
    const length = reply.readUInt32LE(16) * (format / 8);
    const property = { type: reply.readUInt32LE(8), format, bytes: reply.subarray(32, 32 + length) };
    return { property, bytesLeft: reply.readUInt32LE(12) };
  }
}
