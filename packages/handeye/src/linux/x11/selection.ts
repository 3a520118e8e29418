import type { Call } from '../../device/call.ts';
import { orAborted } from '../../device/call.ts';
import { timedOut } from '../../device/errors.ts';
import type { Properties } from './properties.ts';
import type { XServer } from './server.ts';

const opcode = {
  changeAttributes: 2,
  setOwner: 22,
  getOwner: 23,
  convert: 24,
  sendEvent: 25,
};
const event = { propertyNotify: 28, selectionClear: 29, selectionRequest: 30, selectionNotify: 31 };
const PROPERTY_CHANGE = 0x40_0000;
const ATTRIBUTE_EVENTS = 0x800;
const newValue = 0;
const deleted = 1;

/** More than this travels in pieces (ICCCM's INCR): a single request has an end. */
const PIECE = 128 * 1024;
/** An owner that does not answer within this time is stuck. */
const PATIENCE = 3000;
/** The types of text that we offer, all of them UTF-8 but STRING, which old programs ask for. */
const textTypes = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT', 'STRING'];
const OUR_PROPERTY = 'HANDEYE_CLIPBOARD';

interface Transfer {
  readonly window: number;
  readonly property: number;
  readonly type: number;
  rest: Buffer;
}

/** The clipboard of a display. In X it is not kept anywhere: whoever copied last hands it out when asked. */
export class Selection {
  readonly #server: XServer;
  readonly #properties: Properties;
  readonly #window: number;
  readonly #transfers: Transfer[] = [];
  #text: string | undefined;

  constructor(server: XServer, properties: Properties, window: number) {
    this.#server = server;
    this.#properties = properties;
    this.#window = window;
    server.listen((packet) => {
      // It fails only when the connection ends, and then nobody is there who would wait for what was asked.
      this.#hear(packet).catch(() => undefined);
    });
  }

