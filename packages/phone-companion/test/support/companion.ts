// Runs the companion's classes on a desktop JVM and speaks its protocol.
import type { TestContext } from 'node:test';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { JAR } from '../../dex/build.ts';
import { classPath } from './stubs.ts';
import type { World } from './world.ts';

const MAGIC = 'HANDEYE\n';

export type Fields = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly flags: number;
  readonly ok?: Fields;
  readonly error?: { readonly code: string; readonly message: string; readonly done: string };
  readonly data?: Buffer;
}

/** A line of the stubs' log: a change to the phone. */
export type Logged = Fields & { readonly call: string };

/** A folder with the description of a phone; it survives a killed companion. */
export class PhoneFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'handeye-phone-'));
  readonly world = join(this.path, 'world.json');
  readonly #log = join(this.path, 'log');
  readonly restoreFile = join(this.path, 'handeye-restore.json');

  readonly forms: number;
  readonly companions: Companion[] = [];

  constructor(world: World) {
    this.forms = world.forms ?? world.sdk;
    this.show(world);
  }

  get env(): NodeJS.ProcessEnv {
    return { ...process.env, CLASSPATH: JAR, HANDEYE_WORLD: this.world, HANDEYE_LOG: this.#log };
  }

  /** Changes the content of the phone's screen. */
  show(world: World): void {
    writeFileSync(`${this.world}.new`, JSON.stringify(world));
    renameSync(`${this.world}.new`, this.world);
  }

  log(call?: string): Logged[] {
    if (!existsSync(this.#log)) return [];
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return lines
      .map((line) => JSON.parse(line) as Logged)
      .filter((line) => call === undefined || line.call === call);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export class Companion {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly exit: Promise<number | null>;
  readonly greeting: Promise<Fields>;
  errors = '';
  #received: Buffer = Buffer.alloc(0);
  #started = false;
  #lastId = 0;

  constructor(phone: PhoneFolder, words: readonly string[] = []) {
    const java = [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-cp',
      classPath(phone.forms),
      'handeye.companion.Main',
    ];
    const child = spawn('java', [...java, `folder=${phone.path}`, ...words], {
      env: phone.env,
      stdio: 'pipe',
    });
    this.#process = child;
    phone.companions.push(this);
    this.exit = once(child, 'exit').then(([code]) => code as number | null);
    this.greeting = new Promise((resolve, reject) => {
      this.#waiting.set(0, (answer) => {
        resolve(answer as unknown as Fields);
      });
      child.once('exit', () => {
        reject(new Error(`ended before its greeting: ${this.errors}`));
      });
    });
    // A test that only waits for the end never awaits it.
    this.greeting.catch(() => undefined);
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (bytes: Buffer) => {
      this.#receive(bytes);
    });
    child.stderr.on('data', (bytes: Buffer) => {
      this.errors += bytes.toString();
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async ask(method: string, fields: Fields = {}, within = 20_000): Promise<Answer> {
    return this.start(method, fields, within).answer;
  }

  async ok(method: string, fields: Fields = {}, within = 20_000): Promise<Fields> {
    const { ok, error } = await this.ask(method, fields, within);
    if (ok === undefined) throw new Error(`${method}: ${error?.code ?? ''}: ${error?.message ?? ''}`);
    return ok;
  }

  /** Returns `code` and `done` of a request that must fail. */
  async fails(method: string, fields: Fields = {}, within = 20_000): Promise<string> {
    const { ok, error } = await this.ask(method, fields, within);
    if (error === undefined) throw new Error(`${method} worked: ${JSON.stringify(ok)}`);
    return `${error.code}, ${error.done}`;
  }

  start(method: string, fields: Fields = {}, within = 20_000): { id: number; answer: Promise<Answer> } {
    const id = ++this.#lastId;
    return { id, answer: this.sendAs(id, { do: method, within, ...fields }) };
  }

  cancel(id: number): void {
    this.send(0, JSON.stringify({ do: 'cancel', of: id }));
  }

  async sendAs(id: number, request: unknown): Promise<Answer> {
    return this.exchange(id, typeof request === 'string' ? request : JSON.stringify(request));
  }

  /** Sends a raw payload under an unused id. */
  async exchange(id: number, payload: string | Buffer): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.send(id, payload);
    return answer;
  }

  sendBytes(bytes: Buffer): void {
    this.#process.stdin?.write(bytes);
  }

  /** Sends without waiting for an answer. */
  send(id: number, payload: string | Buffer): void {
    const bytes = Buffer.from(payload);
    const head = Buffer.alloc(9);
    head.writeUInt32BE(bytes.length + 5, 0);
    head.writeUInt32BE(id, 5);
    this.sendBytes(Buffer.concat([head, bytes]));
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    if (!this.#started) {
      const at = this.#received.indexOf(MAGIC);
      if (at < 0) return;
      this.#started = true;
      this.#received = this.#received.subarray(at + MAGIC.length);
    }
    while (this.#received.length >= 4 && this.#received.length >= 4 + this.#received.readUInt32BE(0)) {
      const end = 4 + this.#received.readUInt32BE(0);
      this.#answer(this.#received.subarray(4, end));
      this.#received = this.#received.subarray(end);
    }
  }

  #answer(frame: Buffer): void {
    const flags = frame.readUInt8(0);
    const id = frame.readUInt32BE(1);
    const payload = flags & 1 ? inflateSync(frame.subarray(5)) : frame.subarray(5);
    const length = flags & 2 ? payload.readUInt32BE(0) : payload.length;
    const start = flags & 2 ? 4 : 0;
    const json = JSON.parse(payload.toString('utf8', start, start + length)) as Answer;
    const data = flags & 2 ? { data: payload.subarray(start + length) } : {};
    const resolve = this.#waiting.get(id);
    if (resolve === undefined) throw new Error(`an answer to nothing: ${id}`);
    this.#waiting.delete(id);
    resolve({ ...json, ...data, flags });
  }

  /** Stops reading its answers. */
  breakOutput(): void {
    this.#process.stdout?.destroy();
  }

  endInput(): void {
    this.#process.stdin?.end();
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.exit;
  }
}

export interface Running {
  readonly phone: PhoneFolder;
  readonly companion: Companion;
}

/** Starts a companion on a phone with this description; both end with the test. */
export async function start(t: TestContext, world: World, words: readonly string[] = []): Promise<Running> {
  const phone = phoneFor(t, world);
  const companion = await startOn(phone, words);
  return { phone, companion };
}

export function phoneFor(t: TestContext, world: World): PhoneFolder {
  const phone = new PhoneFolder(world);
  t.after(async () => {
    await Promise.all(phone.companions.map((companion) => companion.kill()));
    phone.remove();
  });
  return phone;
}

export async function startOn(phone: PhoneFolder, words: readonly string[] = []): Promise<Companion> {
  const companion = new Companion(phone, words);
  await companion.greeting;
  return companion;
}
