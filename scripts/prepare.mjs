import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Prints a line before something slow. */
export function say(what) {
  console.error(`handeye: ${what}`);
}

/** Runs a command and ends this process with its code if it fails. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  say(`${[command, ...args].join(' ')} failed: ${error?.message ?? signal ?? `exit code ${status}`}`);
  process.exit(status ?? 1);
}

/** Runs npm: the one that runs this script, if any. */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  if (self === undefined) run('npm', args, { shell: process.platform === 'win32', ...options });
  else run(process.execPath, [self, ...args], options);
}

/** The size of npm ci, as measured on Linux. */
const megabytes = { '.': 230, 'test/real': 420 };

/** Installs the packages of a folder unless package-lock.json is already satisfied. */
export function install(folder = '.') {
  const cwd = join(root, folder);
  if (isInstalled(cwd)) return;
  say(`installing npm packages${folder === '.' ? '' : ` of ${folder}`} (about ${megabytes[folder]} MB) ...`);
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** npm keeps a list of installed packages in node_modules/.package-lock.json. */
function isInstalled(folder) {
  const listed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(listed);
  // Optional packages are for other platforms; a link is a package of this workspace.
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      link || optional || isOurs(path) || present[path]?.version === version,
  );
}

/** The entry '' is the project itself; entries outside node_modules are packages of this workspace. */
function isOurs(path) {
  return !path.includes('node_modules');
}

function packagesIn(lock) {
  return JSON.parse(readFileSync(lock, 'utf8')).packages;
}

/** The command that `npm run build` produces. */
export const command = join(root, 'packages', 'handeye', 'dist', 'cli.js');

/** Builds the dist/ of each published package, unless the command, which is built last, is newer than all sources. */
export function build() {
  const published = ['handeye', 'virtual-phone', 'farm'];
  const sources = [
    ...readdirSync(join(root, 'packages')).flatMap((name) => [
      `packages/${name}/src`,
      `packages/${name}/package.json`,
    ]),
    'packages/phone-companion/handeye-companion.jar',
    'package-lock.json',
    'scripts/build.mjs',
  ].map((path) => join(root, path));
  const changed = Math.max(...sources.map(newest));
  const isComplete = published.every((name) => existsSync(join(root, 'packages', name, 'dist')));
  if (isComplete && existsSync(command) && changed < statSync(command).mtimeMs) return;
  say('building ...');
  run(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function newest(path) {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(own.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
