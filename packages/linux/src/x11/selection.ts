import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import type { X11Connection } from './connection.ts';
import { SelectionTimeout } from './errors.ts';
import type { Properties } from './properties.ts';
import { CW_EVENT_MASK, events, opcodes, packetCode, PROPERTY_CHANGE_MASK, words } from './protocol.ts';

/** States of a PropertyNotify event. */
const NEW_VALUE = 0;
const DELETED = 1;

/** Larger texts are transferred in chunks (ICCCM's INCR), because the size of a request is limited. */
const CHUNK_BYTES = 128 * 1024;
/** How long the selection owner may take to answer. */
const OWNER_TIMEOUT_MS = 3000;
const OUR_PROPERTY = 'HANDEYE_CLIPBOARD';
/** Text types that we offer. All are UTF-8 except STRING, which old programs request. */
const textTypes = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT', 'STRING'];

interface Transfer {
  readonly window: number;
  readonly property: number;
  readonly type: number;
  rest: Buffer;
}

/** The CLIPBOARD selection. X does not store it: the application that copied last provides it on request. */
export class Selection {
  readonly #connection: X11Connection;
  readonly #properties: Properties;
  readonly #window: number;
  readonly #transfers: Transfer[] = [];
  #text: string | undefined;

  constructor(connection: X11Connection, properties: Properties, window: number) {
    this.#connection = connection;
    this.#properties = properties;
    this.#window = window;
    connection.listen((packet) => {
      // Fails only if the connection ends; then there is no requestor left to answer.
      this.#handleEvent(packet).catch(() => undefined);
    });
  }

