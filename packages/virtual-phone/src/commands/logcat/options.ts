import type { AndroidRelease } from '../../kernel/release.ts';
import type { LogBufferName, LogEntry, LogLevel } from '../../framework/system/log.ts';
import { formats, modifiers, type Format, type Modifier } from './format.ts';

/** The parsed options of `logcat`. */
export interface LogcatOptions {
  readonly format: Format;
  readonly modifiers: ReadonlySet<Modifier>;
  readonly buffers: readonly LogBufferName[];
  readonly filter: FilterSpec;
  /** Print the existing entries and end. */
  readonly dump: boolean;
  /** Start with this many last entries, or with those since a time. */
  readonly tail: { readonly count: number } | { readonly since: number } | undefined;
  readonly pid: number | undefined;
  /** `-B`: as bytes, not as text. */
  readonly binary: boolean;
  readonly action: 'print' | 'clear' | 'help' | 'none';
}

/** The request is impossible; logcat prints the message. */
export class LogcatError extends Error {
  override readonly name = 'LogcatError';
  constructor(
    message: string,
    readonly withUsage = false,
  ) {
    super(message);
  }
}

const LETTERS = 'cdt:T:G:sv:b:B';
const longNames: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '--pid': 'pid:',
    '--format': 'v:',
    '--buffer': 'b:',
    '--clear': 'c',
    '--binary': 'B',
    '--help': 'help',
  }),
);

interface Given {
  readonly option: string;
  readonly value: string;
}

/** Parses the command line like the logcat of a release. `now` completes times without a year. */
export function parseLogcat(args: readonly string[], release: AndroidRelease, now: number): LogcatOptions {
  const { given, rest } = read(args, release);
  const values = (option: string) => given.filter((one) => one.option === option).map((one) => one.value);
  const has = (option: string) => given.some((one) => one.option === option);
  const tail = [
    ...values('t').map((value) => ['t', value] as const),
    ...values('T').map((value) => ['T', value] as const),
  ].at(-1);
  const pid = values('pid').at(-1);
  return {
    ...parseFormat(values('v'), release),
    buffers: parseBuffers(values('b'), release),
    filter: new FilterSpec(rest, has('s')),
    dump: has('d') || has('t'),
    tail: tail && parseTail(tail[0], tail[1], { release, now }),
    pid: pid === undefined ? undefined : Number(pid),
    binary: has('B'),
    action: actionOf(has, values('G').at(-1)),
  };
}

function actionOf(has: (option: string) => boolean, size: string | undefined): LogcatOptions['action'] {
  if (has('help')) return 'help';
  if (size !== undefined) {
    if (!/^\d+[KMG]?$/.test(size)) throw new LogcatError('ERROR: -G <num><multiplier>');
    return 'none';
  }
  if (has('c')) return 'clear';
  return 'print';
}

/** Recorded on 5.1: its getopt stops at the first filter and takes the rest for filters, too. */
function read(args: readonly string[], release: AndroidRelease): { given: Given[]; rest: string[] } {
  const given: Given[] = [];
  const rest: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (!/^-./.test(arg)) {
      rest.push(arg);
      if (release === 5) rest.push(...queue.splice(0).filter((one) => !one.startsWith('-')));
    } else if (arg.startsWith('--')) given.push(readLong(arg, queue, release));
    else given.push(...readLetters(arg.slice(1), queue));
  }
  return { given, rest };
}

function readLong(arg: string, queue: string[], release: AndroidRelease): Given {
  const [name = '', attached] = arg.split(/=(.*)/s, 2);
  const option = longNames.get(name);
  if (release === 5) {
    if (arg === '--help') return { option: 'help', value: '' };
    throw unrecognized('-');
  }
  if (option === undefined) throw new LogcatError(`logcat: unrecognized option '${arg}'`, true);
  if (!option.endsWith(':')) return { option, value: '' };
  return { option: option.slice(0, -1), value: attached ?? queue.shift() ?? '' };
}

function* readLetters(text: string, queue: string[]): Generator<Given> {
  for (let at = 0; at < text.length; at++) {
    const option = text.charAt(at);
    const place = option === ':' ? -1 : LETTERS.indexOf(option);
    if (place === -1) throw unrecognized(option);
    if (LETTERS[place + 1] !== ':') {
      yield { option, value: '' };
      continue;
    }
    yield { option, value: text.slice(at + 1) || (queue.shift() ?? '') };
    return;
  }
}

