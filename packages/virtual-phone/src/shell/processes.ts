/** The list of processes that ps, pgrep and kill work on. */

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** The owner's name: root, system, shell, u0_a57. */
  readonly user: string;
  /** The process's name: a package for an app, otherwise a program's name. */
  readonly name: string;
  /** With its arguments; the name if it has none. */
  readonly commandLine?: string;
  readonly virtualKilobytes?: number;
  readonly residentKilobytes?: number;
  readonly state?: 'S' | 'R' | 'T' | 'Z';
}

/** The result of sending a signal. */
export type SignalResult = 'sent' | 'no such process' | 'not permitted';

export interface ProcessTable {
  list(): readonly ProcessInfo[];
  /** Signal 0 only checks. */
  kill(pid: number, signal: number): SignalResult;
}

/** The processes of a phone before any app is started. */
export const BARE_PROCESSES: ProcessTable = {
  list: () => [{ pid: 1, parent: 0, user: 'root', name: 'init', commandLine: '/init' }],
  kill: (pid) => (pid === 1 ? 'not permitted' : 'no such process'),
};
