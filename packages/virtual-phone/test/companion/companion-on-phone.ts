import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Adb, AdbSocket } from '@yume-chan/adb';
import type { StartPhoneOptions } from '../../src/start-phone.ts';
import { yumeHost } from '../adbd/yume-host.ts';
import { phoneShell, type PhoneShell } from '../commands/phone-shell.ts';

/** A stand-in for the companion's dex: the phone runs its twin and checks only the magic. */
export const DEX = Buffer.concat([Buffer.from('dex\n035\0'), Buffer.alloc(64, 7)]);
export const DEX_PATH = '/data/local/tmp/handeye-companion-0123456789abcdef.jar';

export type Json = Readonly<Record<string, unknown>>;

/** A node of a look. */
export interface SeenNode extends Json {
  readonly h: number;
  readonly k: string;
  readonly b: readonly [number, number, number, number];
  readonly s: number;
  readonly c?: string;
  readonly t?: string;
  readonly d?: string;
  readonly r?: string;
  readonly acts?: readonly number[];
  readonly n?: readonly SeenNode[];
}

export interface SeenWindow extends Json {
  readonly id: number;
  readonly type: number;
  readonly root?: SeenNode;
  readonly missing?: string;
}

export interface Look extends Json {
  readonly look: number;
  readonly windows: readonly SeenWindow[];
  readonly toasts: readonly Json[];
  readonly fingerprint: string;
  readonly notes?: readonly string[];
}

/** The answer to a request. */
export interface Reply {
  readonly ok?: Json;
  readonly error?: { readonly code: string; readonly message: string; readonly done: string };
  readonly binary?: Buffer;
}

/** A client of a companion that runs on a phone. */
export class CompanionClient {
  readonly greeting: Promise<Json>;
  /** Resolves at the end of the stream with the bytes before the magic. */
  readonly ended: Promise<string>;
  readonly #socket: AdbSocket;
  readonly #writer: ReturnType<AdbSocket['writable']['getWriter']>;
  readonly #replies = new Map<number, (reply: Reply | undefined) => void>();
  #id = 0;

  constructor(socket: AdbSocket) {
    this.#socket = socket;
    this.#writer = socket.writable.getWriter();
    const { promise: greeting, resolve: greet } = withResolvers<Json>();
    this.greeting = greeting;
    this.ended = this.#read(greet);
  }

  /** Sends a request; undefined if the stream ended without an answer. */
  async ask(method: string, parameters: Json = {}): Promise<Reply | undefined> {
    return this.start(method, parameters).reply;
  }

  /** Sends a request and returns its id, so that it can be cancelled. */
  start(method: string, parameters: Json = {}): { id: number; reply: Promise<Reply | undefined> } {
    const id = ++this.#id;
    const { promise: reply, resolve } = withResolvers<Reply | undefined>();
    this.#replies.set(id, resolve);
    void this.send(id, { do: method, within: 10_000, ...parameters });
    return { id, reply };
  }

  /** The result of a request that must succeed. */
  async get(method: string, parameters: Json = {}): Promise<Json> {
    const reply = await this.ask(method, parameters);
    assert.ok(reply?.ok !== undefined, `${method}: ${JSON.stringify(reply?.error)}`);
    return reply.ok;
  }

  /** The error of a request that must fail. */
  async fails(
    method: string,
    parameters: Json = {},
  ): Promise<{ code: string; message: string; done: string }> {
    const reply = await this.ask(method, parameters);
    assert.ok(reply?.error !== undefined, `${method}: ${JSON.stringify(reply?.ok)}`);
    return reply.error;
  }

  async look(parameters: Json = {}): Promise<Look> {
    return (await this.get('look', { keep: true, ...parameters })) as Look;
  }

  /** Acts on a node of a look, expecting it unchanged. */
  act(look: Look, node: SeenNode, action: string | number, more: Json = {}): Promise<Reply | undefined> {
    const { h, c, t, d, r } = node;
    return this.ask('act', { look: look.look, h, expect: { c, t, d, r }, action, ...more });
  }

  async send(id: number, message: Json): Promise<void> {
    await this.sendBytes(frame(id, Buffer.from(JSON.stringify(message))));
  }

  /** Sends a raw payload under an unused id. */
  async exchange(id: number, payload: string | Buffer): Promise<Reply | undefined> {
    const { promise: reply, resolve } = withResolvers<Reply | undefined>();
    this.#replies.set(id, resolve);
    await this.sendBytes(frame(id, Buffer.from(payload)));
    return reply;
  }

