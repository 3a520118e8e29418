// npm run build: bundles each package into its dist/ and collects the licences of the bundled packages.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

/** CommonJS packages inside an ES module still call require() for node's own modules. */
const BANNER =
  "import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);";

const farm = 'packages/farm';
const shared = new Set();
await bundle({
  folder: 'packages/virtual-phone',
  entryPoints: { index: 'src/index.ts', cli: 'src/cli.ts' },
});
await bundle({ folder: farm, entryPoints: exportsOf(farm), plugins: [coreOfHandeye(shared)] });
await bundle({
  folder: 'packages/handeye',
  entryPoints: {
    cli: 'src/cli/bin.ts',
    'macos-bridge': '../macos/src/bridge/main.ts',
    core: 'shared core',
  },
  plugins: [sharedCore(shared), await listedTools()],
  // What a start over stdio loads before its first answer.
  start: [
    'src/cli/bin.ts',
    'src/cli/commands/stdio.ts',
    'src/cli/deferred-tools.ts',
    '../core/src/server/stdio.ts',
  ],
  // The program that handeye pushes to a phone; it lies beside the bundle.
  copies: ['packages/phone-companion/handeye-companion.jar'],
  // The page of Studio, for browsers.
  page: { folder: 'packages/studio', entry: 'src/page/main.tsx', html: 'src/page/index.html', to: 'studio' },
});

/** The subpaths that a published package exports, with their sources. */
function exportsOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.entries(exports).map(([name, { 'handeye-source': source }]) => [name.slice(2), source]),
  );
}

/**
 * @handeye/farm and handeye are installed side by side and must share their classes: an error that the farm throws has to be
 * the frame's own DeviceError. So the farm's bundle imports core and screen from `handeye/core`, and handeye's exports there
 * the modules that the farm names.
 */
function coreOfHandeye(specifiers) {
  return {
    name: 'core of handeye',
    setup({ onResolve }) {
      onResolve({ filter: /^@handeye\/(core|screen)\// }, ({ path }) => {
        specifiers.add(path);
        return { path: 'handeye/core', external: true };
      });
    },
  };
}

function sharedCore(specifiers) {
  return {
    name: 'shared core',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^shared core$/ }, () => ({ path: 'core', namespace: 'shared-core' }));
      onLoad({ filter: /.*/, namespace: 'shared-core' }, () => ({
        contents: [...specifiers].map((path) => `export * from '${path}';`).join('\n'),
        resolveDir: join(root, farm),
      }));
    },
  };
}

/**
 * The lists of tools are made here, once, so that a server answers with them before it has loaded a tool: see
 * packages/core/src/tools/listed-catalog.ts.
 */
async function listedTools() {
  const source = 'packages/core/src/tools/listed-catalog.ts';
  const { outputFiles } = await build({
    write: false,
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Loaded only when a picture is made.
    external: ['sharp'],
  });
  const home = mkdtempSync(join(tmpdir(), 'handeye-build-'));
  const file = join(home, 'listed-catalog.mjs');
  writeFileSync(file, outputFiles[0].contents);
  const { listedCatalog } = await import(pathToFileURL(file).href);
  rmSync(home, { recursive: true });
  const made = ['compact', 'lean'].map((format) => [format, JSON.stringify(listedCatalog(format))]);
  const contents = `const texts = ${JSON.stringify(Object.fromEntries(made))};
export const listedCatalog = (format) => JSON.parse(texts[format]);`;
  return {
    name: 'listed tools',
    setup({ onLoad }) {
      onLoad({ filter: /listed-catalog\.ts$/ }, () => ({ contents }));
    },
  };
}

/**
 * Makes one file of all the small ones that a start loads: each costs a third of a millisecond, whatever is in it. The other
 * files import from it what they imported from those.
 */
