import type { VideoSize } from './yuv.ts';

export type OutputFormat = 'mp4' | 'h264';

export interface RecordOptions {
  readonly size: VideoSize | undefined;
  readonly bitRate: number;
  /** Seconds. */
  readonly timeLimit: number;
  readonly verbose: boolean;
  readonly format: OutputFormat;
  readonly file: string;
}

/** An error that ends screenrecord before it begins: its message and exit code. */
export interface Refusal {
  readonly words: string;
  readonly code: number;
}

const LONGEST = 180;
/** Since Android 14 a limit of 0 means no limit. */
const FIRST_WITHOUT_LIMIT = 14;
const LEAST_BIT_RATE = 100_000;

const switches = ['bugreport', 'verbose', 'show-device-info', 'show-frame-time', 'rotate'] as const;
const valued = ['size', 'bit-rate', 'time-limit', 'output-format'] as const;
/** Options that later releases added, with their first release. */
const newer: Readonly<Record<string, { readonly since: number; readonly takesValue: boolean }>> = {
  'codec-name': { since: 9, takesValue: true },
  'monotonic-time': { since: 9, takesValue: false },
  'persistent-surface': { since: 9, takesValue: false },
  'display-id': { since: 12, takesValue: true },
  bframes: { since: 12, takesValue: true },
};

/** Parses the options of `screenrecord`, in the words of a release. */
export function parseRecord(args: readonly string[], release: number): RecordOptions | Refusal {
  const given = new Map<string, string>();
  const files: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (!arg.startsWith('--')) {
      files.push(arg);
      continue;
    }
    const [name = '', attached] = arg.slice(2).split(/=(.*)/s, 2);
    if (name === 'help') return { words: USAGE, code: 0 };
    if (name === 'version' && release >= 9) return { words: `${versionOf(release)}\n`, code: 0 };
    const takesValue = takes(name, release);
    if (takesValue === undefined) return wrong(`screenrecord: unrecognized option '--${name}'`);
    given.set(name, takesValue ? (attached ?? queue.shift() ?? '') : '');
  }
  return chosen(given, files, release);
}

function takes(name: string, release: number): boolean | undefined {
  if (valued.some((one) => one === name)) return true;
  if (switches.some((one) => one === name)) return false;
  const later = newer[name];
  return later && later.since <= release ? later.takesValue : undefined;
}

function chosen(
  given: ReadonlyMap<string, string>,
  files: readonly string[],
  release: number,
): RecordOptions | Refusal {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(given.get('size') ?? '') ?? [];
  const size = width === undefined ? undefined : { width: Number(width), height: Number(height) };
  if (given.has('size') && !size) {
    return wrong(`Invalid size '${given.get('size') ?? ''}', must be width x height`);
  }
  if (size && (size.width === 0 || size.height === 0)) {
    return wrong(`Invalid size ${size.width}x${size.height}, width and height may not be zero`);
  }
  const bitRate = bitRateOf(given.get('bit-rate'), release);
  if (typeof bitRate !== 'number') return bitRate;
  const timeLimit = timeLimitOf(given.get('time-limit'), release);
  if (typeof timeLimit !== 'number') return timeLimit;
  const format = given.get('output-format') ?? 'mp4';
  if (format !== 'mp4' && format !== 'h264') return wrong(`Unknown format '${format}'`);
  const [file] = files;
  if (file === undefined || files.length > 1) return wrong('Must specify output file (see --help).');
  return { size, bitRate, timeLimit, verbose: given.has('verbose'), format, file };
}

function bitRateOf(text: string | undefined, release: number): number | Refusal {
  if (text === undefined) return defaultBitRate(release);
  const [, digits, unit] = /^(\d+)(m?)$/i.exec(text) ?? [];
  if (digits === undefined) return wrong(`Unrecognized value: ${text}`);
  const rate = Number(digits) * (unit === '' ? 1 : 1_000_000);
  const most = release === 5 ? 100_000_000 : 200_000_000;
  if (rate >= LEAST_BIT_RATE && rate <= most) return rate;
  return wrong(`Bit rate ${rate}bps outside acceptable range [${LEAST_BIT_RATE},${most}]`);
}

function timeLimitOf(text: string | undefined, release: number): number | Refusal {
  if (text === undefined) return LONGEST;
  if (release >= FIRST_WITHOUT_LIMIT) {
    if (!/^-?\d+ ?$/.test(text)) return wrong('Error parsing time limit argument');
    const limit = Number(text);
    if (limit < 0) return wrong(`Time limit ${limit}s outside acceptable range [0,4294967295] seconds`);
    return limit === 0 ? Infinity : limit;
  }
  const limit = Math.trunc(Number.parseFloat(text)) || 0;
  if (limit >= 1 && limit <= LONGEST) return limit;
  return wrong(`Time limit ${limit}s outside acceptable range [1,${LONGEST}]`);
}

function wrong(words: string): Refusal {
  return { words: `${words}\n`, code: 2 };
}

function defaultBitRate(release: number): number {
  return release === 5 ? 4_000_000 : 20_000_000;
}

function versionOf(release: number): string {
  return release === 5 ? '1.2' : release >= FIRST_WITHOUT_LIMIT ? '1.4' : '1.3';
}

const USAGE = 'Usage: screenrecord [options] <filename>\n';
