import { readdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { CommandRefused, CompositorGone } from './errors.ts';

const MAGIC = Buffer.from('i3-ipc');
/** After the magic word: length of the payload and type of the message. */
const HEADER_BYTES = MAGIC.length + 8;
const types = { runCommand: 0, getTree: 4 } as const;

/** sway's own socket, for windows: Wayland has no request for their places. */
export class SwayIpc {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Undefined for another compositor. */
  static async find(environment: NodeJS.ProcessEnv, call: Call): Promise<SwayIpc | undefined> {
    const { SWAYSOCK } = environment;
    const own = SWAYSOCK === undefined || SWAYSOCK === '' ? undefined : new SwayIpc(SWAYSOCK);
    if (own && (await own.#answers(call))) return own;
    // SWAYSOCK is missing outside the session, and names another socket after sway was restarted.
    const others = (await socketsIn(environment)).map((path) => new SwayIpc(path));
    const answers = await Promise.all(others.map((ipc) => ipc.#answers(call)));
    const [found, ...more] = others.filter((_, index) => answers[index]);
    // Of several sockets, the session's cannot be told apart.
    return more.length > 0 ? undefined : found;
  }

  async #answers(call: Call): Promise<boolean> {
    try {
      await this.tree(call);
      return true;
    } catch {
      call.signal.throwIfAborted();
      return false;
    }
  }

  /** The tree of outputs, workspaces and windows. */
  tree(call: Call): Promise<unknown> {
    return this.#ask(types.getTree, '', call);
  }

  async run(command: string, call: Call): Promise<void> {
    const results = await this.#ask(types.runCommand, command, call);
    const failed = Array.isArray(results) ? (results as readonly SwayResult[]).find(isFailure) : undefined;
    if (failed) throw new CommandRefused(`sway refused '${command}': ${failed.error ?? 'no reason given'}`);
  }

  #ask(type: number, payload: string, call: Call): Promise<unknown> {
    return orAborted(request(this.#path, type, payload, call), call.signal);
  }
}

async function socketsIn({
  XDG_RUNTIME_DIR,
  XDG_CURRENT_DESKTOP = 'sway',
}: NodeJS.ProcessEnv): Promise<string[]> {
  // Another compositor may run a sway in one of its windows.
  if (XDG_RUNTIME_DIR === undefined || !/\bsway\b/i.test(XDG_CURRENT_DESKTOP)) return [];
  const names = await readdir(XDG_RUNTIME_DIR).catch(() => []);
  return names.filter((name) => /^sway-ipc\..*\.sock$/.test(name)).map((name) => join(XDG_RUNTIME_DIR, name));
}

interface SwayResult {
  readonly success?: boolean;
  readonly error?: string;
}

function isFailure({ success }: SwayResult): boolean {
  return success === false;
}

/** Sends one request over its own connection, so nothing must be reopened after sway was restarted. */
function request(path: string, type: number, payload: string, call: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path, signal: call.signal });
    const chunks: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => {
      chunks.push(bytes);
      const reply = payloadOf(Buffer.concat(chunks));
      if (reply === undefined) return;
      socket.destroy();
      try {
        resolve(JSON.parse(reply));
      } catch (error) {
        reject(new CompositorGone('sway sent something unreadable', { cause: error }));
      }
    });
    socket.on('error', (error) => {
      reject(new CompositorGone(`sway cannot be reached: ${error.message}`, { cause: error }));
    });
    socket.on('close', () => {
      reject(new CompositorGone('sway closed the connection'));
    });
    socket.write(encode(type, payload));
  });
}

function encode(type: number, payload: string): Buffer {
  const body = Buffer.from(payload);
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(body.length, MAGIC.length);
  header.writeUInt32LE(type, MAGIC.length + 4);
  return Buffer.concat([header, body]);
}

/** The payload of a reply, once it is complete. */
function payloadOf(received: Buffer): string | undefined {
  if (received.length < HEADER_BYTES) return undefined;
  const length = received.readUInt32LE(MAGIC.length);
  return received.length < HEADER_BYTES + length
    ? undefined
    : received.toString('utf8', HEADER_BYTES, HEADER_BYTES + length);
}
