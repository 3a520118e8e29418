/** Which windows a dump is to hold: every one, or the active one alone. */
export type DumpForm = 'windows' | 'plain';

/**
 * The command that writes the tree of the screen to a file. `--windows` gives every window from Android 11 on (its
 * help does not say so); older versions skip an option they do not know and write the active window.
 */
export function dumpCommand(file: string, form: DumpForm): readonly string[] {
  return ['uiautomator', 'dump', ...(form === 'windows' ? ['--windows'] : []), file];
}

/**
 * Why there is no tree. `busy`: the screen never came to rest within uiautomator's ten seconds; `slow`: the dump was not
 * done in the time there was, which may have either reason; `rootless`: no window is in front (a transition, a
 * sleeping display); `killed`: another program holds the one UiAutomation there is; `crashed`: uiautomator died over
 * something on the screen; `unreadable`: it wrote something else than a tree.
 */
export type DumpTrouble = 'busy' | 'slow' | 'rootless' | 'killed' | 'crashed' | 'unreadable' | 'unknown';

/** What a dump left behind that wrote no tree. */
interface Remains {
  readonly exitCode: number | undefined;
  /** There is a file, without a byte in it. */
  readonly emptyFile: boolean;
}

/**
 * What went wrong with a dump whose file cannot be read. Only the file tells success: the success line and exit
 * code 0 also come when nothing was written (Android 5.1: a read-only path, a directory).
 *
 * uiautomator opens the file before it puts the tree into words, and fills it at the end. An empty file without the
 * success line is what is left where it died in between: of half a surrogate pair, U+0000, U+FFFE or U+FFFF in a text
 * (7.1 to 15), of a view that vanished below a clickable one without a label (up to 14).
 */
export function dumpTrouble(message: string, { exitCode, emptyFile }: Remains): DumpTrouble {
  if (/could not get idle state/i.test(message)) return 'busy';
  if (/null root node/i.test(message)) return 'rootless';
  if (emptyFile && !message.includes('dumped to')) return 'crashed';
  if (exitCode === 137 || /^Killed\b/m.test(message)) return 'killed';
  return 'unknown';
}

/**
 * The text of a dump. Some phones write UTF-16 with a byte order mark under a header that says UTF-8 (collected
 * dumps of Android 9 and later): what the first bytes are counts, not what they say.
 */
export function dumpText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A tag in UTF-16 whose mark was lost on the way: no dump in UTF-8 holds a zero byte.
  if (first === LESS_THAN && second === 0) return 'utf-16le';
  return first === 0 && second === LESS_THAN ? 'utf-16be' : 'utf-8';
}

const LESS_THAN = 0x3c;