  /** Takes the clipboard and hands the text out until somebody else copies. */
  async write(text: string, call: Call): Promise<void> {
    this.#text = text;
    const clipboard = await this.#properties.atom('CLIPBOARD');
    const body = words(this.#window, clipboard, 0);
    this.#server.send({ opcode: opcode.setOwner, body });
    await orAborted(this.#server.settled(), call.signal);
  }

  /** The text that the clipboard holds; null if it holds none. */
  async read(call: Call): Promise<string | null> {
    const clipboard = await this.#properties.atom('CLIPBOARD');
    const reply = await this.#server.ask({ opcode: opcode.getOwner, body: words(clipboard) });
    const owner = reply.readUInt32LE(8);
    if (owner === 0) return null;
    if (owner === this.#window) return this.#text ?? null;
    const bytes = await this.#fetch(clipboard, call);
    return bytes?.toString('utf8') ?? null;
  }

  async #fetch(clipboard: number, call: Call): Promise<Buffer | undefined> {
    const [utf8, property, incr] = await Promise.all(
      ['UTF8_STRING', OUR_PROPERTY, 'INCR'].map((name) => this.#properties.atom(name)),
    );
    if (utf8 === undefined || property === undefined) return undefined;
    const answered = this.#next((packet) => kindOf(packet) === event.selectionNotify, call);
    this.#server.send({ opcode: opcode.convert, body: words(this.#window, clipboard, utf8, property, 0) });
    const notify = await answered;
    if (notify.readUInt32LE(20) === 0) return undefined;
    const first = await this.#properties.read(this.#window, OUR_PROPERTY);
    if (first?.type !== incr) {
      this.#properties.remove(this.#window, property);
      return first?.bytes;
    }
    return this.#collect(property, call);
  }

  /** Each piece is fetched and removed, which asks for the next; an empty one is the last. */
  async #collect(property: number, call: Call): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (;;) {
      const arrived = this.#next((packet) => isChange(packet, { property, state: newValue }), call);
      this.#properties.remove(this.#window, property);
      await arrived;
      const piece = await this.#properties.read(this.#window, OUR_PROPERTY);
      if (!piece || piece.bytes.length === 0) {
        this.#properties.remove(this.#window, property);
        return Buffer.concat(pieces);
      }
      pieces.push(piece.bytes);
    }
  }

  /** The next event of this kind; an owner that sends none is told of. */
  async #next(wanted: (packet: Buffer) => boolean, call: Call): Promise<Buffer> {
    const stops: (() => void)[] = [];
    const event = new Promise<Buffer>((resolve, reject) => {
      const tooLate = () => {
        reject(timedOut('The application that owns the clipboard does not answer. Copy something else.'));
      };
      stops.push(call.clock.after(Math.min(PATIENCE, call.remaining()), tooLate));
      stops.push(
        this.#server.listen((packet) => {
          if (wanted(packet)) resolve(packet);
        }),
      );
    });
    try {
      return await orAborted(event, call.signal);
    } finally {
      for (const stop of stops) stop();
    }
  }

  async #hear(packet: Buffer): Promise<void> {
    const kind = kindOf(packet);
    if (kind === event.selectionClear) this.#text = undefined;
    if (kind === event.selectionRequest) await this.#answer(packet);
    if (kind === event.propertyNotify && packet.readUInt8(16) === deleted) this.#continue(packet);
  }

  async #answer(request: Buffer): Promise<void> {
    const [time, , requestor, selection, target, asked] = [4, 8, 12, 16, 20, 24].map((at) =>
      request.readUInt32LE(at),
    ) as [number, number, number, number, number, number];
    // Programs of before 1993 leave the property out and mean the target's name.
    const property = asked || target;
    const given = this.#text !== undefined && (await this.#give(this.#text, { requestor, target, property }));
    const notify = Buffer.alloc(32);
    notify.writeUInt8(event.selectionNotify, 0);
    words(time, requestor, selection, target, given ? property : 0).copy(notify, 4);
    this.#server.send({ opcode: opcode.sendEvent, body: Buffer.concat([words(requestor, 0), notify]) });
  }

  /** Puts what is asked for where it is asked for; false if we do not have it. */
  async #give(text: string, to: { requestor: number; target: number; property: number }): Promise<boolean> {
    const [targets, atomType, incr] = await Promise.all(
      ['TARGETS', 'ATOM', 'INCR'].map((name) => this.#properties.atom(name)),
    );
    const types = await Promise.all(textTypes.map((name) => this.#properties.atom(name)));
    if (targets === undefined || atomType === undefined || incr === undefined) return false;
    const put = (type: number, format: number, bytes: Buffer) => {
      this.#properties.write(to.requestor, to.property, { type, format, bytes });
    };
    if (to.target === targets) {
      put(atomType, 32, words(targets, ...types));
      return true;
    }
    if (!types.includes(to.target)) return false;
    const latin = to.target === types.at(-1);
    const bytes = Buffer.from(text, latin ? 'latin1' : 'utf8');
    if (bytes.length <= PIECE) {
      put(to.target, 8, bytes);
      return true;
    }
    // The requestor removes each piece when it has it; only then may the next be put there.
    this.#server.send({
      opcode: opcode.changeAttributes,
      body: words(to.requestor, ATTRIBUTE_EVENTS, PROPERTY_CHANGE),
    });
    // One that was given up half-way must not go on in the place of this one.
    this.#end(this.#transferTo(to.requestor, to.property));
    this.#transfers.push({ window: to.requestor, property: to.property, type: to.target, rest: bytes });
    put(incr, 32, words(bytes.length));
    return true;
  }

  #continue(packet: Buffer): void {
    const transfer = this.#transferTo(packet.readUInt32LE(4), packet.readUInt32LE(8));
    if (!transfer) return;
    const piece = transfer.rest.subarray(0, PIECE);
    transfer.rest = transfer.rest.subarray(PIECE);
    const { window, property, type } = transfer;
    this.#properties.write(window, property, { type, format: 8, bytes: piece });
    if (piece.length === 0) this.#end(transfer);
  }

  #transferTo(window: number, property: number): Transfer | undefined {
    return this.#transfers.find((one) => one.window === window && one.property === property);
  }

  #end(transfer: Transfer | undefined): void {
    if (transfer) this.#transfers.splice(this.#transfers.indexOf(transfer), 1);
  }
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value >>> 0, 4 * index));
  return bytes;
}

function kindOf(packet: Buffer): number {
  return (packet[0] ?? 0) & 0x7f;
}

function isChange(packet: Buffer, { property, state }: { property: number; state: number }): boolean {
  return (
    kindOf(packet) === event.propertyNotify &&
    packet.readUInt32LE(8) === property &&
    packet.readUInt8(16) === state
  );
}
