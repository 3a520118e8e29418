// npm test: makes a fresh clone ready, checks the code, builds it and runs the tests.
// `npm test -- test/ui test/cli/help.test.ts` runs only those, without the checks.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { build, install, npm, root, run, say } from './prepare.mjs';

/** Programs that tests drive, and the Debian packages that bring them. */
const programs = [
  { program: 'adb', debian: 'adb' },
  { program: 'curl', debian: 'curl' },
];

const wanted = process.argv.slice(2);
const files = testFiles().filter(
  (file) => wanted.length === 0 || wanted.some((path) => isWithin(file, path)),
);
if (files.length === 0) fail(`no test below ${wanted.join(', ')}`);

install();
install('test/real');
installPrograms();
if (wanted.length === 0) npm(['run', '--silent', 'check']);
build();
const tests = spawnSync(
  process.execPath,
  [
    '--import=tsx',
    '--test',
    '--test-reporter=./scripts/test-reporter.mjs',
    '--test-reporter-destination=stdout',
    `--test-concurrency=${availableParallelism()}`,
    '--test-timeout=600000',
    ...files,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = tests.status ?? 1;

function testFiles() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join('test', name))
    .sort();
}

function isWithin(file, path) {
  const wantedPath = relative(root, path);
  return file === wantedPath || file.startsWith(wantedPath + sep);
}

function installPrograms() {
  const missing = programs.filter(({ program }) => !isOnPath(program)).map(({ debian }) => debian);
  if (missing.length === 0) return;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !isOnPath('apt-get')) {
    fail(`the tests need programs that are not there. Debian: sudo apt-get install ${missing.join(' ')}`);
  }
  say(`installing ${missing.join(', ')} by apt-get ...`);
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  run('apt-get', [...patient, 'update'], options);
  run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...missing], options);
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function fail(why) {
  say(why);
  process.exit(1);
}