  /** Takes the selection and provides the text until another application copies something. */
  async write(text: string, call: Call): Promise<void> {
    this.#text = text;
    const clipboard = await this.#properties.atom('CLIPBOARD');
    const body = words(this.#window, clipboard, 0);
    this.#connection.send({ opcode: opcodes.setSelectionOwner, body });
    await orAborted(this.#connection.sync(), call.signal);
  }

  /** The text on the clipboard; null if it holds none. */
  async read(call: Call): Promise<string | null> {
    const clipboard = await this.#properties.atom('CLIPBOARD');
    const request = { opcode: opcodes.getSelectionOwner, body: words(clipboard) };
    const owner = (await this.#connection.request(request)).readUInt32LE(8);
    if (owner === 0) return null;
    if (owner === this.#window) return this.#text ?? null;
    const bytes = await this.#convert(clipboard, call);
    return bytes?.toString('utf8') ?? null;
  }

  async #convert(clipboard: number, call: Call): Promise<Buffer | undefined> {
    const [utf8, property, incr] = await this.#atoms('UTF8_STRING', OUR_PROPERTY, 'INCR');
    if (utf8 === undefined || property === undefined) return undefined;
    const answered = this.#nextEvent((packet) => packetCode(packet) === events.selectionNotify, call);
    const body = words(this.#window, clipboard, utf8, property, 0);
    this.#connection.send({ opcode: opcodes.convertSelection, body });
    const notify = await answered;
    if (notify.readUInt32LE(20) === 0) return undefined;
    const first = await this.#properties.read(this.#window, OUR_PROPERTY);
    if (first?.type !== incr) {
      this.#properties.remove(this.#window, property);
      return first?.bytes;
    }
    return this.#receiveChunks(property, call);
  }

  /** Deleting the property requests the next chunk; an empty one is the last. */
  async #receiveChunks(property: number, call: Call): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const arrived = this.#nextEvent((packet) => isPropertyChange(packet, property, NEW_VALUE), call);
      this.#properties.remove(this.#window, property);
      await arrived;
      const chunk = await this.#properties.read(this.#window, OUR_PROPERTY);
      if (!chunk || chunk.bytes.length === 0) {
        this.#properties.remove(this.#window, property);
        return Buffer.concat(chunks);
      }
      chunks.push(chunk.bytes);
    }
  }

  /** The next matching event; SelectionTimeout if the owner sends none. */
  async #nextEvent(matches: (packet: Buffer) => boolean, call: Call): Promise<Buffer> {
    const stops: (() => void)[] = [];
    const event = new Promise<Buffer>((resolve, reject) => {
      const onTimeout = () => {
        reject(new SelectionTimeout('the owner of the selection does not answer'));
      };
      stops.push(call.clock.after(Math.min(OWNER_TIMEOUT_MS, call.remaining()), onTimeout));
      stops.push(
        this.#connection.listen((packet) => {
          if (matches(packet)) resolve(packet);
        }),
      );
    });
    try {
      return await orAborted(event, call.signal);
    } finally {
      for (const stop of stops) stop();
    }
  }

  async #handleEvent(packet: Buffer): Promise<void> {
    const code = packetCode(packet);
    if (code === events.selectionClear) this.#text = undefined;
    if (code === events.selectionRequest) await this.#answerRequest(packet);
    if (code === events.propertyNotify && packet.readUInt8(16) === DELETED) this.#sendChunk(packet);
  }

  async #answerRequest(request: Buffer): Promise<void> {
    const [time, , requestor, selection, target, asked] = [4, 8, 12, 16, 20, 24].map((at) =>
      request.readUInt32LE(at),
    ) as [number, number, number, number, number, number];
    // Clients from before 1993 omit the property and mean the one named like the target.
    const property = asked || target;
    const given =
      this.#text !== undefined && (await this.#provide(this.#text, { requestor, target, property }));
    const notify = Buffer.alloc(32);
    notify.writeUInt8(events.selectionNotify, 0);
    words(time, requestor, selection, target, given ? property : 0).copy(notify, 4);
    const body = Buffer.concat([words(requestor, 0), notify]);
    this.#connection.send({ opcode: opcodes.sendEvent, body });
  }

  /** Writes the requested data to the requestor's property; false if we cannot provide that type. */
  async #provide(
    text: string,
    to: { requestor: number; target: number; property: number },
  ): Promise<boolean> {
    const [targets, atomType, incr] = await this.#atoms('TARGETS', 'ATOM', 'INCR');
    const types = await this.#atoms(...textTypes);
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
    if (bytes.length <= CHUNK_BYTES) {
      put(to.target, 8, bytes);
      return true;
    }
    // The requestor deletes each chunk when it has read it; only then may we write the next.
    this.#connection.send({
      opcode: opcodes.changeWindowAttributes,
      body: words(to.requestor, CW_EVENT_MASK, PROPERTY_CHANGE_MASK),
    });
    // An unfinished earlier transfer to the same property must not continue.
    this.#endTransfer(this.#transferTo(to.requestor, to.property));
    this.#transfers.push({ window: to.requestor, property: to.property, type: to.target, rest: bytes });
    put(incr, 32, words(bytes.length));
    return true;
  }

  #sendChunk(packet: Buffer): void {
    const transfer = this.#transferTo(packet.readUInt32LE(4), packet.readUInt32LE(8));
    if (!transfer) return;
    const chunk = transfer.rest.subarray(0, CHUNK_BYTES);
    transfer.rest = transfer.rest.subarray(CHUNK_BYTES);
    const { window, property, type } = transfer;
    this.#properties.write(window, property, { type, format: 8, bytes: chunk });
    if (chunk.length === 0) this.#endTransfer(transfer);
  }

  #atoms(...names: string[]): Promise<number[]> {
    return Promise.all(names.map((name) => this.#properties.atom(name)));
  }

  #transferTo(window: number, property: number): Transfer | undefined {
    return this.#transfers.find((transfer) => transfer.window === window && transfer.property === property);
  }

  #endTransfer(transfer: Transfer | undefined): void {
    if (transfer) this.#transfers.splice(this.#transfers.indexOf(transfer), 1);
  }
}

function isPropertyChange(packet: Buffer, property: number, state: number): boolean {
  return (
    packetCode(packet) === events.propertyNotify &&
    packet.readUInt32LE(8) === property &&
    packet.readUInt8(16) === state
  );
}
