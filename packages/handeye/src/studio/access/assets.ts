import { readFile } from 'node:fs/promises';

/** The page, as `npm run build` leaves it: beside the bundled program or its parts, or in the source tree's dist. */
const places = ['./studio/', '../studio/', '../../../dist/studio/'].map(
  (place) => new URL(place, import.meta.url),
);

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/studio.js': { file: 'studio.js', type: 'text/javascript; charset=utf-8' },
  '/studio.css': { file: 'studio.css', type: 'text/css; charset=utf-8' },
};

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A file of the page; undefined if there is none of that name. */
export async function assetAt(path: string): Promise<Asset | undefined> {
  const known = files[path];
  if (known === undefined) return undefined;
  for (const place of places) {
    const bytes = await readFile(new URL(known.file, place)).catch(() => undefined);
    if (bytes !== undefined) return { type: known.type, bytes };
  }
  throw new Error('The page of Studio is not part of this installation of Handeye: install it again.');
}
