import type { TypingStep } from '../../src/input/text.ts';

/** A phone's files, as far as a pattern of names could match them. */
const ROOT_FILES = ['acct', 'd', 'data', 'etc', 'init', 'proc', 'sys', 'system', 'vendor'];

/** The effect of one call of Android's `input`: `%s` is a space, the rest is typed as it stands. */
function inputText(words: readonly string[]): string {
  const [word] = words;
  if (words.length !== 1 || word === undefined || word === '')
    throw new Error('Invalid arguments for command: text');
  if (/[^\x20-\x7e]/.test(word)) throw new Error('Killed');
  let typed = '';
  let escape = false;
  for (const char of word) {
    if (escape && char === 's') typed = `${typed.slice(0, -1)} `;
    else typed += char;
    escape = char === '%';
  }
  return typed;
}

/** mksh's expansion of `{a,b}` in the result of `$*`: the first brace that closes and holds a comma. */
function braces(word: string): string[] {
  for (let open = word.indexOf('{'); open >= 0; open = word.indexOf('{', open + 1)) {
    const close = word.indexOf('}', open);
    const inside = word.slice(open + 1, close);
    if (close > open && inside.includes(',')) {
      return inside.split(',').map((part) => word.slice(0, open) + part + word.slice(close + 1));
    }
  }
  return [word];
}

/** Names that a word matches: below the root, or in its working directory, which is the root unless it is empty. */
function glob(word: string, empty: boolean): string[] {
  if (!/[*?[(]/.test(word)) return [word];
  const absolute = /^(\/|(\.\.?\/)+)/.exec(word)?.[0] ?? '';
  const pattern = word.slice(absolute.length);
  if (absolute === '' && empty) return [word];
  if (pattern.includes('/')) return absolute === '' ? [word] : ['/many', '/files'];
  const regex = new RegExp(
    `^${pattern
      .replace(/[.+^${}()|\\\]]/g, '\\$&')
      .replace(/\[(?!.*\])/g, '\\[')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  );
  const found = ROOT_FILES.filter((name) => regex.test(name)).map((name) => absolute + name);
  return found.length > 0 ? found : [word];
}

/** Types a plan on a model of Android 5's `input` (`Input $*`) or of a later one (`Input "$@"`). */
export function typedBy(steps: readonly TypingStep[], { resplits }: { resplits: boolean }): string {
  return steps
    .map(({ argv: [program, command, ...args], inEmptyDirectory }) => {
      if (program !== 'input') throw new Error(`no such program: ${program ?? ''}`);
      if (command === 'keyevent') return args.map((code) => ({ 66: '\n', 61: '\t' })[code] ?? '?').join('');
      if (!resplits) return inputText(args);
      const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => word !== '');
      return inputText(words.flatMap(braces).flatMap((word) => safeGlob(word, inEmptyDirectory)));
    })
    .join('');
}

/** A bracket that is no class in our small matcher counts as one that matches much: the worst case. */
function safeGlob(word: string, empty: boolean): string[] {
  try {
    return glob(word, empty);
  } catch {
    return empty ? [word] : ['many', 'files'];
  }
}
