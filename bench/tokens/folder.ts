import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dumpText } from '../../packages/handeye/src/android/screen/ui-dumper.ts';
import type { DumpedScreen } from './dump.ts';

/** Every dump (`.xml`, `.uix`) below a folder, as one group. */
export async function screensIn(folder: string): Promise<readonly DumpedScreen[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(xml|uix)$/.test(name))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const xml = dumpText(await readFile(join(folder, name)));
      const app = /package=["']([^"']+)/.exec(xml)?.[1] ?? 'unknown';
      return { group: 'folder', name, app, size: sizeOf(xml), xml };
    }),
  );
}

/** A dump does not say how large the screen is: as large as its largest view that begins in the corner. */
function sizeOf(xml: string): DumpedScreen['size'] {
  const corners = [...xml.matchAll(/bounds=["']\[0,0\]\[(\d+),(\d+)\]/g)];
  const largest = (at: 1 | 2) => Math.max(0, ...corners.map((corner) => Number(corner[at])));
  return { width: largest(1) || 1080, height: largest(2) || 2400 };
}
