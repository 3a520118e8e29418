import type { Call } from '@handeye/core/call/call';
import type { Crash, CrashList, CrashQuery, Crashes } from '@handeye/core/device/services/crashes';
import { actionFailed } from '@handeye/core/device/errors';
import type { Result } from '@handeye/adb/shell/shell';
import {
  clockCommand,
  localBound,
  type LocalTime,
  parseBound,
  parseClock,
  type PhoneClock,
} from '../logs/log-time.ts';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import { crashBufferCommand, parseCrashBuffer } from './crash-buffer.ts';
import { dropBoxCommands, isDropBox, parseDropBox } from './drop-box.ts';
import { crashOf, idsOf, merged, type Report } from './report.ts';

const NO_LOG =
  "This phone's shell cannot read the crash buffer of the log: what is not in the drop box is missing.";
const NO_DROP_BOX =
  'This phone does not let its shell read the drop box: applications that did not respond, and what crashed before the last start, are missing.';

/** The lines at the buffer's end that suffice to see a crash a moment ago. */
const LATEST_LINES = 200;
/** A clock is read with a precision of one second. */
const SECOND = 1_000;

interface Read {
  readonly reports: readonly Report[];
  readonly notes: readonly string[];
  readonly clock: PhoneClock;
}

/** The failures in a phone's log and drop box. The shell may read both on every release. */
export class AndroidCrashes implements Crashes {
  readonly #phone: Phone;
  readonly #sdk: number;

  constructor(phone: Phone, { sdk }: { readonly sdk: number }) {
    this.#phone = phone;
    this.#sdk = sdk;
  }

  async list({ since, packageName }: CrashQuery, call: Call): Promise<CrashList> {
    const bound = since === undefined ? undefined : parseBound('since', since);
    const { reports, notes, clock } = await this.#read(call);
    const from: LocalTime = bound === undefined ? -Infinity : localBound(bound, clock);
    const all = merged(reports)
      .map(crashOf)
      .filter(({ time }) => timeOf(time) >= Math.floor(from / SECOND) * SECOND);
    const crashes = all.filter(({ app }) => packageName === undefined || isOf(app, packageName));
    // An unknown package must not look like an app that never crashed.
    const others = crashes.length === 0 ? [...new Set(all.map(({ app }) => app))] : [];
    const noted = others.length === 0 ? notes : [...notes, `other apps that crashed: ${others.join(', ')}`];
    return { crashes, notes: noted };
  }

  async find(id: string, call: Call): Promise<Crash | undefined> {
    const { reports } = await this.#read(call);
    const failure = merged(reports).find((one) => idsOf(one).includes(id));
    return failure && { ...crashOf(failure), id };
  }

  async latest(milliseconds: number, call: Call): Promise<readonly Crash[]> {
    const asked = [sh`${clockCommand}`, sh`${crashBufferCommand(this.#sdk, LATEST_LINES)}`];
    const [date, log] = await this.#phone.script(asked, call);
    const clock = clockIn(date);
    const from = clock.now - milliseconds - SECOND;
    return merged(reportsOf(log, clock) ?? [])
      .map(crashOf)
      .filter(({ time }) => timeOf(time) >= from);
  }

  async #read(call: Call): Promise<Read> {
    const boxes = dropBoxCommands.map((argv) => sh`${argv}`);
    const asked = [sh`${clockCommand}`, sh`${crashBufferCommand(this.#sdk)}`, ...boxes];
    const [date, log, ...box] = await retryIfConnectionLost(call, () => this.#phone.script(asked, call));
    const clock = clockIn(date);
    const logged = reportsOf(log, clock);
    const dropped = box.map(outputOf);
    const hasBox = dropped.some(isDropBox);
    if (logged === undefined && !hasBox) {
      throw actionFailed(`Neither the crash buffer nor the drop box can be read: ${wordsOf(log, dropped)}`);
    }
    return {
      reports: [...(logged ?? []), ...dropped.flatMap(parseDropBox)],
      notes: [...(logged === undefined ? [NO_LOG] : []), ...(hasBox ? [] : [NO_DROP_BOX])],
      clock,
    };
  }
}

/** Undefined if the phone has no such buffer, or does not let the shell read it. */
function reportsOf(log: Result | undefined, clock: PhoneClock): readonly Report[] | undefined {
  const output = log ? outputOf(log) : '';
  const isRefused = log?.code !== 0 || /^(?:Unable to open log device|logcat: |Unknown buffer)/m.test(output);
  return isRefused ? undefined : parseCrashBuffer(output, clock);
}

function wordsOf(log: Result | undefined, dropped: readonly string[]): string {
  const said = [log?.stderr, log && outputOf(log), dropped[0]].map((text) => text?.trim() ?? '');
  return (said.find((text) => text !== '') ?? 'no output').slice(0, 200);
}

function clockIn(date: Result | undefined): PhoneClock {
  const clock = date && parseClock(outputOf(date));
  if (!clock) throw actionFailed('The phone does not report its time (date), so crashes cannot be dated.');
  return clock;
}

/** Whether a process is an application's: one of several has a name after a colon. */
function isOf(process: string, packageName: string): boolean {
  return process === packageName || process.startsWith(`${packageName}:`);
}

function timeOf(time: string): LocalTime {
  return Date.parse(`${time.replace(' ', 'T')}Z`);
}
