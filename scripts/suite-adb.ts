import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startPhone, type AndroidRelease } from '@handeye/virtual-phone';
import { PrivateAdb } from '@handeye/testing/private-adb';

/**
 * `npm run suite:adb -- FOLDER [RELEASE…]`: runs AOSP's own tests of adb (test_device.py) with the real adb against
 * the virtual phone of each release, and prints the counts. The suite is not part of this repository.
 * ONLY=part-of-a-name runs a part, DETAILS=1 prints the tracebacks.
 */

const RELEASES: readonly AndroidRelease[] = [14, 12, 9, 5];
const SECONDS_PER_TEST = 180;
/** More tests than this that one reason excludes are only counted. */
const MOST_NAMES = 8;

const LAYOUT = `npm run suite:adb -- FOLDER [RELEASE…] runs AOSP's tests of adb against the virtual phone.
FOLDER holds either
  test_device.py         of AOSP's system/core/adb (from Android 11 on packages/modules/adb), and
  adb/__init__.py, …     the Python package "adb" of AOSP's development/python-packages,
or is an AOSP checkout with system/core (or packages/modules/adb) and development.
The suite has to fit the installed adb; for adb 29 take a version of the year 2020, which runs on Python 3.
RELEASE is one or more of ${RELEASES.join(', ')}; all of them unless given.`;

/** The possible folders of test_device.py. */
const TEST_PLACES = ['.', 'system/core/adb', 'packages/modules/adb'];
/** Python's path for the package `adb`: it was in python-packages until 2022, then one level deeper. */
const MODULE_PLACES = ['.', 'development/python-packages/adb', 'development/python-packages'];

interface Suite {
  readonly testFile: string;
  readonly moduleFolder: string;
}

interface Result {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly attempts: number;
  readonly reason: string;
  /** Failures at the first attempt. */
  readonly firstReason: string;
  readonly details: string;
  readonly seconds: number;
}

interface Exception {
  readonly test: RegExp;
  readonly applies: (release: AndroidRelease, adbHelp: string) => boolean;
  readonly reason: string;
}

/** Tests that do not apply to every release, or to every adb. */
const EXCEPTIONS: readonly Exception[] = [
  ...(
    [
      [/\.test_(shell_escaping|line_endings)$/, 'Android 5.1 has no uname'],
      [
        /\.test_(packet_size_regression|sighup)$/,
        'before Android 7 every shell has a terminal, which writes CR LF',
      ],
      [/\.test_exit_stress$/, 'before Android 7 adb learns no exit code'],
      [/\.test_install_argument_escaping$/, 'before Android 7 adb learns no exit code'],
      [/\.test_pull_error_reporting$/, "Android 5.1's daemon is root here, and root may read everything"],
      [
        /\.test_(forward_reverse_echo|reverse|reverse_no_rebind|reverse_tcp_port_0)$/,
        'before Android 9 reverse fails over TCP',
      ],
    ] as const
  ).map(([pattern, reason]) => ({
    test: pattern,
    applies: (release: AndroidRelease) => release > 5,
    reason,
  })),
  {
    test: /^FileOperationsTest(Brotli|LZ4|Zstd)\./,
    applies: (_release, adbHelp) => /push .*-z ALGORITHM/.test(adbHelp),
    reason: 'this adb cannot compress (30 and later can)',
  },
  {
    test: /\.test_push_dry_run_/,
    applies: (_release, adbHelp) => /^\s+-n: dry run/m.test(adbHelp),
    reason: 'this adb has no `push -n` (30 and later have it)',
  },
  {
    test: /\.test_zero_packet$/,
    applies: (release) => release >= 12,
    reason: 'it needs nc, which came with Android 10',
  },
  {
    test: /\.test_socket_flush$/,
    applies: (release) => release >= 12,
    reason: 'it needs dd status=none, which came with Android 10',
  },
  { test: /^AbbTest\./, applies: (release) => release >= 12, reason: 'abb came with Android 10' },
];

