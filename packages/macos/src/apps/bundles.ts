import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Programs } from '../programs/run.ts';
import { run } from '../programs/run.ts';

/** Where macOS keeps applications. */
export const macApplicationFolders: readonly string[] = [
  '/Applications',
  join(homedir(), 'Applications'),
  '/System/Applications',
];

/** An application on the disk. */
export interface Bundle {
  readonly path: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly version: string | undefined;
}

/** Runs in osascript, which knows Foundation and needs no permission for it: what Info.plist says, in the user's language. */
const READ_BUNDLES = `
ObjC.import('Foundation');
function run(paths) {
  const files = $.NSFileManager.defaultManager;
  return JSON.stringify(paths.map((path) => {
    const bundle = $.NSBundle.bundleWithPath(path);
    if (bundle.isNil()) return { path };
    const text = (value) => { const plain = ObjC.unwrap(value); return typeof plain === 'string' ? plain : undefined; };
    return {
      path,
      id: text(bundle.bundleIdentifier),
      name: text(files.displayNameAtPath(path)),
      version: text(bundle.objectForInfoDictionaryKey('CFBundleShortVersionString')),
    };
  }));
}`;

/** The applications in these folders and in the folders right inside them (Utilities). */
export async function readBundles(
  folders: readonly string[],
  { osascript }: Programs,
  call: Call,
): Promise<readonly Bundle[]> {
  const paths = (await Promise.all(folders.map((folder) => bundlesIn(folder, 1)))).flat();
  if (paths.length === 0) return [];
  const args = ['-l', 'JavaScript', '-e', READ_BUNDLES, ...paths];
  const output = (await run(osascript, { args }, call)).toString('utf8');
  return parsed(output).flatMap((fact) => bundleOf(fact) ?? []);
}

async function bundlesIn(folder: string, levels: number): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = found.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.name.endsWith('.app')) return [path];
    return entry.isDirectory() && levels > 0 ? await bundlesIn(path, levels - 1) : [];
  });
  return (await Promise.all(inside)).flat();
}

function parsed(output: string): readonly unknown[] {
  try {
    const facts: unknown = JSON.parse(output);
    if (Array.isArray(facts)) return facts;
  } catch {
    // Said below.
  }
  throw actionFailed('osascript did not tell what the applications of this Mac are called.');
}

function bundleOf(fact: unknown): Bundle | undefined {
  if (typeof fact !== 'object' || fact === null) return undefined;
  const { path, id, name, version } = fact as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    path,
    id: text(id),
    name: text(name)?.replace(/\.app$/, '') ?? basename(path, '.app'),
    version: text(version),
  };
}
