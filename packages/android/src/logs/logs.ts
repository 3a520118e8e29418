import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { LogLines, LogQuery } from '@handeye/core/device/port';
import { outputOf, type Phone, sh } from '../phone.ts';
import { parseProcesses, ProcessHistory, processesCommand } from './log-processes.ts';
import type { PhoneClock } from './log-time.ts';
import { clockCommand, parseClock } from './log-time.ts';
import { LogReader, logcatCommand, processEventsCommand } from './logcat.ts';

/** Reads the phone's log, filtered as it streams in: only the newest matching lines are kept. */
export async function readLogs(
  phone: Phone,
  query: LogQuery,
  { sdk, call }: { sdk: number; call: Call },
): Promise<LogLines> {
  const { clock, history } = await processesOf(phone, query, { sdk, call });
  const reader = new LogReader(query, clock, history);
  const logcat = await phone.stream(sh`${logcatCommand(query, sdk, clock)}`, call);
  let first = '';
  for await (const bytes of logcat.stdout) {
    if (first.length < 500) first += Buffer.from(bytes).toString();
    reader.write(bytes);
  }
  // Android 5 and 6 report no exit code; there, logcat's own error is the first line that it prints.
  const complaint = /^(?:logcat: .*|Unable to open log device.*|.*unknown buffer.*)/m.exec(first)?.[0];
  const failed = logcat.code !== undefined ? logcat.code !== 0 : complaint !== undefined;
  if (failed) {
    const words = (logcat.stderr.trim() || complaint) ?? 'no output';
    throw actionFailed(`logcat command failed (exit ${logcat.code ?? 1}): ${words}`);
  }
  return reader.end();
}

/** The phone's clock and, if an application was named, its processes. */
async function processesOf(
  phone: Phone,
  { packageName }: LogQuery,
  { sdk, call }: { sdk: number; call: Call },
): Promise<{ clock: PhoneClock; history: ProcessHistory | undefined }> {
  const asked = packageName === undefined ? [] : [sh`${processesCommand(sdk)}`, sh`${processEventsCommand}`];
  const [date, running, events] = await phone.script([sh`${clockCommand}`, ...asked], call);
  const clock = date && parseClock(outputOf(date));
  if (!clock) throw actionFailed('The phone does not report its time (date), so its log cannot be read.');
  if (packageName === undefined || !running || !events) return { clock, history: undefined };
  const history = new ProcessHistory(packageName);
  history.addRunning(parseProcesses(outputOf(running)));
  history.addEvents(outputOf(events), clock);
  return { clock, history };
}
