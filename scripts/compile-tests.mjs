// Tests run compiled. Loading a test and all that it imports through tsx took more processor time than most tests: each of
// their processes starts a thread for the loader and asks it about hundreds of modules.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

/** These ask V8 which of the source files ran, so they are loaded through tsx. */
const fromSources = [join('test', 'walk.test.ts')];

/** Each has node_modules of its own for its tests. The inner one first. */
const projects = [join('test', 'real'), '.'];

/**
 * Compiles test files given by their paths below the root. Returns the paths of the compiled files in the same order, and a
 * function that removes them.
 */
export async function compileTests(files) {
  const compiled = new Map();
  const folders = [];
  for (const project of projects) {
    const own = files.filter((file) => projectOf(file) === project);
    if (own.length === 0) continue;
    const folder = newFolder(project);
    folders.push(folder);
    await compile(own, folder);
    for (const file of own) compiled.set(file, join(folder, file.replace(/\.ts$/, '.mjs')));
  }
  return {
    compiled: files.map((file) => compiled.get(file)),
    remove: () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  };
}

function projectOf(file) {
  return projects.find((project) => project === '.' || file.startsWith(project + sep));
}

/** A folder for this run alone, so that two runs do not disturb each other; below node_modules, where no other tool looks. */
function newFolder(project) {
  const cache = join(root, project, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'tests-'));
}

async function compile(files, outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    // Shared modules are compiled once, and every test still gets one instance of each.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Of the packages that are published, tests take the sources.
    conditions: ['handeye-source'],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [throughTsx, placesOfSources, seededFastCheck, packagesOfTheRoot, packagesByPath],
  });
}

const throughTsx = {
  name: 'through tsx',
  setup({ onLoad }) {
    onLoad({ filter: /\.test\.ts$/ }, ({ path }) => {
      if (!fromSources.some((file) => path === join(root, file))) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: `import 'tsx'; const url = ${url}; await import(url);`, loader: 'js' };
    });
  },
};

/** A module finds files beside its source, wherever it was compiled to. */
const placesOfSources = {
  name: 'places of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const places = { url: pathToFileURL(path).href, dirname: dirname(path) };
      const contents = source.replace(/\bimport\.meta\.(url|dirname)\b/g, (_all, place) =>
        JSON.stringify(places[place]),
      );
      return contents === source ? undefined : { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** Random cases are drawn from the seed of this run, without loading fast-check where no test uses it. */
const seededFastCheck = {
  name: 'seeded fast-check',
  setup({ onResolve }) {
    const seeded = join(root, 'scripts', 'fast-check-seeded.mjs');
    onResolve({ filter: /^fast-check$/ }, ({ importer }) =>
      importer === seeded ? undefined : { path: seeded },
    );
  },
};

/**
 * Sources outside test/real take their imports from the root, as when nothing is compiled: test/real may have another version
 * of the same package.
 */
const packagesOfTheRoot = {
  name: 'packages of the root',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (path.startsWith('@handeye/') || kind === 'entry-point') return undefined;
      const isImport = kind === 'import-statement' || kind === 'dynamic-import';
      const isReal = importer.startsWith(join(root, 'test', 'real') + sep);
      const place = !isImport || isBuiltin(path) || isReal ? path : import.meta.resolve(path);
      return { path: place, external: true };
    });
  },
};

/** A package that a test names by its path stays where it is: it looks for its own packages beside itself. */
const packagesByPath = {
  name: 'packages by path',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\/node_modules\// }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
  },
};