function unrecognized(option: string): LogcatError {
  return new LogcatError(`logcat: invalid option -- ${option}\nUnrecognized Option`, true);
}

function parseFormat(wishes: readonly string[], release: AndroidRelease) {
  const words = release === 5 ? wishes : wishes.flatMap((wish) => wish.split(/[\s,:]+/));
  let format: Format = release === 5 ? 'brief' : 'threadtime';
  const added = new Set<Modifier>();
  for (const word of words) {
    const known = formats.find((one) => one === word);
    const modifier = release === 5 ? undefined : modifiers.find((one) => one === word);
    if (known !== undefined) format = known;
    else if (modifier !== undefined) added.add(modifier);
    else if (release === 5) throw new LogcatError('Invalid parameter to -v', true);
    else throw new LogcatError(`Invalid parameter "${word}" to -v`, true);
  }
  return { format, modifiers: added };
}

const allBuffers: readonly LogBufferName[] = ['main', 'system', 'events', 'crash'];
const defaultBuffers: readonly LogBufferName[] = ['main', 'system', 'crash'];

function parseBuffers(wishes: readonly string[], release: AndroidRelease): readonly LogBufferName[] {
  if (wishes.length === 0) return defaultBuffers;
  const names = release === 5 ? wishes : wishes.flatMap((wish) => wish.split(','));
  const chosen = new Set<LogBufferName>();
  for (const name of names) {
    const known = allBuffers.filter((one) => one === name);
    const meant = name === 'all' ? allBuffers : name === 'default' ? defaultBuffers : known;
    // Buffers that exist on phones and are empty here.
    if (meant.length === 0 && !['radio', 'kernel', 'security', 'stats'].includes(name)) {
      const message = release === 5 ? `Unable to open log device '${name}'` : `Unknown buffer '${name}'`;
      throw new LogcatError(message);
    }
    for (const one of meant) chosen.add(one);
  }
  return [...chosen];
}

function parseTail(
  option: string,
  value: string,
  { release, now }: { release: AndroidRelease; now: number },
): LogcatOptions['tail'] {
  if (/^\d+$/.test(value)) return { count: Number(value) };
  const since = parseTime(value, release, now);
  if (since === undefined)
    throw new LogcatError(`ERROR: -${option} "${value}" not in "%m-%d %H:%M:%S.%3q" time format`);
  return { since };
}

/** `MM-DD hh:mm:ss.mmm`; since 7 also with a year, and seconds since the epoch. */
function parseTime(value: string, release: AndroidRelease, now: number): number | undefined {
  const [, year, rest] = /^(?:(\d{4})-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d+)$/.exec(value) ?? [];
  if (rest !== undefined && (year === undefined || release > 5)) {
    const time = Date.parse(`${year ?? new Date(now).getUTCFullYear()}-${rest.replace(' ', 'T')}Z`);
    return Number.isNaN(time) ? undefined : time;
  }
  return release > 5 && /^\d+\.\d+$/.test(value) ? Number(value) * 1000 : undefined;
}

const ORDER = 'VDIWEF';
const SILENT = ORDER.length;

/** `TAG:P TAG:P *:P`: which entries are shown, by tag and lowest priority. */
class FilterSpec {
  readonly #tags = new Map<string, number>();
  #others = 0;

  constructor(specs: readonly string[], silentByDefault: boolean) {
    if (silentByDefault) this.#others = SILENT;
    for (const spec of specs.flatMap((one) => one.split(/[\s,]+/)).filter((one) => one !== ''))
      this.#add(spec);
  }

  shows({ tag, level }: Pick<LogEntry, 'tag' | 'level'>): boolean {
    return rank(level) >= (this.#tags.get(tag) ?? this.#others);
  }

  /** A tag without a priority shows everything; `*` alone means debug and above. */
  #add(spec: string): void {
    const [, tag = spec, letter] = /^(.*?)(?::([VDIWEFS*]))?$/i.exec(spec) ?? [];
    if (tag === '*') this.#others = letter === undefined ? rank('D') : rankOf(letter);
    else this.#tags.set(tag, letter === undefined ? 0 : rankOf(letter));
  }
}

function rank(level: LogLevel): number {
  return ORDER.indexOf(level);
}

function rankOf(letter: string): number {
  if (letter === '*') return 0;
  const upper = letter.toUpperCase();
  return upper === 'S' ? SILENT : ORDER.indexOf(upper);
}
