// npm test: makes a fresh clone ready, checks the code, builds it and runs the tests.
// `npm test -- packages/handeye/test/ui test/real/adb` runs only those, without the checks. `--quick` runs what needs no
// program from outside and no patience.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, install, npm, root, say } from './prepare.mjs';
import { installPrograms } from './programs.mjs';

/** What a quick run leaves out: real programs, a whole installation, minutes of random histories. */
const slow = [
  'test/real',
  'packages/handeye/test/cli/package.test.ts',
  'packages/handeye/test/macos',
  'packages/handeye/test/ui/identity.property.test.ts',
];

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = flags.includes('--quick');
const unknown = flags.filter((flag) => flag !== '--quick');
if (unknown.length > 0) fail(`no such option: ${unknown.join(', ')}`);

const files = testFiles()
  .filter((file) => wanted.length === 0 || wanted.some((path) => isWithin(file, path)))
  .filter((file) => !isQuick || !slow.some((path) => isWithin(file, path)));
if (files.length === 0) fail(`no test below ${wanted.join(', ')}`);

install();
if (files.some((file) => isWithin(file, 'test/real'))) install('test/real');
const missing = installPrograms((folder) => files.some((file) => isWithin(file, folder)));
const leftOut = files.filter((file) => missing.tests.some((folder) => isWithin(file, folder)));
if (leftOut.length > 0 && process.env.CI) fail(howToRun());
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
    ...files.filter((file) => !leftOut.includes(file)),
  ],
  { cwd: root, stdio: 'inherit' },
);
if (leftOut.length > 0) say(howToRun());
process.exitCode = tests.status ?? 1;

function testFiles() {
  return ['packages/virtual-phone/test', 'packages/handeye/test', 'test']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .sort();
}

function isWithin(file, path) {
  const wantedPath = relative(root, join(root, path));
  return file === wantedPath || file.startsWith(wantedPath + sep);
}

function howToRun() {
  return (
    `${leftOut.length} test files were left out (${missing.tests.join(', ')}): they drive programs that are not there. ` +
    `To run them: sudo apt-get install ${missing.packages.join(' ')}`
  );
}

function fail(why) {
  say(why);
  process.exit(1);
}
