/**
 * The command that writes the tree of the screen to a file. `--windows` gives every window from Android 13 or so on;
 * older versions skip an option they do not know and write the active window.
 */
export function dumpCommand(file: string): readonly string[] {
  return ['uiautomator', 'dump', '--windows', file];
}

/**
 * Why there is no tree. `busy`: the screen never came to rest within uiautomator's ten seconds; `rootless`: no window
 * is in front (a transition, a sleeping display); `killed`: another program holds the one UiAutomation there is.
 */
export type DumpTrouble = 'busy' | 'rootless' | 'killed' | 'unknown';

/**
 * What went wrong with a dump whose file cannot be read. Only the file tells success: the success line and exit
 * code 0 also come when nothing was written (Android 5.1: a read-only path, a directory).
 */
export function dumpTrouble(message: string, exitCode: number | undefined): DumpTrouble {
  if (/could not get idle state/i.test(message)) return 'busy';
  if (/null root node/i.test(message)) return 'rootless';
  if (exitCode === 137 || /^Killed\b/m.test(message)) return 'killed';
  return 'unknown';
}
