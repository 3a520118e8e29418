/** Signals by number and name. */

const NAMES = new Map([
  [1, 'HUP'],
  [2, 'INT'],
  [3, 'QUIT'],
  [4, 'ILL'],
  [5, 'TRAP'],
  [6, 'ABRT'],
  [7, 'BUS'],
  [8, 'FPE'],
  [9, 'KILL'],
  [10, 'USR1'],
  [11, 'SEGV'],
  [12, 'USR2'],
  [13, 'PIPE'],
  [14, 'ALRM'],
  [15, 'TERM'],
  [17, 'CHLD'],
  [18, 'CONT'],
  [19, 'STOP'],
]);

/** The shell's message when a signal ended its child. It prints nothing for INT and PIPE. */
const OBITUARIES = new Map([
  [1, 'Hangup'],
  [3, 'Quit'],
  [6, 'Aborted'],
  [9, 'Killed'],
  [11, 'Segmentation fault'],
  [14, 'Alarm clock'],
  [15, 'Terminated'],
]);

export const SIGHUP = 1;
export const SIGINT = 2;
export const SIGKILL = 9;
export const SIGSEGV = 11;
export const SIGPIPE = 13;
export const SIGTERM = 15;

export function signalName(signal: number): string | undefined {
  return NAMES.get(signal);
}

/** The number of a signal given as `9`, `KILL`, `SIGKILL` or `kill`. */
export function signalNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= 64 ? Number(text) : undefined;
  const wanted = text.toUpperCase().replace(/^SIG/, '');
  for (const [number, name] of NAMES) if (name === wanted) return number;
  return undefined;
}

/** `Killed `, with the space that mksh prints where "(core dumped)" could follow (recorded on Android 5.1). */
export function obituary(signal: number): string | undefined {
  const words = OBITUARIES.get(signal);
  return words === undefined ? undefined : `${words} \n`;
}
