import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** In parts: the tests are compiled into one folder, and what they say of their own place is put in before. */
const OWN_URL = ['import', 'meta', 'url'].join('.');

/** A program of the tests in one file below this folder: it starts in a moment, and through tsx in a second. */
export async function bundled(source: string, folder: string): Promise<string> {
  const outfile = join(folder, basename(source).replace(/\.ts$/, '.mjs'));
  const sharp = fileURLToPath(import.meta.resolve('sharp'));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // It is found from here, not from the folder of the bundle.
    alias: { sharp },
    external: [sharp],
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module';const require = makeRequire(${OWN_URL});`,
    },
    logLevel: 'error',
  });
  return outfile;
}
