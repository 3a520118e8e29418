import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/command.ts';
import { faultForms } from '../src/faults.ts';
import { newKeys, yumeHost } from './adbd/yume-host.ts';

/** A stream whose text can be read, and waited for. */
class Screen extends PassThrough {
  text = '';

  constructor() {
    super();
    this.on('data', (bytes: Buffer) => {
      this.text += bytes.toString();
      this.emit('more');
    });
  }

  async shows(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) await once(this, 'more');
  }
}

function start(argv: readonly string[], keysFile = '/nowhere/keys') {
  const stop = new AbortController();
  const [stdin, stdout, stderr] = [new PassThrough(), new Screen(), new Screen()];
  const exit = runCommand(argv, {
    name: 'virtual-phone',
    stdin,
    stdout,
    stderr,
    keysFile,
    stopped: stop.signal,
  });
  return {
    stdin,
    stdout,
    stderr,
    exit,
    stop: () => {
      stop.abort();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

async function keysFileOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'virtual-phone-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'below', 'keys');
}

test('the help names every flag and every form of a fault', async () => {
  for (const flag of ['--help', '-h']) {
    const { stdout, exit } = start([flag]);
    assert.equal(await exit, 0);
    assert.match(stdout.text, /^Usage: virtual-phone \[options\]$/m);
    for (const name of ['--port', '--android', '--auth', '--fault', '--seed', '--idle-wait', '--help'])
      assert.match(stdout.text, new RegExp(`^  (-h, )?${name}( [A-Z]+)?$`, 'm'));
    for (const form of faultForms) assert.ok(stdout.text.includes(form), form);
  }
});

const mistakes: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
  [['--frobnicate'], /--frobnicate/],
  [['extra'], /extra/],
  [['--port'], /--port/],
  [['--port', '0'], /--port: must be a whole number from 1 to 65535, got: 0/],
  [['--port', '6e3'], /--port: must be a whole number from 1 to 65535, got: 6e3/],
  [['--port', '5555'], /5555/],
  [['--android', '10'], /--android: must be one of 5, 9, 12, 14, got: 10/],
  [['--auth', 'nobody'], /--auth: must be one of any, known, prompt, got: nobody/],
  [['--idle-wait', '-1'], /--idle-wait/],
  [['--seed', 'x'], /--seed: must be a whole number from 0 to 999999999, got: x/],
  [['--idle-wait', '60001'], /--idle-wait: must be a whole number from 0 to 60000, got: 60001/],
  [['--fault', 'rain'], /rain.*offline, unauthorized, slow:MILLISECONDS/],
  [['--fault', 'slow'], /slow.*slow:MILLISECONDS/],
  [['--fault', 'offline:1'], /offline:1/],
  [['--fault', 'kill:'], /kill:PACKAGE/],
];

for (const [argv, says] of mistakes) {
  test(`virtual-phone ${argv.join(' ')} ends with code 2 and lists the valid values`, async () => {
    const { stdout, stderr, exit } = start(argv);
    assert.equal(await exit, 2);
    assert.match(stderr.text, says);
    assert.match(stderr.text, /^Run virtual-phone --help to see all options\.$/m);
    assert.equal(stdout.text, '');
  });
}

test('a port that is taken ends the command with code 1', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { stderr, exit } = start(['--port', String(address.port)]);
  assert.equal(await exit, 1);
  assert.match(stderr.text, new RegExp(String(address.port)));
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`the command starts a phone and ends with code 0 on ${signal}`, async (t) => {
    const port = await freePort();
    const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', cli, '--port', String(port)]);
    t.after(() => child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    const screen = new Screen();
    child.stdout.pipe(screen);
    await screen.shows(/Ctrl-C switches it off\.\n/);
    assert.match(screen.text, new RegExp(`adb connect 127\\.0\\.0\\.1:${port}$`, 'm'));
    const adb = await yumeHost(t, port);
    assert.equal(await adb.getProp('ro.build.version.release'), '14');
    child.kill(signal);
    assert.deepEqual(await exit, [0, null]);
  });
}

test('a key that the user allowed is kept and known to the next phone', async (t) => {
  const keysFile = await keysFileOf(t);
  const keys = newKeys();
  const first = await freePort();
  const asking = start(['--port', String(first), '--auth', 'prompt'], keysFile);
  await asking.stdout.shows(/ready/);
  const connecting = yumeHost(t, first, keys);
  await asking.stdout.shows(/Allow debugging from "yume@test"\? \[y\/N\] /);
  asking.stdin.write('y\n');
  assert.equal(await (await connecting).getProp('ro.product.model'), 'Handeye Virtual Phone');
  asking.stop();
  assert.equal(await asking.exit, 0);
  assert.match(await readFile(keysFile, 'utf8'), /^[A-Za-z0-9+/=]{700}\n$/);
  assert.equal((await stat(keysFile)).mode & 0o777, 0o600);

  const second = await freePort();
  const knowing = start(['--port', String(second), '--auth', 'known'], keysFile);
  await knowing.stdout.shows(/ready/);
  await yumeHost(t, second, keys);
  assert.doesNotMatch(knowing.stdout.text, /Allow/);
  knowing.stop();
  assert.equal(await knowing.exit, 0);
});

test('a key that the user refused is not kept', async (t) => {
  const keysFile = await keysFileOf(t);
  const port = await freePort();
  const asking = start(['--port', String(port), '--auth', 'prompt'], keysFile);
  await asking.stdout.shows(/ready/);
  const refused = assert.rejects(yumeHost(t, port));
  await asking.stdout.shows(/Allow debugging/);
  asking.stdin.write('n\n');
  asking.stop();
  assert.equal(await asking.exit, 0);
  await refused;
  await assert.rejects(readFile(keysFile), { code: 'ENOENT' });
});
