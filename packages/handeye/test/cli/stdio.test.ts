import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NO_ADB } from '@handeye/testing/attached';
import { emptyHome } from '../config/given.ts';
import { PASSWORD } from '@handeye/testing/canary';
import { assertNoSecrets } from '@handeye/testing/secret-scan';

const PROGRAM = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

const endings: Readonly<Record<string, (child: ChildProcessWithoutNullStreams) => void>> = {
  'closes its end': (child) => child.stdin.end(),
  'asks it to stop': (child) => child.kill('SIGTERM'),
};

for (const [what, end] of Object.entries(endings)) {
  test(`a client that has stopped reading and ${what} leaves no process behind`, async (t) => {
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, 'stdio', '--log-level', 'error'], {
      env: { ...NO_ADB, HOME: emptyHome(t) },
    });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    child.stdin.on('error', () => undefined);
    const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`;
    child.stdin.write(ping(0));
    await once(child.stdout, 'readable'); // it runs; from now on its output is not read
    for (let id = 1; id < 100; id++) child.stdin.write(ping(id));
    end(child);
    assert.deepEqual(await exited, [0, null]);
  });
}

/** Makes the process that loads it fail on request, with the content of SAID in the error. */
const FAILING = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new TypeError(process.env.SAID); });")}`;

test('a crash report names the place in the code, and nothing that was read', async (t) => {
  const args = ['--import', 'tsx', '--import', FAILING, PROGRAM, 'stdio', '--log-level', 'error'];
  const child = spawn(process.execPath, args, {
    env: { ...NO_ADB, HOME: emptyHome(t), SAID: `cannot type ${PASSWORD}` },
  });
  t.after(() => child.kill('SIGKILL'));
  const said = text(child.stderr);
  const exited = once(child, 'exit');
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'tools/list' })}\n`);
  await once(child.stdout, 'data');
  child.kill('SIGUSR2');
  assert.deepEqual(await exited, [1, null]);
  assert.match(await said, /^handeye: it crashed by a fault of its own: TypeError\n {4}at /);
  assertNoSecrets([await said], [PASSWORD]);
});