  /** Sends under id 0, which gets no answer. */
  sendUnanswered(payload: string): Promise<void> {
    return this.sendBytes(frame(0, Buffer.from(payload)));
  }

  sendBytes(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  async close(): Promise<void> {
    await this.#socket.close();
  }

  async #read(greet: (greeting: Json) => void): Promise<string> {
    let bytes = Buffer.alloc(0);
    let before: string | undefined;
    for await (const chunk of this.#socket.readable as AsyncIterable<Uint8Array>) {
      bytes = Buffer.concat([bytes, chunk]);
      if (before === undefined) {
        const magic = bytes.indexOf('HANDEYE\n');
        if (magic === -1) continue;
        before = bytes.subarray(0, magic).toString();
        bytes = bytes.subarray(magic + 8);
      }
      for (;;) {
        const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : Infinity;
        if (length > 32 * 1024 * 1024 || bytes.length < length + 4) break;
        this.#take(bytes.subarray(4, length + 4), greet);
        bytes = bytes.subarray(length + 4);
      }
    }
    for (const resolve of this.#replies.values()) resolve(undefined);
    return before ?? bytes.toString();
  }

  #take(frame: Buffer, greet: (greeting: Json) => void): void {
    const flags = frame.readUInt8(0);
    const id = frame.readUInt32BE(1);
    const payload = (flags & 1) === 0 ? frame.subarray(5) : inflateSync(frame.subarray(5));
    const jsonLength = (flags & 2) === 0 ? payload.length : payload.readUInt32BE(0);
    const start = (flags & 2) === 0 ? 0 : 4;
    const message = JSON.parse(payload.subarray(start, start + jsonLength).toString()) as Json;
    if (id === 0) {
      greet(message);
      return;
    }
    const binary = (flags & 2) === 0 ? {} : { binary: payload.subarray(4 + jsonLength) };
    this.#replies.get(id)?.({ ...message, ...binary });
    this.#replies.delete(id);
  }
}

function frame(id: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(payload.length + 5, 0);
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
}

export interface CompanionOnPhone extends PhoneShell {
  readonly adb: Adb;
  readonly companion: CompanionClient;
  /** Starts another companion. */
  readonly start: (options?: { args?: string; service?: string; trap?: boolean }) => Promise<CompanionClient>;
}

/** A phone with the dex on its disk and the companion running, and with the app `open` in front if given. */
export async function companionOnPhone(
  t: TestContext,
  { open, args, ...options }: StartPhoneOptions & { open?: string; args?: string } = {},
): Promise<CompanionOnPhone> {
  const shell = await phoneShell(t, options);
  if (open !== undefined) shell.phone.framework.start({ component: open });
  const adb = await yumeHost(t, shell.phone.port);
  await pushDex(adb);
  const start: CompanionOnPhone['start'] = async ({
    args: words = '',
    service = 'exec:',
    trap = true,
  } = {}) => {
    const ignore = trap ? "trap '' HUP; " : '';
    const line = `${ignore}CLASSPATH=${DEX_PATH} exec app_process /system/bin handeye.companion.Main ${words} 2>/dev/null`;
    return new CompanionClient(await adb.createSocket(service + line));
  };
  const companion = await start(args === undefined ? {} : { args });
  return { ...shell, adb, companion, start };
}

async function pushDex(adb: Adb): Promise<void> {
  const sync = await adb.sync();
  try {
    const file = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(DEX);
        controller.close();
      },
    });
    // The library has its own stream type; at run time it is Node's.
    await sync.write({ filename: DEX_PATH, file: file as never });
  } finally {
    await sync.dispose();
  }
}

/** All nodes of a look, parents first. */
export function nodesOf(look: Look): readonly SeenNode[] {
  const below = (node: SeenNode): SeenNode[] => [node, ...(node.n ?? []).flatMap(below)];
  return look.windows.flatMap(({ root }) => (root === undefined ? [] : below(root)));
}

/** The only node that matches. */
export function nodeWhere(look: Look, fits: (node: SeenNode) => boolean): SeenNode {
  const [found, ...others] = nodesOf(look).filter(fits);
  assert.ok(found !== undefined && others.length === 0, `found ${JSON.stringify([found, ...others])}`);
  return found;
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export function byId(look: Look, id: string): SeenNode {
  return nodeWhere(look, ({ r }) => r?.endsWith(`:id/${id}`) === true);
}
