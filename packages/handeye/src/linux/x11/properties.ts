import type { XServer } from './server.ts';

/** A property's value as the server holds it. */
export interface Property {
  readonly type: number;
  readonly format: number;
  readonly bytes: Buffer;
}

const opcode = { internAtom: 16, changeProperty: 18, deleteProperty: 19, getProperty: 20 };

/** In words of four bytes: as much of a property as one answer brings. */
const LONGEST_PART = 0x40000;

/** Names that X servers know by numbers, and the properties of windows. */
export class Properties {
  readonly #server: XServer;
  readonly #atoms = new Map<string, Promise<number>>();

  constructor(server: XServer) {
    this.#server = server;
  }

  /** The number of a name; asked once. */
  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known) return known;
    const bytes = Buffer.from(name, 'latin1');
    const body = Buffer.alloc(4 + bytes.length);
    body.writeUInt16LE(bytes.length, 0);
    bytes.copy(body, 4);
    const asked = this.#server
      .ask({ opcode: opcode.internAtom, body })
      .then((reply) => reply.readUInt32LE(8));
    this.#atoms.set(name, asked);
    return asked;
  }

  /** A window's whole property; undefined where it has none. */
  async read(window: number, name: string): Promise<Property | undefined> {
    const atom = await this.atom(name);
    const parts: Buffer[] = [];
    for (let offset = 0; ;) {
      const { property, left } = await this.#part(window, atom, offset);
      if (property.type === 0) return undefined;
      parts.push(property.bytes);
      if (left === 0) return { ...property, bytes: Buffer.concat(parts) };
      offset += property.bytes.length / 4;
    }
  }

  /** A property that is a list of numbers: cardinals, windows, atoms. */
  async numbers(window: number, name: string): Promise<number[]> {
    const property = await this.read(window, name);
    if (property?.format !== 32) return [];
    const { bytes } = property;
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(4 * index));
  }

  /** A property that is text; old ones are Latin-1. */
  async text(window: number, name: string): Promise<string | undefined> {
    const [property, utf8] = await Promise.all([this.read(window, name), this.atom('UTF8_STRING')]);
    return property?.bytes.toString(property.type === utf8 ? 'utf8' : 'latin1');
  }

  /** Replaces a window's property. */
  write(window: number, atom: number, { type, format, bytes }: Property): void {
    const body = Buffer.alloc(20 + bytes.length);
    body.writeUInt32LE(window, 0);
    body.writeUInt32LE(atom, 4);
    body.writeUInt32LE(type, 8);
    body.writeUInt8(format, 12);
    body.writeUInt32LE(bytes.length / (format / 8), 16);
    bytes.copy(body, 20);
    this.#server.send({ opcode: opcode.changeProperty, body });
  }

  remove(window: number, atom: number): void {
    const body = Buffer.alloc(8);
    body.writeUInt32LE(window, 0);
    body.writeUInt32LE(atom, 4);
    this.#server.send({ opcode: opcode.deleteProperty, body });
  }

  async #part(window: number, atom: number, offset: number): Promise<{ property: Property; left: number }> {
    const body = Buffer.alloc(20);
    body.writeUInt32LE(window, 0);
    body.writeUInt32LE(atom, 4);
    body.writeUInt32LE(offset, 12);
    body.writeUInt32LE(LONGEST_PART, 16);
    const reply = await this.#server.ask({ opcode: opcode.getProperty, body });
    const format = reply.readUInt8(1);
    const length = reply.readUInt32LE(16) * (format / 8);
    const property = { type: reply.readUInt32LE(8), format, bytes: reply.subarray(32, 32 + length) };
    return { property, left: reply.readUInt32LE(12) };
  }
}
