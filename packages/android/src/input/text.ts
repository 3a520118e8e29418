/** One command that types a part of a text. */
export interface TypingStep {
  readonly argv: readonly string[];
  /** The typed text: about 25 ms a character on old phones. */
  readonly text: string;
  /** It must run in an empty directory, because the phone would take the text for a pattern of file names. */
  readonly inEmptyDirectory: boolean;
}

/** The commands that type a text, or why it cannot be typed: decided before the first key goes out. */
export type TypingPlan = { readonly steps: readonly TypingStep[] } | { readonly refusal: string };

/** The most characters a call: each is injected by itself, and longer calls would outlive the time limit of a step. */
const LONGEST_CHUNK = 150;
const ENTER = '66';

/**
 * The last Android whose `input` is known to hand its arguments on as `$*`, not as `"$@"` (seen on 5.1; 8 is right; 6 and 7 are
 * not known, and the treatment for 5 is right for them too).
 */
const LAST_RESPLITTING_SDK = 25;

/** Plans the `input` commands that type a text into the focused field. */
export function planTyping(text: string, sdk: number): TypingPlan {
  const refusal = untypable(text);
  if (refusal !== undefined) return { refusal };
  const resplit = sdk <= LAST_RESPLITTING_SDK;
  const steps = text
    .replace(/\r\n?/g, '\n')
    .split(/(\n)/)
    .filter((run) => run !== '')
    .flatMap((run) => (run === '\n' ? [lineBreak] : wordsSteps(run, resplit)));
  return { steps };
}

/** `input text` looks characters up in an ASCII keyboard; a missing one kills it (137 on Android 5). */
function untypable(text: string): string | undefined {
  const found = /[^\x20-\x7e\n\r]/u.exec(text)?.[0];
  if (found === undefined) return undefined;
  if (found === '\t') return NO_TABS;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const shown = /\p{C}/u.test(found) ? '' : `'${found}' `;
  return (
    `The character ${shown}(U+${code}) cannot be typed over ADB alone: Android's input command takes only ASCII. ` +
    'Nothing was typed.'
  );
}

const NO_TABS =
  'A tab cannot be typed over ADB alone: the Tab key moves the focus to another field. Nothing was typed. ' +
  'Use spaces, and write each field by its own id.';

/** One a step: the next text must not follow a focus that this key moved. */
const lineBreak: TypingStep = { argv: ['input', 'keyevent', ENTER], text: '\n', inEmptyDirectory: false };

function wordsSteps(run: string, resplit: boolean): TypingStep[] {
  return pieces(run, resplit).map((piece) => ({
    argv: ['input', 'text', piece.replaceAll(' ', '%s')],
    text: piece,
    inEmptyDirectory: resplit && PATTERN.test(piece),
  }));
}

/** Cuts a line wherever one call could not type further. */
function pieces(line: string, resplit: boolean): string[] {
  const all: string[] = [];
  let piece = '';
  for (const char of line) {
    if (piece !== '' && mustCut(piece, char, resplit)) {
      all.push(piece);
      piece = '';
    }
    piece += char;
  }
  return piece === '' ? all : [...all, piece];
}

/** Characters of the shell's patterns for file names, including mksh's `@(…)`. */
const PATTERN = /[*?[(]/;

function mustCut(piece: string, next: string, resplit: boolean): boolean {
  if (piece.length >= LONGEST_CHUNK) return true;
  // `%s` is typed as a space and has no escape: the two characters go out in two calls.
  if (piece.endsWith('%') && next === 's') return true;
  if (!resplit) return false;
  // The shell of Android 5 expands the result of `$*` once more: {a,b} becomes two words, and nothing is typed. Without its
  // opening brace the rest is harmless.
  if (piece.endsWith('{')) return true;
  // A pattern that matches no file is typed as it is. In an empty directory only a pattern that leads out of it can match, by
  // an absolute path or over `..`; cut before its first special character, it leads nowhere.
  return /^[/.]/.test(piece) && PATTERN.test(next);
}