function suiteIn(folder: string): Suite {
  const testFile = TEST_PLACES.map((place) => join(folder, place, 'test_device.py')).find(existsSync);
  if (testFile === undefined) throw new Error(`No test_device.py in ${folder}.\n${LAYOUT}`);
  const moduleFolder = MODULE_PLACES.map((place) => join(folder, place)).find((place) =>
    existsSync(join(place, 'adb', '__init__.py')),
  );
  if (moduleFolder === undefined)
    throw new Error(`No Python package adb (adb/__init__.py) in ${folder}.\n${LAYOUT}`);
  return { testFile, moduleFolder };
}

/** Runs the suite on a fresh phone with a fresh adb server. */
async function runOn(release: AndroidRelease, suite: Suite, adbHelp: string): Promise<readonly Result[]> {
  const afterwards: (() => unknown)[] = [];
  try {
    const phone = await startPhone({ release });
    afterwards.push(() => phone.close());
    const adb = await PrivateAdb.start({ after: (work: () => unknown) => afterwards.push(work) });
    const serial = await adb.connect(phone.port);
    const results = join(adb.home, 'results.jsonl');
    const scratch = join(adb.home, 'tmp');
    await mkdir(scratch);
    const child = spawn(
      'python3',
      [
        join(import.meta.dirname, 'suite-adb.py'),
        suite.testFile,
        suite.moduleFolder,
        results,
        String(SECONDS_PER_TEST),
        JSON.stringify(
          EXCEPTIONS.filter(({ applies }) => !applies(release, adbHelp)).map(({ test, reason }) => ({
            test: test.source,
            reason,
          })),
        ),
      ],
      {
        cwd: scratch,
        env: {
          ...adb.environment,
          ANDROID_SERIAL: serial,
          TMPDIR: scratch,
          PYTHONDONTWRITEBYTECODE: '1',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let complaints = '';
    child.stderr.on('data', (bytes: Buffer) => (complaints = (complaints + bytes.toString()).slice(-4000)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0)
      throw new Error(`The suite could not be run (exit code ${code ?? 'none'}):\n${complaints}`);
    const lines = (await readFile(results, 'utf8')).trimEnd().split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  } finally {
    for (const work of afterwards.reverse()) await work();
  }
}

/** Prints a release's results; returns how many applicable tests failed. */
function report(release: AndroidRelease, results: readonly Result[]): number {
  const of = (wanted: Result['outcome']) => results.filter(({ outcome }) => outcome === wanted);
  const [failed, skipped] = [of('failed'), of('skipped')];
  const passed = of('passed').filter(({ attempts }) => attempts === 1);
  const unsteady = of('passed').filter(({ attempts }) => attempts > 1);
  console.log(
    `Android ${release}: ${passed.length} passed, ${unsteady.length} passed only at a second attempt, ` +
      `${failed.length} failed, ${skipped.length} not applicable`,
  );
  for (const { name, firstReason } of unsteady) {
    console.log(`  passed only at a second attempt: ${name}, the first: ${firstReason}`);
  }
  for (const { name, reason, details, seconds } of failed) {
    console.log(`  failed: ${name} (${seconds} s): ${reason}`);
    if (process.env.DETAILS !== undefined) console.log(details.replace(/^/gm, '    '));
  }
  for (const why of new Set(skipped.map(({ reason }) => reason))) {
    const names = skipped.filter(({ reason }) => reason === why).map(({ name }) => name);
    const shown = names.length > MOST_NAMES ? `${names.length} tests` : names.join(', ');
    console.log(`  not applicable (${why}): ${shown}`);
  }
  return failed.length;
}

const [FOLDER, ...wanted] = process.argv.slice(2);
const releases = wanted.length === 0 ? RELEASES : RELEASES.filter((one) => wanted.includes(String(one)));
try {
  if (FOLDER === undefined) throw new Error(LAYOUT);
  if (releases.length !== (wanted.length || RELEASES.length)) throw new Error(`Unknown release.\n${LAYOUT}`);
  const suite = suiteIn(resolve(FOLDER));
  const adbHelp = await helpOfAdb();
  let failures = 0;
  for (const release of releases) failures += report(release, await runOn(release, suite, adbHelp));
  process.exitCode = failures === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function helpOfAdb(): Promise<string> {
  const child = spawn('adb', ['help'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await once(child, 'close');
  return text;
}
