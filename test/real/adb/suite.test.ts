import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';

/** `npm run suite:adb` on a suite of the form of AOSP's, which cannot be part of this repository. */
async function runSuite(
  ...args: readonly string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const root = join(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, ['--import=tsx', 'scripts/suite-adb.ts', ...args], { cwd: root });
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'handeye-suite-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

const MODULE = `
import subprocess
def shell(line):
    return subprocess.check_output(['adb', 'shell', line]).decode()
`;

const TESTS = `
import socket
import subprocess
import unittest
import adb

class ShellTest(unittest.TestCase):
    def test_release(self):
        self.assertEqual(adb.shell('getprop ro.build.version.sdk').strip(), '34')

    def test_fails(self):
        self.assertEqual(adb.shell('echo one').strip(), 'two')

class FlakyTest(unittest.TestCase):
    attempts = 0

    def test_second_time(self):
        FlakyTest.attempts += 1
        self.assertEqual(FlakyTest.attempts, 2)

class AbbTest(unittest.TestCase):
    def test_smoke(self):
        abb = subprocess.run(['adb', 'abb'], capture_output=True)
        self.assertIn(b'No service specified', abb.stderr)

class SocketTest(unittest.TestCase):
    def test_speaks_to_the_server_of_the_suite(self):
        s = socket.create_connection(('localhost', 5037))
        s.sendall(b'000chost:version')
        self.assertEqual(s.recv(4), b'OKAY')

@unittest.skip('requires Windows')
class WindowsTest(unittest.TestCase):
    def test_console(self):
        pass
`;

test('suite:adb counts what passed, failed and does not apply, with the reasons', async (t) => {
  const path = await folder(t);
  await mkdir(join(path, 'adb'));
  await writeFile(join(path, 'adb', '__init__.py'), MODULE);
  await writeFile(join(path, 'test_device.py'), TESTS);
  const { code, out } = await runSuite(path, '14');
  assert.match(out, /^Android 14: 3 passed, 1 passed only at a second attempt, 1 failed, 1 not applicable$/m);
  assert.match(out, /second attempt: FlakyTest\.test_second_time, the first: AssertionError: 1 != 2/);
  assert.match(out, /failed: ShellTest\.test_fails .*'one' != 'two'/);
  assert.match(out, /not applicable \(requires Windows\): WindowsTest\.test_console/);
  assert.equal(code, 1);
  assert.match(
    (await runSuite(path, '9')).out,
    /not applicable \(abb came with Android 10\): AbbTest\.test_smoke/,
  );
});

test('suite:adb says what its folder has to hold', async (t) => {
  const path = await folder(t);
  for (const args of [[], [path], [path, '7']]) {
    const { code, err } = await runSuite(...args);
    assert.equal(code, 2);
    assert.match(err, /test_device\.py +of AOSP's system\/core\/adb/);
  }
  await writeFile(join(path, 'test_device.py'), TESTS);
  assert.match((await runSuite(path)).err, /^No Python package adb/);
});
