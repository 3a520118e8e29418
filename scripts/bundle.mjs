// npm run bundle: makes build/handeye.mcpb, an MCP bundle that a host installs by a double click: manifest.json, the server,
// the virtual phone and the packages that package-lock.json pins, with the native parts for each target. `npm run bundle --
// linux-x64` builds for that target alone; `--output FILE` chooses the file.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { build, npm, root, say } from './prepare.mjs';
import { zip } from './zip.mjs';

/** The platforms of hosts that install bundles. */
const targets = ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64'];
const { values, positionals: wanted } = parseArgs({
  options: { output: { type: 'string', default: join(root, 'build', 'handeye.mcpb') } },
  allowPositionals: true,
});
const output = resolve(values.output);
const unknown = wanted.filter((name) => !/^(darwin|linux|win32)-(x64|arm64)$/.test(name));
if (unknown.length > 0) {
  say(`no such target: ${unknown.join(', ')}. Targets are named like linux-x64.`);
  process.exit(1);
}

build();
const folder = mkdtempSync(join(tmpdir(), 'handeye-bundle-'));
try {
  const stage = join(folder, 'bundle');
  collect(stage, wanted.length > 0 ? wanted : targets);
  mkdirSync(dirname(output), { recursive: true });
  const archive = zip(filesIn(stage));
  writeFileSync(output, archive);
  say(`${output}: ${(archive.length / 2 ** 20).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function collect(stage, names) {
  for (const name of names) {
    say(`packages for ${name} ...`);
    cpSync(packagesFor(name), join(stage, 'node_modules'), { recursive: true });
  }
  copyPackage('handeye', stage);
  copyPackage('virtual-phone', join(stage, 'node_modules', '@handeye', 'virtual-phone'));
  const manifest = JSON.parse(readFileSync(join(root, 'packages/handeye/manifest.json'), 'utf8'));
  manifest.compatibility.platforms = [...new Set(names.map((name) => name.split('-')[0]))];
  writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The run-time dependencies of the two packages on a target, as the lock file pins them. */
function packagesFor(target) {
  const [os, cpu] = target.split('-');
  const place = join(folder, target);
  const manifests = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  const parts = ['package.json', 'package-lock.json', 'test/support/package.json', ...manifests];
  for (const file of parts) cpSync(join(root, file), join(place, file));
  const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['ci', '--omit=dev', ...quiet, ...platform], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const modules = join(place, 'node_modules');
  // koffi, which calls the libraries of a Mac, is a dependency of packages/macos.
  const wanted = ['handeye', 'virtual-phone', ...(os === 'darwin' ? ['macos'] : [])];
  const needed = neededBy(
    wanted.map((name) => join(root, 'packages', name)),
    modules,
  );
  for (const name of packagesIn(modules)) {
    if (!needed.has(name)) rmSync(join(modules, name), { recursive: true, force: true });
  }
  return modules;
}

/** The names of all packages in a node_modules folder that these packages need at run time. */
function neededBy(homes, modules) {
  const needed = new Set();
  const visit = (home) => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(home, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (needed.has(name) || name.startsWith('@handeye/') || !existsSync(join(modules, name))) continue;
      needed.add(name);
      visit(join(modules, name));
    }
  };
  homes.forEach(visit);
  return needed;
}

/** The content of a node_modules folder: packages by their names, and npm's own files. */
function packagesIn(modules) {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

/** The files that a package needs at run time, with its licence; types are for programs that import it. */
function copyPackage(name, place) {
  const home = join(root, 'packages', name);
  const types = join(home, 'dist', 'types');
  cpSync(join(home, 'dist'), join(place, 'dist'), { recursive: true, filter: (path) => path !== types });
  cpSync(join(home, 'package.json'), join(place, 'package.json'));
  for (const page of ['LICENSE', 'NOTICE']) cpSync(join(root, page), join(place, page));
}

function filesIn(stage) {
  return readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: relative(stage, path).split(sep).join('/'),
      content: readFileSync(path),
      mode: statSync(path).mode & 0o777,
    }));
}
