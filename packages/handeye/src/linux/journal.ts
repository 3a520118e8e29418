import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Call } from '../device/call.ts';
import { orAborted } from '../device/call.ts';
import { actionFailed, invalidParams } from '../device/errors.ts';
import type { LogLevel, LogLines, LogQuery, Logs } from '../device/port.ts';

const run = promisify(execFile);

/** The highest number of syslog's eight priorities that a level lets through. */
const priorities: Readonly<Record<LogLevel, number>> = { V: 7, D: 7, I: 6, W: 4, E: 3, F: 2 };
const levels: readonly LogLevel[] = ['F', 'F', 'F', 'E', 'W', 'I', 'I', 'D'];

/** A thousand entries with room: each may hold 48 KB of a program's output, few do. */
const MOST_OUTPUT = 64 << 20;
/** Milliseconds for journalctl to say whether there is a journal. */
const CHECK_PATIENCE = 2000;

/** What the programs of this user wrote to the system's journal, read by journalctl. Nothing goes through a shell. */
export class Journal implements Logs {
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** The journal, or why it cannot be read. */
  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<Journal | string> {
    const journal = new Journal(environment);
    try {
      // In JSON it would not say that there is none.
      const { stderr } = await journal.#journalctl(['--lines=0'], call, CHECK_PATIENCE);
      return stderr.includes('No journal files were')
        ? 'The journal of this desktop cannot be read: there is none, or this user may not see it.'
        : journal;
    } catch (error) {
      call.signal.throwIfAborted();
      return `The logs of a desktop are read with journalctl, which failed here ${reasonOf(error)}`;
    }
  }

  async read(query: LogQuery, call: Call): Promise<LogLines> {
    if (query.packageName !== undefined) {
      throw invalidParams(
        "A desktop's journal does not know applications by package. Leave package_name out, and name the program as tag.",
      );
    }
    const { stdout } = await this.#journalctl(filtersOf(query), call).catch((error: unknown) => {
      call.signal.throwIfAborted();
      throw actionFailed(`journalctl failed ${reasonOf(error)}`, error);
    });
    const lines = stdout.split('\n').filter(Boolean).flatMap(linesOf);
    return { lines: lines.slice(-query.lastLines), truncated: lines.length > query.lastLines };
  }

  async #journalctl(args: readonly string[], call: Call, patience = call.remaining()) {
    const { getuid } = process;
    const ours = getuid === undefined ? [] : [`_UID=${getuid.call(process)}`];
    const started = run('journalctl', ['--no-pager', ...args, ...ours], {
      env: { ...this.#environment, LC_ALL: 'C' },
      maxBuffer: MOST_OUTPUT,
      timeout: Math.ceil(Math.min(patience, call.remaining())),
      signal: call.signal,
    });
    return orAborted(started, call.signal);
  }
}

/** One entry more than wanted is asked for: it tells whether there are more. */
function filtersOf({ lastLines, since, until, tag, level }: LogQuery): string[] {
  return [
    ...['--quiet', '--all', '--output=json'],
    `--lines=${lastLines + 1}`,
    `--priority=${priorities[level]}`,
    ...(since === undefined ? [] : [`--since=${moment(since)}`]),
    ...(until === undefined ? [] : [`--until=${moment(until)}`]),
    ...(tag === undefined ? [] : [`--identifier=${tag}`]),
  ];
}

/** As seconds since 1970, which journalctl takes with a fraction and in any time zone. */
function moment(time: string): string {
  const milliseconds = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(' ', 'T'));
  return `@${(milliseconds / 1000).toFixed(3)}`;
}

/** An entry in the lines of the contract; a message of several lines is several of them. */
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

/** journalctl gives what is no UTF-8 as a list of bytes, several values of one field as a list of them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const values: readonly unknown[] = value;
  const bytes = values.filter((one) => typeof one === 'number');
  return bytes.length === values.length ? Buffer.from(bytes).toString() : textOf(values[0]);
}

/** `02-11 16:30:00.123`, in the time zone of this computer. */
function stampOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${day} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A program's failure: its exit code and what it said, or that it could not be started. */
function reasonOf(error: unknown): string {
  const { code, stderr, message }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  if (code === 'ENOENT') return '(it is not installed)';
  return typeof code === 'number' ? `(exit ${code}): ${textOf(stderr).trim()}` : `: ${textOf(message)}`;
}
