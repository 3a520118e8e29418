import * as z from 'zod/mini';
import type { CallDetails, TimelineEntry } from '../../wire/timeline.ts';

// Looking for a faster way, zod would try to compile code, which the page forbids.
z.config({ jitless: true });

/** Bytes that are read at once: a recording may be larger than the memory. */
const CHUNK = 4 * 1024 * 1024;

const CALLS_FILE = 'calls.jsonl';

/** Characters of a text in the list. */
const LONGEST_SUMMARY = 200;

/** A file that the person picked, or a part of one. */
export type PickedFile = Pick<File, 'name' | 'size' | 'slice' | 'webkitRelativePath'>;

/** The files of a run of --record. */
export interface RunFiles {
  /** The name of its folder: the time of its beginning. */
  readonly name: string;
  readonly calls: PickedFile;
  readonly pictures: ReadonlyMap<string, PickedFile>;
}

/** The runs below a folder, the newest first. */
export function runsIn(files: Iterable<PickedFile>): readonly RunFiles[] {
  const folders = new Map<string, PickedFile[]>();
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(0, -1).join('/');
    folders.set(path, [...(folders.get(path) ?? []), file]);
  }
  return [...folders]
    .flatMap(([path, own]) => {
      const calls = own.find(({ name }) => name === CALLS_FILE);
      if (!calls) return [];
      const pictures = own.filter(({ name }) => PICTURE.test(name));
      const name = path.split('/').at(-1) ?? path;
      return [{ name, calls, pictures: new Map(pictures.map((picture) => [picture.name, picture])) }];
    })
    .sort((one, other) => (one.name < other.name ? 1 : -1));
}

const PICTURE = /^\d+-(?:before|after)\.jpg$/;

/** Anything longer is no name, and would take the list seconds to draw. */
const name = z.string().check(z.maxLength(1_000));
const text = z.optional(z.string());
const texts = z.array(z.string());
const count = z.optional(z.number());
const event = z.object({ at: z.number(), what: z.string() });

/** A line of calls.jsonl. */
const recordedCall = z.object({
  time: z.string(),
  number: z.int(),
  kind: z.enum(['call', 'control']),
  client: name,
  byPerson: z.boolean(),
  tool: name,
  summary: z.string(),
  told: text,
  device: z.optional(name),
  app: z.optional(name),
  writes: z.boolean(),
  outcome: z.optional(name),
  milliseconds: count,
  waited: count,
  tokens: count,
  arguments: z.unknown(),
  hidden: texts,
  content: texts,
  steps: z.array(
    z.object({ tool: z.string(), summary: z.string(), outcome: z.string(), milliseconds: z.number() }),
  ),
  judged: texts,
  notes: texts,
  elements: z.array(z.object({ id: z.string(), what: z.string(), history: z.array(event) })),
  screen: z.optional(z.object({ text: z.string(), isCurrent: z.boolean() })),
  lastScreen: z.optional(z.object({ text: z.string(), number: z.number() })),
  changes: text,
  before: text,
  after: text,
  missed: count,
});

type RecordedCall = z.infer<typeof recordedCall>;

/** Fields that a line leaves out where there is nothing to tell. */
const NOTHING = {
  told: undefined,
  device: undefined,
  app: undefined,
  outcome: undefined,
  milliseconds: undefined,
  waited: undefined,
  tokens: undefined,
  screen: undefined,
  lastScreen: undefined,
  changes: undefined,
  before: undefined,
  after: undefined,
} as const;

/** The calls of a run, read from the person's own disk: nothing of it goes to the server. */
export class RecordedRun {
  readonly name: string;
  /** The newest first. */
  readonly entries: readonly TimelineEntry[];
  /** Calls that are not in it, and lines that are none. */
  readonly missed: number;
  readonly unreadable: number;
  readonly #files: RunFiles;
  readonly #places: ReadonlyMap<number, Line>;
  readonly #addresses = new Map<string, string>();

  private constructor(
    files: RunFiles,
    read: Pick<RecordedRun, 'entries' | 'missed' | 'unreadable'> & Places,
  ) {
    this.name = files.name;
    this.entries = read.entries;
    this.missed = read.missed;
    this.unreadable = read.unreadable;
    this.#files = files;
    this.#places = read.places;
  }

