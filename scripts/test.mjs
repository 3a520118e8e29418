// npm test: makes a fresh clone ready, checks the code, builds it and runs the tests.
// `npm test -- packages/screen/test test/real/adb` runs only those, without the checks. `--quick` runs what needs no
// program from outside and no patience.
import { availableParallelism } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { whenLauncherEnds } from './launcher.mjs';
import { build, install, npm, root, say } from './prepare.mjs';
import { installPrograms } from './programs.mjs';

/**
 * Left out of a quick run: tests that drive external programs (adb, gcc, a desktop), install packages, compute for long (flat
 * out against limits, or minutes of random histories), or move many fingers in real time. Other properties get a tenth of their
 * random cases.
 */
const slow = [
  'test/bench-loop.test.ts',
  'test/bench-tokens.test.ts',
  'test/guard-notes.test.ts',
  'test/macos',
  'test/real',
  'test/release.test.ts',
  'test/uiautomator-corpus.test.ts',
  'test/virtual-source.test.ts',
  'packages/adb/test',
  'packages/android/test/clipboard/as-shell.test.ts',
  'packages/android/test/hostile.test.ts',
  'packages/farm/test/model',
  'packages/handeye/test/audit/killed.test.ts',
  'packages/handeye/test/cli/device-rows.test.ts',
  'packages/handeye/test/cli/stdio.test.ts',
  'packages/macos/test',
  'packages/core/test/server/clients.test.ts',
  'packages/core/test/server/limits.test.ts',
  'packages/core/test/tools/hostile.test.ts',
  'packages/screen/test/hostile.test.ts',
  'packages/screen/test/identity.property.test.ts',
  'packages/phone-companion/test',
  'packages/virtual-phone/test/adbd/yume.test.ts',
  'packages/virtual-phone/test/command.test.ts',
  'packages/virtual-phone/test/companion',
  'packages/virtual-phone/test/corpus',
  'packages/virtual-phone/test/shell/limits.test.ts',
];

/** These start before all others, the longest first: one that started last would run alone in the end. */
const longest = [
  'test/real/farm/faults.test.ts',
  'test/real/linux/programs',
  'test/real/install',
  'test/real/linux/wayland',
  'test/real/android/commands/selftest.test.ts',
  'test/real/recorded',
  'test/real/studio',
  'test/real/film',
  'test/real/linux',
  'test/real/farm',
  'test/real',
];

/** Tests of POSIX features, which cannot run on Windows: its signals, modes of files, named pipes and sh. */
const posix = [
  'packages/android/test/clipboard/as-shell.test.ts',
  'packages/handeye/test/cli/doctor.test.ts',
  'packages/handeye/test/cli/serve.test.ts',
  'packages/handeye/test/cli/stdio.test.ts',
  'packages/handeye/test/config/regular-file.test.ts',
  'packages/core/test/server/tls.test.ts',
  'packages/handeye/test/cli/token.test.ts',
  'packages/virtual-phone/test/command.test.ts',
];

/** The seed of random cases in CI: always the same, so that no change fails for an unrelated rare case. */
const CI_SEED = '20261116';

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isQuick = flags.includes('--quick');
const isLong = flags.includes('--long');
const unknown = flags.filter((flag) => flag !== '--quick' && flag !== '--long');
if (unknown.length > 0) fail(`no such option: ${unknown.join(', ')}`);
const seed = chosenSeed();

const files = testFiles()
  .filter((file) => wanted.length === 0 || wanted.some((path) => isWithin(file, path)))
  .filter((file) => !isQuick || !slow.some((path) => isWithin(file, path)))
  .filter((file) => process.platform !== 'win32' || !posix.some((path) => isWithin(file, path)));
if (files.length === 0) fail(`no test below ${wanted.join(', ')}`);

install();
if (files.some((file) => isWithin(file, 'test/real'))) install('test/real');
const missing = installPrograms((folder) => files.some((file) => isWithin(file, folder)));
const leftOut = files.filter((file) => missing.tests.some((folder) => isWithin(file, folder)));
if (leftOut.length > 0 && process.env.CI) fail(howToRun());
// A quick run has tests only: types and lint take as long again, and `npm run check` runs them.
if (wanted.length === 0 && !isQuick) npm(['run', '--silent', 'check']);
build();
const status = await runTests(inOrder(files.filter((file) => !leftOut.includes(file))));
if (leftOut.length > 0) say(howToRun());
if (process.platform === 'win32') say(`what is about POSIX alone was left out: ${posix.join(', ')}`);
if (isQuick) say('this was the quick run; `npm run check` checks the code, `npm test` runs everything.');
process.exitCode = status;

/** Resolves to the exit code. */
async function runTests(wantedFiles) {
  // Not before the packages that it imports are installed.
  const { compileTests } = await import('./compile-tests.mjs');
  const { compiled, remove } = await compileTests(wantedFiles);
  try {
    return await exitCode(compiled);
  } finally {
    remove();
  }
}

/** Runs these files in a folder of the run's own; see test-run/. */
async function exitCode(compiled) {
  const { tsImport } = await import('tsx/esm/api');
  const { runTests: runIn } = await tsImport('./test-run/run.ts', import.meta.url);
  const { CANARY } = await tsImport('../test/support/canary.ts', import.meta.url);
  // HANDEYE_SEED is no setting of the server, which would warn about it.
  const { HANDEYE_SEED: _, ...env } = process.env;
  if (isQuick) env.TEST_QUICK = '1';
  if (isLong) env.TEST_LONG = '1';
  if (seed !== undefined) env.TEST_SEED = seed;
  const onStart = (kill) => {
    // Stopping this process stops the tests, and the compiled files are still removed. Windows ends both by itself.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => kill(signal));
    whenLauncherEnds(() => kill('SIGTERM'));
  };
  // Tests wait more than they compute, for a phone that animates or for a limit: others use that time.
  const concurrency = 3 * availableParallelism();
  const { code, problems } = await runIn({
    ...{ files: compiled, concurrency, env, cwd: root, stdio: 'inherit', canary: CANARY, onStart },
  });
  for (const problem of problems) say(problem);
  return code === 0 && problems.length > 0 ? 1 : code;
}

/** Undefined if fast-check draws a new one for each property. A failed property prints its seed. */
function chosenSeed() {
  const { HANDEYE_SEED: wish, CI } = process.env;
  if (!wish) return CI && !isLong ? CI_SEED : undefined;
  if (wish === 'random') return undefined;
  if (!/^-?\d{1,10}$/.test(wish)) fail(`HANDEYE_SEED must be random or a whole number, not ${wish}`);
  return wish;
}

function testFiles() {
  return [...readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'test')), 'test']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .sort();
}

/** The files with the longest first. */
function inOrder(all) {
  const rank = (file) => {
    const at = longest.findIndex((path) => isWithin(file, path));
    return at < 0 ? longest.length : at;
  };
  return all.toSorted((one, other) => rank(one) - rank(other));
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
