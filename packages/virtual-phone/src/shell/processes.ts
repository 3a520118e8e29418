/** The list of processes that ps, pgrep and kill work on. */

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** The owner's name: root, system, shell, u0_a57. */
  readonly user: string;
  /** The process's name: a package for an app, a program's name else. */
  readonly name: string;
  /** With its arguments; the name where it has none. */
  readonly commandLine?: string;
  readonly virtualKilobytes?: number;
  readonly residentKilobytes?: number;
  readonly state?: 'S' | 'R' | 'T' | 'Z';
}

/** What came of sending a signal. */
export type SignalResult = 'sent' | 'no such process' | 'not permitted';

export interface ProcessTable {
  list(): readonly ProcessInfo[];
  /** Signal 0 only asks. */
  kill(pid: number, signal: number): SignalResult;
}

/** What runs on a phone before anybody starts an app. */
export const BARE_PROCESSES: ProcessTable = {
  list: () => [{ pid: 1, parent: 0, user: 'root', name: 'init', commandLine: '/init' }],
  kill: (pid) => (pid === 1 ? 'not permitted' : 'no such process'),
};
