import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Display } from '../../../../packages/linux/src/display.ts';
import { openPortalDisplay } from '../../../../packages/linux/src/portal/open-portal.ts';
import { until } from '../desktop-session.ts';

const PORTAL = fileURLToPath(new URL('remembering-portal.py', import.meta.url));

test('a consent is kept: a server that starts again asks nothing, nor does one whose session the desktop has closed', async (t) => {
  const desktop = await portalDesktop(t);
  const first = await desktop.open();
  assert.deepEqual(desktop.starts(), [], 'nobody is asked before something is used');
  await during((call) => first.pointer?.click({ x: 150, y: 20 }, 'left', call));
  const token = join(desktop.stateFolder, 'remote-desktop-token');
  assert.equal(await readFile(token, 'utf8'), 'token-1\n');
  assert.equal((await stat(token)).mode & 0o777, 0o600);
  const ofMouse = () => desktop.events().filter(({ event }) => event === 'move' || event === 'button');
  await until('the click', () => ofMouse().length >= 3);
  // The monitor's stream begins at 100,0 of the desktop.
  assert.deepEqual(ofMouse(), [
    { event: 'move', stream: 7, x: 50, y: 20 },
    { event: 'button', button: 0x110, state: 1 },
    { event: 'button', button: 0x110, state: 0 },
  ]);
  await first.close();

  const second = await desktop.open();
  await during((call) => second.pointer?.click({ x: 150, y: 20 }, 'right', call));
  await until('the end of the session', async () => {
    await during((call) => second.keyboard?.type('hi', call));
    return desktop.starts().length === 3;
  });
  await second.close();
  assert.deepEqual(desktop.starts(), [
    { event: 'start', asked: true, persist: 2 },
    { event: 'start', asked: false, persist: 2 },
    { event: 'start', asked: false, persist: 2 },
  ]);
  assert.equal(await readFile(token, 'utf8'), 'token-3\n');
});

test('a kept consent that other users may read is not used', async (t) => {
  const desktop = await portalDesktop(t);
  const first = await desktop.open();
  await during((call) => first.keyboard?.type('a', call));
  await first.close();
  const token = join(desktop.stateFolder, 'remote-desktop-token');
  const text = await readFile(token, 'utf8');
  await rm(token);
  await writeFile(token, text, { mode: 0o644 });
  const second = await desktop.open();
  await during((call) => second.keyboard?.type('b', call));
  await second.close();
  await until('the second start', () => desktop.starts().length >= 2);
  assert.deepEqual(
    desktop.starts().map(({ asked }) => asked),
    [true, true],
  );
  assert.equal((await stat(token)).mode & 0o777, 0o600);
});

test('a password that keys cannot type is refused, and does not go over the clipboard', async (t) => {
  // Programs that write down that they were called, in the place of those for the clipboard.
  const programs = await mkdtemp(join(tmpdir(), 'handeye-clipboard-'));
  t.after(() => rm(programs, { recursive: true, force: true }));
  const called = join(programs, 'called');
  for (const name of ['wl-copy', 'wl-paste'])
    await writeFile(join(programs, name), `#!/bin/sh\necho ${name} >> ${called}\n`, { mode: 0o755 });
  const desktop = await portalDesktop(t, `${programs}:${process.env.PATH ?? ''}`);
  const display = await desktop.open();
  const typed = during((call) => display.keyboard?.type('pässwort', call, { secret: true }));
  await assert.rejects(typed, /a password is not put on the clipboard\. Nothing was typed/);
  assert.equal(existsSync(called), false);
  await during((call) => display.keyboard?.type('wörter', call));
  assert.match(await readFile(called, 'utf8'), /wl-copy/, 'what is no password is pasted');
  await display.close();
});

interface PortalEvent {
  readonly event: string;
  readonly asked?: boolean;
}

/** A session bus with a portal that keeps consents and prints the requests it gets. */
async function portalDesktop(
  t: TestContext,
  path = process.env.PATH,
): Promise<{
  stateFolder: string;
  open: () => Promise<Display>;
  events: () => PortalEvent[];
  starts: () => PortalEvent[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-portal-'));
  const address = `unix:path=${folder}/bus`;
  const programs: ChildProcess[] = [];
  t.after(async () => {
    for (const program of programs.toReversed()) program.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  programs.push(spawn('dbus-daemon', ['--session', `--address=${address}`, '--nofork'], { stdio: 'ignore' }));
  await until('the bus', () => existsSync(join(folder, 'bus')));
  const portal = spawn('/usr/bin/python3', [PORTAL, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(portal);
  let told = '';
  portal.stdout.on('data', (bytes: Buffer) => (told += bytes.toString()));
  const events = () =>
    told
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line) as PortalEvent);
  await until('the portal', () => events().length > 0);
  const stateFolder = join(folder, 'state');
  const environment = { PATH: path, DBUS_SESSION_BUS_ADDRESS: address };
  return {
    stateFolder,
    events,
    starts: () => events().filter(({ event }) => event === 'start'),
    open: async () => {
      const display = await during((call) => openPortalDisplay({ environment, stateFolder }, call));
      assert.ok(display);
      return display;
    },
  };
}

function during<T>(work: (call: Call) => Promise<T> | undefined): Promise<T | undefined> {
  return withinLimit({ clock: realClock, limit: 30_000 }, async (call) => work(call));
}
