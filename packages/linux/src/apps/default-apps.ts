import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { MenuEntry } from './menu.ts';
import { dataFolders, isGiven } from './menu.ts';

/* The default application for each kind of content: specifications.freedesktop.org/mime-apps-spec. */

const EXTENSION = '.desktop';

/** The ids of entries by the kind that they open, of one group. */
type Associations = ReadonlyMap<string, readonly string[]>;

interface MimeApps {
  readonly defaults: Associations;
  readonly added: Associations;
  readonly removed: Associations;
}

/**
 * The entry that the user, the desktop or the system chose for a kind (`x-scheme-handler/https`), else the first that accepts
 * it.
 */
export async function defaultEntry(
  kind: string,
  entries: readonly MenuEntry[],
  environment: NodeJS.ProcessEnv,
): Promise<MenuEntry | undefined> {
  const lists: MimeApps[] = [];
  for (const file of listFiles(environment)) {
    const content = await readFile(file, 'utf8').catch(() => undefined);
    if (content !== undefined) lists.push(parseMimeApps(content));
  }
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const chosen = lists.flatMap(({ defaults }) => defaults.get(kind) ?? []);
  const added = lists.flatMap((list) => list.added.get(kind) ?? []);
  const removed = new Set(lists.flatMap((list) => list.removed.get(kind) ?? []));
  const taking = entries.filter(({ mimeTypes }) => mimeTypes.includes(kind)).map(({ id }) => id);
  const ids = [...chosen, ...[...added, ...taking].filter((id) => !removed.has(id))];
  return ids.map((id) => known.get(id)).find((entry) => entry !== undefined);
}

/**
 * In the order of precedence: the user's, the system's, then those beside the entries; those of the desktop before general
 * ones.
 */
function listFiles(environment: NodeJS.ProcessEnv): readonly string[] {
  const { HOME, XDG_CONFIG_HOME, XDG_CONFIG_DIRS, XDG_CURRENT_DESKTOP = '' } = environment;
  const own = isGiven(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : HOME && join(HOME, '.config');
  const shared = isGiven(XDG_CONFIG_DIRS) ? XDG_CONFIG_DIRS : '/etc/xdg';
  const folders = [
    ...(isGiven(own) ? [own] : []),
    ...shared.split(':').filter(isAbsolute),
    ...dataFolders(environment).map(({ folder }) => join(folder, 'applications')),
  ];
  const desktops = XDG_CURRENT_DESKTOP.split(':').filter(isGiven);
  const names = [...desktops.map((name) => `${name.toLowerCase()}-mimeapps.list`), 'mimeapps.list'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** The content of one such file. */
export function parseMimeApps(content: string): MimeApps {
  const groups = new Map<string, Map<string, readonly string[]>>();
  let group: Map<string, readonly string[]> | undefined;
  for (const line of content.split(/\r?\n/)) {
    const [, name] = /^\[(.+)\]\s*$/.exec(line) ?? [];
    if (name !== undefined) {
      group = groups.get(name) ?? new Map<string, readonly string[]>();
      groups.set(name, group);
    }
    const [, kind, list] = /^([^#=\s]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (kind === undefined || list === undefined || group?.has(kind) !== false) continue;
    group.set(
      kind,
      list.split(';').flatMap((id) => (id.endsWith(EXTENSION) ? [id.slice(0, -EXTENSION.length)] : [])),
    );
  }
  const of = (name: string): Associations => groups.get(name) ?? new Map();
  return {
    defaults: of('Default Applications'),
    added: of('Added Associations'),
    removed: of('Removed Associations'),
  };
}