async function withOneStart(outputs, { metafile, home, start }) {
  if (start.length === 0) return outputs;
  const known = new Map(Object.entries(metafile.outputs).map(([path, output]) => [join(home, path), output]));
  const merged = new Set();
  const add = (path) => {
    for (const { path: imported, kind } of known.get(path).imports) {
      const file = join(home, imported);
      if (kind !== 'import-statement' || !known.has(file) || merged.has(file)) continue;
      merged.add(file);
      add(file);
    }
  };
  for (const [path, { entryPoint }] of known) if (start.includes(entryPoint)) add(path);
  const texts = new Map(outputs.map(({ path, text }) => [path, text]));
  const names = [...merged].map((path) => basename(path));
  const one = join(dirname([...merged][0]), 'start.js');
  const { outputFiles } = await build({
    write: false,
    outfile: one,
    stdin: {
      contents: [...merged]
        .map((path, at) => {
          const exported = known.get(path).exports.map((name) => `${name} as p${at}_${name}`);
          return `export { ${exported.join(', ')} } from './${basename(path)}';`;
        })
        .join('\n'),
      resolveDir: dirname(one),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: BANNER },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'parts of the start',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
            const file = join(resolveDir, path);
            const isPart = kind !== 'dynamic-import' && merged.has(file);
            return isPart ? { path: file } : { path, external: true };
          });
          onLoad({ filter: /./ }, ({ path }) => ({ contents: texts.get(path).replace(BANNER, '') }));
        },
      },
    ],
  });
  // As esbuild writes the imports of one part by another.
  const imports = /import(?:\{([^}]*)\}from)?"(\.\/(?:parts\/)?)([^"/]+)";/g;
  const rewritten = outputs
    .filter(({ path }) => !merged.has(path))
    .map(({ path, text }) => {
      const contents = text.replace(imports, (whole, imported, folder, name) => {
        const at = names.indexOf(name);
        if (at < 0) return whole;
        const renamed = (imported ?? '').split(',').filter(Boolean);
        const list = renamed.map((each) => `p${at}_${each.includes(' as ') ? each : `${each} as ${each}`}`);
        return `import{${list.join()}}from"${folder}start.js";`;
      });
      const left = names.find((name) => contents.includes(`"./${name}"`) || contents.includes(`/${name}"`));
      if (left !== undefined) throw new Error(`${path} still imports ${left}`);
      return { path, contents: Buffer.from(contents) };
    });
  return [...rewritten, { path: one, contents: Buffer.from(outputFiles[0].contents) }];
}

async function bundle({ folder, entryPoints, copies = [], plugins = [], page, start = [] }) {
  const home = join(root, folder);
  const dist = join(home, 'dist');
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { metafile, outputFiles: parts } = await build({
    write: false,
    plugins,
    absWorkingDir: home,
    entryPoints,
    outdir: dist,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    // A module that is loaded by import() becomes a file of its own and costs nothing until then.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The dependencies in package.json are installed separately; everything else is bundled.
    external: Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    }),
    banner: { js: BANNER },
    // Its ES module form is a list of 7,000 names that esbuild shakes; its CommonJS form would be bundled whole.
    alias: { '@mdi/js': '@mdi/js/mdi.js' },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const outputFiles = await withOneStart(parts, { metafile, home, start });
  const built = page ? await bundlePage(page, dist) : { files: [], inputs: [] };
  const licenceFile = {
    path: join(dist, 'THIRD-PARTY-LICENSES.txt'),
    contents: Buffer.from(
      licences(
        [...Object.keys(metafile.inputs).map((path) => join(home, path)), ...built.inputs],
        manifest.name,
      ),
    ),
  };
  const copied = copies.map((path) => ({
    path: join(dist, basename(path)),
    contents: readFileSync(join(root, path)),
  }));
  replaceFolder(dist, [...outputFiles, ...built.files, licenceFile, ...copied]);
  const command = join(dist, 'cli.js');
  if (!existsSync(command)) return;
  chmodSync(command, 0o755);
  // Marks the build as newer than its sources, even if the output did not change.
  utimesSync(command, new Date(), new Date());
}

/** A page for browsers: one script and one style sheet beside its HTML. */
async function bundlePage({ folder, entry, html, to }, dist) {
  const home = join(root, folder);
  const { metafile, outputFiles } = await build({
    write: false,
    absWorkingDir: home,
    entryPoints: { [to]: entry },
    outdir: join(dist, to),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome115', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const page = { path: join(dist, to, 'index.html'), contents: readFileSync(join(home, html)) };
  const files = [...outputFiles, page];
  // Tests that run from the sources find the page beside its package's.
  replaceFolder(
    join(home, 'dist'),
    files.map(({ path, contents }) => ({ path: join(home, 'dist', basename(path)), contents })),
  );
  return { files, inputs: Object.keys(metafile.inputs).map((path) => join(home, path)) };
}

/** Does not rewrite an unchanged file: a program may be running from it during the build. */
function replaceFolder(dist, files) {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  const wanted = new Set(files.map(({ path }) => path));
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(path)) rmSync(path);
  }
}

function licences(inputs, name) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  const parts = [...folders].sort().map(licenceOf);
  return [`${name} contains these packages, each under its own licence.`, ...parts].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  );
}

/** The innermost package that a file belongs to. */
function packageFolder(file) {
  return /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0];
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  const notice = existsSync(join(folder, 'NOTICE'))
    ? `\n\n${readFileSync(join(folder, 'NOTICE'), 'utf8').trim()}`
    : '';
  return `${name} ${version} (${license})${text}${notice}`;
}
