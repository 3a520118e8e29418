import { looperFrames } from './java-exception.ts';

/** An app whose main thread is stuck. */
export interface HangingProcess {
  readonly name: string;
  readonly pid: number;
  /** The activity in front, `package/.Class`. */
  readonly activity: string;
  /** The stack of its main thread, innermost first. */
  readonly frames: readonly string[];
}

/** The reason of the ANR: a touch was not handled for five seconds. */
export function anrReason({ activity, name }: HangingProcess, release: number): string {
  if (release <= 9) {
    return 'Input dispatching timed out (Waiting to send non-key event because the touched window has not finished processing certain input events that were delivered to it over 500.0ms ago.  Wait queue length: 2.  Wait queue head age: 5541.0ms.)';
  }
  const [owner = name, short = ''] = activity.split('/');
  const full = short.startsWith('.') ? `${owner}${short}` : short;
  const window = `${owner}/${full}`;
  const waited = `${window} (server) is not responding. Waited 5001ms for MotionEvent`;
  return release >= 14
    ? `Input dispatching timed out (${waited}).`
    : `Input dispatching timed out (${waited}(action=DOWN))`;
}

/** The ANR report: CPU load, and the stack of every thread of the app. */
export function anrTrace(process: HangingProcess, release: number, time: number): string {
  const { name, pid, frames } = process;
  const day = new Date(time).toISOString().replace('T', ' ').slice(0, 19);
  const stack = [...frames, ...looperFrames(release)].map((frame) => `  at ${frame}`);
  return [
    'CPU usage from 0ms to 5010ms later:',
    `  97% ${pid}/${name}: 97% user + 0% kernel`,
    '  3.1% 1043/system_server: 2.1% user + 1% kernel',
    '51% TOTAL: 49% user + 1.9% kernel',
    '',
    `----- pid ${pid} at ${day} -----`,
    `Cmd line: ${name}`,
    '',
    '"main" prio=5 tid=1 Runnable',
    '  | group="main" sCount=0 dsCount=0 flags=0 obj=0x73a8c5b0 self=0x7b42c14c00',
    `  | sysTid=${pid} nice=-10 cgrp=default sched=0/0 handle=0x7bc8d6d548`,
    ...stack,
    '',
    '"Signal Catcher" daemon prio=5 tid=3 Runnable',
    '  (no managed stack frames)',
    '',
    `----- end ${pid} -----`,
  ].join('\n');
}
