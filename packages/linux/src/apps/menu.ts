import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import type { DesktopEntry, MenuContext } from './desktop-entry.ts';
import { parseEntry } from './desktop-entry.ts';

const EXTENSION = '.desktop';

/** An entry; `system` says whether it is the system's or the user's own. */
export interface MenuEntry extends DesktopEntry {
  readonly system: boolean;
}

/** The applications of a user: of several entries with one id the user's own counts, then that of the first folder. */
export async function readMenu(environment: NodeJS.ProcessEnv): Promise<readonly MenuEntry[]> {
  const context = contextOf(environment);
  const taken = new Set<string>();
  const entries: MenuEntry[] = [];
  for (const { folder, system } of dataFolders(environment)) {
    for (const file of await desktopFiles(join(folder, 'applications'))) {
      const id = idOf(relative(join(folder, 'applications'), file));
      if (taken.has(id)) continue;
      const content = await readFile(file, 'utf8').catch(() => '');
      const entry = parseEntry(content, { id, file }, context);
      if (entry !== undefined) taken.add(id);
      if (entry !== undefined && entry !== 'deleted' && (await isInstalled(entry, environment)))
        entries.push({ ...entry, system });
    }
  }
  return entries;
}

/** The folders that hold desktop entries, the user's own first. */
export function dataFolders({ HOME, XDG_DATA_HOME, XDG_DATA_DIRS }: NodeJS.ProcessEnv) {
  const own = isGiven(XDG_DATA_HOME) ? XDG_DATA_HOME : HOME && join(HOME, '.local', 'share');
  const shared = isGiven(XDG_DATA_DIRS) ? XDG_DATA_DIRS : '/usr/local/share:/usr/share';
  return [
    ...(own === undefined || own === '' ? [] : [{ folder: own, system: false }]),
    ...shared.split(':').flatMap((folder) => (isAbsolute(folder) ? [{ folder, system: true }] : [])),
  ];
}

/** Environment variables that are empty count as not set. */
export function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

async function desktopFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  return found.filter((name) => name.endsWith(EXTENSION)).map((name) => join(folder, name));
}

/** `kde/kate.desktop` is kde-kate. */
function idOf(path: string): string {
  return path.slice(0, -EXTENSION.length).split(sep).join('-');
}

function contextOf(environment: NodeJS.ProcessEnv): MenuContext {
  const { XDG_CURRENT_DESKTOP = '', LC_ALL, LC_MESSAGES, LANG } = environment;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find(isGiven) ?? '';
  return { desktops: XDG_CURRENT_DESKTOP.split(':'), locales: localesFor(locale) };
}

/** `de_AT.UTF-8@euro`: with country and modifier, then without one of them, then the language alone. */
function localesFor(locale: string): string[] {
  const [, language, country, modifier] = /^([A-Za-z]+)(_[A-Za-z]+)?(?:\.[^@]*)?(@.+)?$/.exec(locale) ?? [];
  if (language === undefined || language === 'C' || language === 'POSIX') return [];
  const [place = '', variant = ''] = [country, modifier];
  return [...new Set([language + place + variant, language + place, language + variant, language])];
}

async function isInstalled({ tryExec }: DesktopEntry, { PATH = '' }: NodeJS.ProcessEnv): Promise<boolean> {
  if (!isGiven(tryExec)) return true;
  const places = isAbsolute(tryExec)
    ? [tryExec]
    : PATH.split(delimiter).map((folder) => join(folder, tryExec));
  for (const place of places) if (await isExecutable(place)) return true;
  return false;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
