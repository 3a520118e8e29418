import { basename } from 'node:path';

/*
 * Desktop entries, the files that menus are made of: specifications.freedesktop.org/desktop-entry-spec.
 */

/** An application as its desktop entry describes it. */
export interface DesktopEntry {
  /** The file's path below `applications`, with dashes: `org.gnome.Calculator`. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly exec: string;
  readonly icon: string | undefined;
  /** The working directory. */
  readonly folder: string | undefined;
  readonly terminal: boolean;
  readonly wmClass: string | undefined;
  /** A program that must be present for the entry to count as installed. */
  readonly tryExec: string | undefined;
  /** The types that it opens: `text/html`, `x-scheme-handler/https`. */
  readonly mimeTypes: readonly string[];
  /** True if it belongs in the menu of this desktop. */
  readonly inMenu: boolean;
}

/** The desktop and language to read entries for. */
export interface MenuContext {
  /** XDG_CURRENT_DESKTOP's names. */
  readonly desktops: readonly string[];
  /** Keys in brackets, the best first: `de_AT`, `de`. */
  readonly locales: readonly string[];
}

/** The entry of a file; undefined if it describes no application, `deleted` if it hides one of the same id. */
export function parseEntry(
  content: string,
  { id, file }: Pick<DesktopEntry, 'id' | 'file'>,
  context: MenuContext,
): DesktopEntry | 'deleted' | undefined {
  const keys = mainGroup(content);
  if (keys.get('Hidden') === 'true') return 'deleted';
  const exec = keys.get('Exec');
  if (keys.get('Type') !== 'Application' || exec === undefined) return undefined;
  const text = (key: string) => unescaped(keys.get(key));
  return {
    id,
    file,
    name: unescaped(localised(keys, 'Name', context.locales)) ?? id,
    exec: unescaped(exec) ?? '',
    icon: text('Icon'),
    folder: text('Path'),
    terminal: keys.get('Terminal') === 'true',
    wmClass: text('StartupWMClass'),
    tryExec: text('TryExec'),
    mimeTypes: (keys.get('MimeType') ?? '').split(';').filter((type) => type !== ''),
    inMenu: keys.get('NoDisplay') !== 'true' && isFor(keys, context.desktops),
  };
}

/** The keys of the group [Desktop Entry]: others describe actions. */
function mainGroup(content: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let isMain = false;
  for (const line of content.split(/\r?\n/)) {
    if (line.startsWith('[')) isMain = line.trim() === '[Desktop Entry]';
    const [, key, value] = /^([A-Za-z0-9-]+(?:\[[^\]]*\])?)\s*=\s*(.*)$/.exec(line) ?? [];
    if (isMain && key !== undefined && value !== undefined && !keys.has(key)) keys.set(key, value.trimEnd());
  }
  return keys;
}

function localised(keys: ReadonlyMap<string, string>, key: string, locales: readonly string[]) {
  const best = locales.find((locale) => keys.has(`${key}[${locale}]`));
  return keys.get(best === undefined ? key : `${key}[${best}]`);
}

function isFor(keys: ReadonlyMap<string, string>, desktops: readonly string[]): boolean {
  const listed = (key: string) =>
    keys
      .get(key)
      ?.split(';')
      .filter((name) => name !== '');
  const only = listed('OnlyShowIn');
  if (only && !only.some((name) => desktops.includes(name))) return false;
  return !listed('NotShowIn')?.some((name) => desktops.includes(name));
}

const escapes: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };

function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/\\([sntr\\])/g, (_, letter: string) => escapes[letter] ?? letter);
}

/**
 * The program and its arguments. Without an address the codes for files and addresses expand to nothing; an entry without such
 * a code gets the address at its end.
 */
export function argumentsOf(
  entry: Pick<DesktopEntry, 'exec' | 'icon' | 'name' | 'file'>,
  uri?: string,
): string[] {
  const own = words(entry.exec);
  const takesFiles = (word: string) => /^%[fFuU]$/.test(word);
  if (uri !== undefined && !own.some(takesFiles)) return [...argumentsOf(entry), uri];
  return own.flatMap((word) => {
    if (uri !== undefined && takesFiles(word)) return [uri];
    if (word === '%i') return entry.icon === undefined ? [] : ['--icon', entry.icon];
    const whole = word.replace(/%(.)/g, (_, code: string) => {
      if (code === '%') return '%';
      if (code === 'c') return entry.name;
      return code === 'k' ? entry.file : '';
    });
    return whole === '' && word !== '' ? [] : [whole];
  });
}

/** Words are separated by spaces; within double quotes a backslash takes the next character as it is. */
function words(exec: string): string[] {
  const found = exec.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))+/g);
  return [...found].map(([whole]) =>
    whole.replace(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1')),
  );
}

/** Programs that only run another one: their name does not identify the owner of a window. */
const runners: ReadonlySet<string> = new Set(
  'env sh bash dash flatpak snap python python3 perl java mono wine gjs node pkexec x-terminal-emulator'.split(
    ' ',
  ),
);

/** The name of the program that it starts, if that name identifies the application. */
export function programOf(entry: DesktopEntry): string | undefined {
  const [first = '', ...rest] = argumentsOf(entry);
  const program = basename(first);
  if (program !== 'env') return program === '' || runners.has(program) ? undefined : program;
  const own = basename(rest.find((word) => !word.startsWith('-') && !word.includes('=')) ?? '');
  return own === '' || runners.has(own) ? undefined : own;
}
