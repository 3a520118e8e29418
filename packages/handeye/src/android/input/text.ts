/** One command that types a part of a text. */
export interface TypingStep {
  readonly argv: readonly string[];
  /** What it types: about 25 ms a character on old phones. */
  readonly text: string;
  /** It must run in a directory that is empty, because the phone would take the text for a pattern of file names. */
  readonly inEmptyDirectory: boolean;
}

/** How a text is typed, or why it cannot be: decided before the first key goes out. */
export type TypingPlan = { readonly steps: readonly TypingStep[] } | { readonly refusal: string };

/** Each character is injected on its own: longer calls would outlive the time limit of a step. */
const LONGEST_CHUNK = 150;
const ENTER = '66';

/**
 * The last Android whose `input` is known to hand its arguments on as `$*`, not as `"$@"` (seen on 5.1; 8 is right;
 * 6 and 7 are not known, and what is right for 5 is right for them too).
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

/** `input text` looks characters up in a keyboard of ASCII keys; one that is missing kills it (137 on Android 5). */
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

/** One a step: what comes next must not follow a focus that this key moved. */
const lineBreak: TypingStep = { argv: ['input', 'keyevent', ENTER], text: '\n', inEmptyDirectory: false };

function wordsSteps(run: string, resplit: boolean): TypingStep[] {
  return pieces(run, resplit).map((piece) => ({
    argv: ['input', 'text', piece.replaceAll(' ', '%s')],
    text: piece,
    inEmptyDirectory: resplit && PATTERN.test(piece),
  }));
}

/** Cuts a line wherever one call could not type on. */
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

/** What a shell takes for a pattern of file names, mksh's `@(…)` included. */
const PATTERN = /[*?[(]/;

function mustCut(piece: string, next: string, resplit: boolean): boolean {
  if (piece.length >= LONGEST_CHUNK) return true;
  // `%s` is typed as a space and there is no escape for it: the two go out in two calls.
  if (piece.endsWith('%') && next === 's') return true;
  if (!resplit) return false;
  // The shell of Android 5 expands once more what `$*` gives: {a,b} becomes two words, and nothing is typed.
  // Without its opening brace the rest is harmless.
  if (piece.endsWith('{')) return true;
  // A pattern that matches no file is typed as it is. In an empty directory only one that leads out of it can match,
  // by an absolute path or over `..`; cut before its first special character, it leads nowhere.
  return /^[/.]/.test(piece) && PATTERN.test(next);
}
