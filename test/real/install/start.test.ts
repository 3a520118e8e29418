import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@handeye/testing/ports';
import { emptyHome } from '../../../packages/handeye/test/config/given.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs `npm start` as a user does and waits until the server is ready. */
async function npmStart(t: TestContext) {
  const port = await freePort();
  // The adb server that it starts is the run's own.
  const { PATH, ANDROID_ADB_SERVER_PORT } = process.env;
  const npm = spawn('npm', ['start', '--', '--device', 'virtual', '--port', String(port)], {
    cwd: ROOT,
    env: { PATH, ANDROID_ADB_SERVER_PORT, HOME: emptyHome(t) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  t.after(() => {
    endGroup(npm.pid!);
  });
  for (let seen = ''; !seen.includes('Press Ctrl-C to stop the server.');) {
    const [chunk] = (await once(npm.stdout, 'data')) as [Buffer];
    seen += chunk.toString();
  }
  return { npm, health: `http://127.0.0.1:${port}/health` };
}

/** Ends npm and all that it started and that is still there. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

describe('npm start', () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`ends the server when npm alone gets ${signal}`, { timeout: 120_000 }, async (t) => {
      const { npm, health } = await npmStart(t);
      assert.equal((await fetch(health)).status, 200);
      const rest = text(npm.stdout);
      npm.kill(signal);
      await rest; // The server has the other end of this pipe, which closes when the server ends.
      await assert.rejects(fetch(health));
    });
  }
});
