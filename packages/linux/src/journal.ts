import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { actionFailed, invalidParams } from '@handeye/core/device/errors';
import type { LogLevel, LogLines, LogQuery, Logs } from '@handeye/core/device/port';

const run = promisify(execFile);

/** The least important syslog priority (0 to 7) that a level includes. */
const priorities: Readonly<Record<LogLevel, number>> = { V: 7, D: 7, I: 6, W: 4, E: 3, F: 2 };
const levels: readonly LogLevel[] = ['F', 'F', 'F', 'E', 'W', 'I', 'I', 'D'];

/** Enough for a thousand entries. One may hold 48 KB of output, but few do. */
const MAX_OUTPUT_BYTES = 64 << 20;
/** Time for journalctl to report whether there is a journal. */
const CHECK_TIMEOUT_MS = 2000;

/** The entries of this user's programs in the systemd journal, read with journalctl. No shell is involved. */
export class Journal implements Logs {
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** The journal, or why it cannot be read. */
  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<Journal | string> {
    const journal = new Journal(environment);
    try {
      // With --output=json it does not report that there is no journal.
      const { stderr } = await journal.#journalctl(['--lines=0'], call, CHECK_TIMEOUT_MS);
      return stderr.includes('No journal files were')
        ? 'The journal of this desktop cannot be read: there is none, or this user may not read it.'
        : journal;
    } catch (error) {
      call.signal.throwIfAborted();
      return `The logs of a desktop are read with journalctl, which failed here ${reasonOf(error)}`;
    }
  }

  async read(query: LogQuery, call: Call): Promise<LogLines> {
    if (query.packageName !== undefined) {
      throw invalidParams(
        "A desktop's journal has no package names. Leave package_name out and pass the program's name as tag.",
      );
    }
    const { stdout } = await this.#journalctl(filtersOf(query), call).catch((error: unknown) => {
      call.signal.throwIfAborted();
      throw actionFailed(`journalctl failed ${reasonOf(error)}`, error);
    });
    const lines = stdout.split('\n').filter(Boolean).flatMap(linesOf);
    return { lines: lines.slice(-query.lastLines), truncated: lines.length > query.lastLines };
  }

  async #journalctl(args: readonly string[], call: Call, timeout = call.remaining()) {
    const { getuid } = process;
    const ownEntries = getuid === undefined ? [] : [`_UID=${getuid.call(process)}`];
    const started = run('journalctl', ['--no-pager', ...args, ...ownEntries], {
      env: { ...this.#environment, LC_ALL: 'C' },
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: Math.ceil(Math.min(timeout, call.remaining())),
      signal: call.signal,
    });
    return orAborted(started, call.signal);
  }
}

/** Asks for one entry more than wanted, to know whether there are more. */
function filtersOf({ lastLines, since, until, tag, level }: LogQuery): string[] {
  return [
    ...['--quiet', '--all', '--output=json'],
    `--lines=${lastLines + 1}`,
    `--priority=${priorities[level]}`,
    ...(since === undefined ? [] : [`--since=${toSeconds(since)}`]),
    ...(until === undefined ? [] : [`--until=${toSeconds(until)}`]),
    ...(tag === undefined ? [] : [`--identifier=${tag}`]),
  ];
}

/** Seconds since 1970: journalctl accepts them with a fraction, whatever the time zone. */
function toSeconds(time: string): string {
  const milliseconds = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'));
  return `@${(milliseconds / 1000).toFixed(3)}`;
}

/** Formats an entry as log lines; a message of several lines becomes several log lines. */
function linesOf(json: string): string[] {
  const entry: unknown = JSON.parse(json);
  if (!isRecord(entry)) return [];
  const level = levels[Number(entry.PRIORITY ?? 6)] ?? 'I';
  const tag = textOf(entry.SYSLOG_IDENTIFIER) || textOf(entry._COMM) || 'unknown';
  const stamp = stampOf(new Date(Number(entry.__REALTIME_TIMESTAMP) / 1000));
  return textOf(entry.MESSAGE)
    .split('\n')
    .map((line) => `${stamp} ${level}/${tag}: ${line}`);
}

/** journalctl gives non-UTF-8 text as an array of bytes, and repeated fields as an array of values. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const values: readonly unknown[] = value;
  const bytes = values.filter((one) => typeof one === 'number');
  return bytes.length === values.length ? Buffer.from(bytes).toString() : textOf(values[0]);
}

/** `02-11 16:30:00.123`, in local time. */
function stampOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${day} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Why a program failed: its exit code and error output, or that it could not be started. */
function reasonOf(error: unknown): string {
  const { code, stderr, message }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  if (code === 'ENOENT') return '(it is not installed)';
  return typeof code === 'number' ? `(exit ${code}): ${textOf(stderr).trim()}` : `: ${textOf(message)}`;
}
