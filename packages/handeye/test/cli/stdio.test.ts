import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { emptyHome } from '../config/given.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

const endings: Readonly<Record<string, (child: ChildProcessWithoutNullStreams) => void>> = {
  'closes its end': (child) => child.stdin.end(),
  'asks it to stop': (child) => child.kill('SIGTERM'),
};

for (const [what, end] of Object.entries(endings)) {
  test(`a client that has stopped reading and ${what} leaves no process behind`, async (t) => {
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, 'stdio', '--log-level', 'error'], {
      env: { PATH: process.env.PATH, HOME: emptyHome(t) },
    });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    child.stdin.on('error', () => undefined);
    const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`;
    child.stdin.write(ping(0));
    await once(child.stdout, 'readable'); // it runs; from now on nothing is read
    for (let id = 1; id < 100; id++) child.stdin.write(ping(id));
    end(child);
    assert.deepEqual(await exited, [0, null]);
  });
}
