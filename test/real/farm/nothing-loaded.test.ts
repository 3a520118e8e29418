import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@handeye/testing/ports';

const CLI = fileURLToPath(new URL('../../../packages/handeye/dist/cli.js', import.meta.url));

/** Runs the built command and lists the modules that V8 has run by its end; `until` matches the output that ends it. */
async function modulesOf(t: TestContext, argv: readonly string[], until?: RegExp): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-modules-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const covered = join(folder, 'covered');
  const { PATH, ANDROID_ADB_SERVER_PORT } = process.env;
  const child = spawn(process.execPath, [CLI, ...argv], {
    cwd: folder,
    env: { PATH, ANDROID_ADB_SERVER_PORT, HOME: folder, XDG_CONFIG_HOME: folder, NODE_V8_COVERAGE: covered },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  let isEnded = false;
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (isEnded || until?.test(said) !== true) return;
      isEnded = true;
      child.kill('SIGTERM');
    });
  await once(child, 'close');
  assert.ok(until === undefined || until.test(said), said);
  return readdirSync(covered).flatMap((name) => urlsIn(join(covered, name)));
}

function urlsIn(file: string): string[] {
  const { result } = JSON.parse(readFileSync(file, 'utf8')) as { result: readonly { url: string }[] };
  return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
}

const ofNats = (modules: readonly string[]) => modules.filter((url) => url.includes('/@nats-io/'));

test('a server without --farm runs nothing of NATS', async (t) => {
  const port = String(await freePort());
  const served = await modulesOf(
    t,
    ['serve', '--device', 'virtual', '--port', port, '--no-auth'],
    /Press Ctrl-C/,
  );
  assert.ok(served.some((url) => url.endsWith('/dist/cli.js')));
  assert.deepEqual(ofNats(served), []);
  const called = await modulesOf(t, ['call', 'get_screen_state', '--device', 'virtual', '--fresh']);
  assert.ok(called.length > 2);
  assert.deepEqual(ofNats(called), []);
});

test('who sets up a farm does run it, so that this test would see it', async (t) => {
  const modules = await modulesOf(t, ['farm', 'init', 'farm', '--nodes', '127.0.0.1']);
  assert.ok(ofNats(modules).length > 0);
});
