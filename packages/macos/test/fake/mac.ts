// A Mac for tests: the fake library, compiled once, and a world that tests write, change and inspect.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Libraries } from '../../src/bridge/protocol.ts';
import { ElementNumbers, type FakeWorld, script, unescaped } from './world.ts';

/** Actions on elements and posted events, in order. */
export type Recorded =
  | { did: 'perform'; element: string; action: string }
  | { did: 'set'; element: string; attribute: string; value: string | number | boolean }
  | { did: 'post'; event: PostedEvent };

export interface PostedEvent {
  /** A CGEventType. */
  type: number;
  x: number;
  y: number;
  /** The mouse button or the key code. */
  detail: number;
  clicks: number;
  flags: number;
  /** Of a wheel: vertical, horizontal. */
  lines: [number, number];
  text: string;
  /** When it was posted, in milliseconds since 1970. */
  time: number;
}

/** Something with an end: a test, or a file of tests. */
export interface Ending {
  after(end: () => void | Promise<void>): void;
}

export class FakeMac {
  readonly libraries: Libraries;
  /** The environment of a bridge. */
  readonly env: { FAKE_MAC: string };
  readonly #folder = mkdtempSync(join(tmpdir(), 'fake-mac-'));
  readonly #numbers = new ElementNumbers();
  #scripts = 0;

  constructor(t: Ending, world: FakeWorld) {
    const library = compiled();
    this.libraries = {
      applicationServices: library,
      coreFoundation: library,
      coreGraphics: library,
      objectiveC: library,
      system: library,
    };
    this.env = { FAKE_MAC: join(this.#folder, 'world') };
    this.become(world);
    t.after(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  /** Replaces the world for all bridges at once. */
  become(world: FakeWorld): void {
    renameSync(this.#put(world), this.env.FAKE_MAC);
  }

  /** The acts of the bridges so far. */
  log(): Recorded[] {
    const path = `${this.env.FAKE_MAC}.log`;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => this.#recorded(line.split('\t')));
  }

  /** Starts a new log. */
  forget(): void {
    rmSync(`${this.env.FAKE_MAC}.log`, { force: true });
  }

  posted(): PostedEvent[] {
    return this.log().flatMap((entry) => (entry.did === 'post' ? [entry.event] : []));
  }

  /** Objects of a bridge's process: alive now, and created since it started. */
  objects(pid: number): { alive: number; made: number } {
    const counts = readFileSync(`${this.env.FAKE_MAC}.counts.${pid}`);
    return { alive: Number(counts.readBigInt64LE(0)), made: Number(counts.readBigInt64LE(8)) };
  }

  /** Objects that are alive now in any bridge. */
  alive(): number {
    const counted = readdirSync(this.#folder).flatMap((name) => /\.counts\.(\d+)$/.exec(name)?.[1] ?? []);
    return counted.reduce((sum, pid) => sum + this.objects(Number(pid)).alive, 0);
  }

  #put(world: FakeWorld): string {
    const path = join(this.#folder, `script-${++this.#scripts}`);
    writeFileSync(
      path,
      script(world, this.#numbers, (next) => this.#put(next)),
    );
    return path;
  }

  #recorded([did, first = '', second = '', ...rest]: string[]): Recorded {
    if (did === 'perform') return { did, element: this.#key(first), action: unescaped(second) };
    if (did === 'set') return { did, element: this.#key(first), attribute: second, value: valueOf(rest) };
    const [time, type, x, y, detail, clicks, flags, down, right, text] = [first, second, ...rest];
    const numbers = [time, type, x, y, detail, clicks, flags, down, right].map(Number);
    return { did: 'post', event: event(numbers, unescaped(text ?? '')) };
  }

  #key(number: string): string {
    return this.#numbers.keyOf(Number(number));
  }
}

function event(numbers: number[], text: string): PostedEvent {
  const [time = 0, type = 0, x = 0, y = 0, detail = 0, clicks = 0, flags = 0, down = 0, right = 0] = numbers;
  return { time, type, x, y, detail, clicks, flags, lines: [down, right], text };
}

function valueOf([type, text = '']: string[]): string | number | boolean {
  if (type === 's') return unescaped(text);
  // A range: its start and its length.
  if (type === 'g') return text;
  return type === 'b' ? text === '1' : Number(text);
}

const compiler = [
  ...['gcc', '-shared', '-fPIC', '-O1', '-g', '-std=gnu2x', '-Wall', '-Wextra', '-Werror'],
  // Otherwise a name that node or libc also has would resolve to theirs.
  '-Wl,-Bsymbolic',
] as const;

/** The library, compiled once per version of its sources: the name contains their hash. */
function compiled(): string {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => /\.[ch]$/.test(name))
    .sort()
    .map((name) => join(import.meta.dirname, name));
  const hash = createHash('sha256').update(compiler.join(' '));
  for (const path of sources) hash.update(readFileSync(path));
  const folder = join(tmpdir(), 'handeye-fake-mac');
  const library = join(folder, `${hash.digest('hex').slice(0, 16)}.so`);
  if (existsSync(library)) return library;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${library}.${process.pid}`;
  const [gcc, ...options] = compiler;
  execFileSync(gcc, [...options, '-o', unfinished, ...sources.filter((path) => path.endsWith('.c'))]);
  renameSync(unfinished, library);
  return library;
}
