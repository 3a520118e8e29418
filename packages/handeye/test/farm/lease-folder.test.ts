import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { hostTools } from '../../src/cli/farm/lease-tools.ts';
import { createLog } from '../../src/cli/log.ts';
import { realClock } from '@handeye/core/call/clock';
import { permissionDenied } from '@handeye/core/device/errors';
import { FencedDevice } from '@handeye/farm/host/fenced-device';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { emptyHome, load } from '../config/given.ts';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';

const LEASES = '.handeye-leases';

/** The folder of a device's current lease, below the folder for files. */
function folderOf(files: string, device: string): string {
  const [own = assert.fail(), ...others] = readdirSync(join(files, LEASES, device));
  assert.deepEqual(others, []);
  return join(LEASES, device, own);
}

/** A host with a folder for files, and desktops that it lends. */
async function hostWithFiles(t: TestContext) {
  const files = emptyHome(t);
  writeFileSync(join(files, 'owner.txt'), 'of the owner');
  const { config } = load(t, { flags: ['--files', files, '--toolset', 'device,files'] });
  const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });
  const host = await hostTools(config, { log, folder: emptyHome(t), version: '0.0.0' });
  const state = { isOver: false, fenced: 0 };
  const lend = async (id: string) => {
    const real = new ScriptedDevice(calculator());
    real.kind = 'desktop';
    const fence = () => {
      state.fenced += 1;
      return state.isOver ? Promise.reject(permissionDenied('The lease is over.')) : Promise.resolve();
    };
    const { device, guarded } = new FencedDevice(real, { id, fence, onFile: () => Promise.resolve() });
    const holds = new MemoryHolds({ clock: realClock, milliseconds: 0 });
    const tools = await host.openTools(device, holds, guarded);
    const use = async (tool: string, path: string, more: object = {}) => {
      const asked = { location_id: 'files', path, ...more };
      const { content } = await tools.toolbox.call(tool, asked, { signal: new AbortController().signal });
      return content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
    };
    const write = (path: string) => use('write_file', path, { content: `of ${id}` });
    return { use, write, close: () => tools.close() };
  };
  return { files, lend, state };
}

test('files of a lease are in a folder of its own: no other lease sees them, and they end with it', async (t) => {
  const { files, lend } = await hostWithFiles(t);
  const first = await lend('rack.one');
  const second = await lend('rack.two');
  assert.match(await first.write('notes/a.txt'), /^Wrote/);
  assert.match(await first.use('read_file', 'notes/a.txt'), /of rack\.one/);
  const folder = folderOf(files, 'rack.one');
  symlinkSync(join(files, folder), join(files, 'link'));
  const ways = [
    'notes/a.txt',
    `${folder}/notes/a.txt`,
    `./${folder.replace('/', '//')}/notes/a.txt`,
    'link/notes/a.txt',
  ];
  for (const way of ways) assert.doesNotMatch(await second.use('read_file', way), /of rack/, way);
  for (const top of ['', '.']) {
    const listed = await second.use('list_files', top);
    assert.match(listed, /owner\.txt/);
    assert.doesNotMatch(listed, /notes|leases/);
  }
  await first.close();
  assert.ok(!existsSync(join(files, folder)));
  const next = await lend('rack.one');
  assert.doesNotMatch(await next.use('read_file', 'notes/a.txt'), /of rack/);
});

test("a lease reads what the host's owner put into the folder, and changes none of it", async (t) => {
  const { files, lend } = await hostWithFiles(t);
  const { use, write, close } = await lend('rack.one');
  assert.match(await use('read_file', 'owner.txt'), /of the owner/);
  assert.match(await use('delete_file', 'owner.txt'), /belongs to the host/);
  await use('append_file', 'owner.txt', { content: ' and more' });
  assert.match(await use('read_file', 'owner.txt'), /of the owner and more/);
  await write('owner.txt');
  assert.match(await use('delete_file', 'owner.txt'), /^Deleted/);
  assert.match(await use('read_file', 'owner.txt'), /of the owner$/m);
  await close();
  assert.equal(readFileSync(join(files, 'owner.txt'), 'utf8'), 'of the owner');
});

test('files of a desktop are written and deleted only while the lease holds', async (t) => {
  const { lend, state } = await hostWithFiles(t);
  const { use, write } = await lend('rack.one');
  await write('a.txt');
  assert.equal(state.fenced, 1);
  state.isOver = true;
  assert.match(await write('b.txt'), /The lease is over/);
  assert.match(await use('delete_file', 'a.txt'), /The lease is over/);
  const listed = await use('list_files', '');
  assert.match(listed, /a\.txt/);
  assert.doesNotMatch(listed, /b\.txt/);
});

test('tools that close late remove nothing of the next lease', async (t) => {
  const { lend } = await hostWithFiles(t);
  const late = await lend('rack.one');
  const next = await lend('rack.one');
  await next.write('a.txt');
  await late.close();
  assert.match(await next.use('read_file', 'a.txt'), /of rack\.one/);
});

test('what a killed host left of a lease is gone before the next one begins', async (t) => {
  const { files, lend } = await hostWithFiles(t);
  const left = join(files, LEASES, 'rack.one');
  mkdirSync(left);
  writeFileSync(join(left, 'left.txt'), 'of rack.one');
  const { use } = await lend('rack.one');
  assert.ok(!existsSync(join(left, 'left.txt')));
  assert.doesNotMatch(await use('read_file', 'left.txt'), /of rack/);
});
