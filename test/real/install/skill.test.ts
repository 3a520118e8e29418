import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@handeye/testing/ports';
import { run as runHere } from '../../../packages/handeye/test/cli/run.ts';
import { emptyHome } from '../../../packages/handeye/test/config/given.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = join(ROOT, 'packages/handeye/dist/cli.js');

/** A user's shell with `handeye` on its path. Handeye itself has none, so that it finds no adb, which would leave a server behind. */
async function shellOf(t: TestContext) {
  const home = emptyHome(t);
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const start = `#!/bin/sh\nPATH= exec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  writeFileSync(join(bin, 'handeye'), start, { mode: 0o755 });
  const env = {
    PATH: bin,
    HOME: home,
    ANDROID_ADB_SERVER_PORT: '1',
    HANDEYE_PORT: String(await freePort()),
    HANDEYE_DEVICE: 'virtual',
    // So that each call says who answered it.
    HANDEYE_LOG_LEVEL: 'info',
  };
  return { home, env, servers: join(home, '.config', 'handeye', 'servers') };
}

/** The commands of the skill: its blocks as they stand, and what it names in its text. */
async function commandsOf(t: TestContext) {
  const { out } = await runHere(t, ['skill']);
  const [start = '', ...blocks] = [...out.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const text = out.replace(/^```sh\n.*?^```$/gms, '');
  const named = [...text.matchAll(/`(handeye [^`]+)`/g)].map(([, command = '']) => command);
  return { start, blocks, named };
}

test(
  'every command of the skill does what it should, on one virtual phone of one server',
  { timeout: 300_000 },
  async (t) => {
    const { home, env, servers } = await shellOf(t);
    const { start, blocks, named } = await commandsOf(t);
    assert.match(start, /^handeye serve .*&\n$/);
    const shell = spawn('/bin/sh', ['-c', start], { cwd: home, env, stdio: 'ignore' });
    const pid = await recorded(servers);
    t.after(async () => {
      process.kill(pid, 'SIGTERM');
      while (isRunning(pid)) await pause(20);
    });
    if (shell.exitCode === null) await once(shell, 'exit');

    const script = ['set -e', ...blocks, ...named].join('\n');
    const { stdout, stderr } = await run('/bin/sh', ['-c', script], { cwd: home, env });
    const calls = script.match(/^handeye call\b/gm)?.length ?? 0;
    assert.ok(calls >= 8);
    assert.equal(stderr.match(/answered by the server at/g)?.length, calls, stderr);
    for (const said of [
      /^Click performed on element 'text:Notes'\n.*^now: com\.example\.notes/ms,
      /^= Groceries$|^~ .*Groceries/m,
      /^1-?.* ok/m,
      /^get_screen_state +Get screen state/m,
      /saved as screen\.jpg\]$/m,
      /^Handeye can run\.$/m,
    ]) {
      assert.match(stdout, said);
    }
    assert.ok(existsSync(join(home, 'screen.jpg')));
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process of the server, once it has said that it runs. */
async function recorded(servers: string): Promise<number> {
  for (;;) {
    const [name] = existsSync(servers) ? readdirSync(servers).filter((file) => /^\d+\.json$/.test(file)) : [];
    if (name !== undefined) return Number.parseInt(name, 10);
    await pause(50);
  }
}