  static async read(files: RunFiles): Promise<RecordedRun> {
    const places = new Map<number, Line>();
    const entries: TimelineEntry[] = [];
    let [missed, unreadable] = [0, 0];
    for await (const line of linesOf(files.calls)) {
      const call = callIn(line.text);
      if (!call || places.has(call.number)) {
        unreadable += 1;
        continue;
      }
      places.set(call.number, { from: line.from, to: line.to });
      entries.push(entryOf(call));
      missed += call.missed ?? 0;
    }
    entries.sort((one, other) => other.number - one.number);
    return new RecordedRun(files, { entries, missed, unreadable, places });
  }

  async details(number: number): Promise<CallDetails> {
    const place = this.#places.get(number);
    const bytes = place && (await bytesOf(this.#files.calls, place));
    const call = bytes && callIn(decoded(bytes));
    if (!call) throw new Error('The file has changed since it was opened. Open the recording again.');
    const { time: _, missed: __, ...told } = call;
    return {
      ...NOTHING,
      ...told,
      ...entryOf(call),
      arguments: argumentsOf(call),
      before: this.#addressOf(call.before),
      after: this.#addressOf(call.after),
    };
  }

  /** The numbers of the calls whose arguments, answers or changes contain a text, in any case. */
  async search(text: string): Promise<number[]> {
    const found: number[] = [];
    const wanted = text.toLowerCase();
    for await (const line of linesOf(this.#files.calls)) {
      const call = callIn(line.text);
      if (!call) continue;
      const { content, judged, notes, changes = '' } = call;
      const own = [argumentsOf(call), changes, ...content, ...judged, ...notes];
      if (own.some((one) => one.toLowerCase().includes(wanted))) found.push(call.number);
    }
    return found;
  }

  /** Frees the pictures. */
  close(): void {
    for (const address of this.#addresses.values()) URL.revokeObjectURL(address);
    this.#addresses.clear();
  }

  /** An address of a picture in the same folder. */
  #addressOf(name: string | undefined): string | undefined {
    const file = this.#files.pictures.get(name ?? '');
    if (!file) return undefined;
    // Opened in a tab of its own, a picture that says it is a web page would be one of Studio's.
    const address =
      this.#addresses.get(file.name) ?? URL.createObjectURL(file.slice(0, file.size, 'image/jpeg'));
    this.#addresses.set(file.name, address);
    return address;
  }
}

interface Places {
  readonly places: ReadonlyMap<number, Line>;
}

/** The place of a line in its file, in bytes. */
interface Line {
  readonly from: number;
  readonly to: number;
}

function callIn(line: string): RecordedCall | undefined {
  try {
    return recordedCall.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function entryOf(call: RecordedCall): TimelineEntry {
  const { number, kind, client, byPerson, tool, writes } = call;
  const { device, app, outcome, milliseconds, waited, tokens } = call;
  const [summary, told] = [call.summary.slice(0, LONGEST_SUMMARY), call.told?.slice(0, LONGEST_SUMMARY)];
  const at = Date.parse(call.time);
  return {
    ...{ number, kind, at, client, byPerson, tool, summary, device, app, writes, outcome },
    ...{ isWaiting: false, milliseconds, waited, tokens, told },
  };
}

function argumentsOf({ arguments: args = {} }: RecordedCall): string {
  return typeof args === 'string' ? args : JSON.stringify(args, null, 2);
}

/** The lines of a file, which may be larger than the memory. Empty ones are left out. */
async function* linesOf(file: PickedFile): AsyncGenerator<Line & { readonly text: string }> {
  let size = CHUNK;
  for (let at = 0; at < file.size;) {
    const bytes = await bytesOf(file, { from: at, to: at + size });
    const isLast = at + bytes.length >= file.size;
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end < 0 && !isLast) break;
      const to = end < 0 ? bytes.length : end;
      if (to > start) yield { from: at + start, to: at + to, text: decoded(bytes.subarray(start, to)) };
      start = to + 1;
    }
    // A line that is longer than a chunk is read again in a larger one.
    size = start === 0 ? size * 2 : CHUNK;
    at += start;
  }
}

const NEWLINE = 10;

async function bytesOf(file: PickedFile, { from, to }: Line): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, to).arrayBuffer());
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
