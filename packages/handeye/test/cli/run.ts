import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { main } from '../../src/cli/main.ts';
import type { Services } from '../../src/cli/services.ts';
import { emptyHome } from '../config/given.ts';
import { fakeServices } from './fake-services.ts';

export interface Shell {
  readonly services?: Services;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly home?: string;
  readonly script?: string;
  readonly cwd?: string;
  readonly stopped?: AbortSignal;
  readonly platform?: NodeJS.Platform;
  readonly node?: string;
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean;
}

/** Runs a command line to its end and returns its outputs and exit code. */
export async function run(t: TestContext, argv: readonly string[], shell: Shell = {}) {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: shell.terminal === true });
  const code = await main(
    argv,
    {
      env: shell.env ?? {},
      platform: shell.platform ?? 'linux',
      home: shell.home ?? emptyHome(t),
      stdin: Readable.from([shell.stdin ?? '']),
      stdout,
      stderr,
      cwd: shell.cwd ?? '/opt/handeye',
      version: '1.2.3',
      program: [shell.node ?? '/usr/bin/node', shell.script ?? '/opt/handeye/dist/cli.js'],
      stopped: shell.stopped ?? new AbortController().signal,
    },
    shell.services ?? fakeServices(),
  );
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), err: await text(stderr) };
}
