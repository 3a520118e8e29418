// A run of tests in a folder of its own, which is searched for secrets and for remaining processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { leaksBelow } from './leaks.ts';
import { leftBehind } from './processes.ts';
import { freePort } from '@handeye/testing/ports';

export interface TestRun {
  /** Compiled test files, in the order in which they start. */
  readonly files: readonly string[];
  /** The number of files that run at once. */
  readonly concurrency: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdio: 'inherit' | 'ignore';
  /** Text that no output may contain. */
  readonly canary: string;
  /** Receives the process that runs the tests. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

export interface TestRunResult {
  readonly code: number;
  /** Problems of the run besides its tests, a sentence each. */
  readonly problems: readonly string[];
}

/** Milliseconds between searches of removed files, which are deleted afterwards. */
const SEARCH_EVERY_MS = 2_000;

const IN_ORDER = fileURLToPath(new URL('in-order.mjs', import.meta.url));

/** Runs tests to their end. */
export async function runTests(run: TestRun): Promise<TestRunResult> {
  const { files, concurrency, env, cwd, stdio, canary, onStart } = run;
  const folder = await mkdtemp(join(tmpdir(), 'ht-'));
  // It contains sockets, whose paths have at most 107 characters on Linux: names are short.
  const [temp, kept, heard] = [join(folder, 't'), join(folder, 'kept'), join(folder, 'heard')];
  for (const one of [temp, kept, heard, join(folder, 'found')]) await mkdir(one);
  const preload = await compiled(folder);
  const options = ['--enable-source-maps', '--import', pathToFileURL(preload).href];
  const args = [String(concurrency), join(heard, 'report'), ...files];
  const tests = spawn(process.execPath, [...options, IN_ORDER, ...args], {
    cwd,
    stdio,
    env: {
      ...env,
      ...{ TMPDIR: temp, TEMP: temp, TMP: temp },
      ...{ TEST_RUN_TEMP: temp, TEST_RUN_KEPT: kept, TEST_RUN_HEARD: heard },
      // An adb server that is started without a port of its own uses this one, where it is found, and not 5037.
      ANDROID_ADB_SERVER_PORT: String(await freePort()),
    },
  });
  onStart?.((signal) => tests.kill(signal));
  const ended = once(tests, 'exit') as Promise<[number | null]>;
  const leaks: string[] = [];
  const isOver = new AbortController();
  const searching = (async () => {
    while (!isOver.signal.aborted) {
      await setTimeout(SEARCH_EVERY_MS, undefined, { signal: isOver.signal }).catch(() => undefined);
      leaks.push(...(await searched(folder, canary)));
    }
  })();
  const [code] = await ended;
  isOver.abort();
  await searching;
  leaks.push(...(await searched(folder, canary)));
  for (const place of ['t', 'heard']) leaks.push(...(await below(folder, place, canary)));
  const problems = [
    ...leaks.map((path) => `a secret of the tests is in ${path}, which the run wrote`),
    ...(await endLeftBehind(folder)),
  ];
  if (leaks.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  else problems.push(`what the run wrote is kept in ${folder}`);
  return { code: code ?? 1, problems };
}

/** Searches the removed files; deletes clean ones, and keeps the others aside. */
async function searched(folder: string, canary: string): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const name of await readdir(join(folder, 'kept'))) {
    if (name.endsWith('.part')) continue;
    const [place, aside] = [join(folder, 'kept', name), join(folder, 'found', name)];
    if ((await leaksBelow(place, canary)).length === 0) {
      await rm(place, { recursive: true, force: true, maxRetries: 5 });
      continue;
    }
    await rename(place, aside);
    leaks.push(...(await below(folder, join('found', name), canary)));
  }
  return leaks;
}

async function below(folder: string, place: string, canary: string): Promise<readonly string[]> {
  const found = await leaksBelow(join(folder, place), canary);
  return found.map((path) => join(place, path).replaceAll('\\', '/'));
}

async function endLeftBehind(folder: string): Promise<readonly string[]> {
  if (!existsSync('/proc/self/environ')) return [];
  const left = await leftBehind(folder);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  // Any adb client starts a server at the run's own port, which ends with the run. The usual port is the user's.
  const strays = left.filter(({ command }) => !/^adb (?!.*tcp:5037 ).*fork-server/.test(command));
  return strays.map(({ command }) => `a process was left behind, and was ended: ${command}`);
}

/** The module that every process of tests loads first, compiled once. */
async function compiled(folder: string): Promise<string> {
  const outfile = join(folder, 'preload.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('preload.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
  return outfile;
}
