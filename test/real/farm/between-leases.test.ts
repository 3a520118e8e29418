import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { tokenOf } from '@handeye/farm/protocol/names';
import { emptyHome } from '../../../packages/handeye/test/config/given.ts';
import { endings } from '../../support/endings.ts';
import { farmWithHost } from './hosts.ts';
import { textOf } from './scripted-server.ts';

/** A phone that a host lends, its own shell, and what a holder does to it. */
async function lentPhone(t: TestContext) {
  const atEnd = endings(t);
  const phone = await startPhone({ idleWaitMs: 10 });
  atEnd(() => phone.close());
  const shell = async (line: string) => {
    const { stdout, exit } = phone.android.spawn(line);
    let out = '';
    for await (const bytes of stdout) out += Buffer.from(bytes).toString();
    await exit;
    return out;
  };
  const id = `tcp:${phone.serial}`;
  const files = emptyHome(t);
  const flags = ['--device', id, '--toolset', 'all', '--files', files];
  const { server } = await farmWithHost(t, { virtualPhones: 0, flags });
  const device = tokenOf(id);
  const call = (secret: string, tool: string, args: object) => server.call(tool, args, { secret, device });
  const use = async (secret: string, tool: string, args: object) => {
    const { isError, content } = await call(secret, tool, args);
    assert.notEqual(isError, true, JSON.stringify(content));
  };
  return { phone, shell, server, device, files, call, use };
}

test('between two leases an attached phone is reset: app, clipboard, setting and file of the holder are gone', async (t) => {
  const { phone, shell, server, device, use: useWith } = await lentPhone(t);
  await shell('echo -n of the owner > /sdcard/Download/owner.txt');
  const secret = await server.lease(device);
  const use = (tool: string, args: object) => useWith(secret, tool, args);
  await use('open_app', { app: 'Contacts' });
  await use('set_clipboard', { text: 'copied by the holder' });
  await use('set_device_state', { font_scale: 1.3 });
  await use('write_file', { location_id: 'download', path: 'left/note.txt', content: 'of the holder' });
  await use('append_file', { location_id: 'download', path: 'owner.txt', content: ' and the holder' });
  assert.match(await shell('ls /sdcard/Download/left'), /note\.txt/);

  assert.deepEqual(await server.ask('release', { device, secret }), { ok: true, minutes: 0 });
  await server.lease(device);
  assert.match(await shell('dumpsys window displays'), /mCurrentFocus=.*launcher3/);
  assert.doesNotMatch(await shell('ps -A'), /com\.android\.contacts/);
  assert.equal(phone.framework.clipboard.text, '');
  assert.match(await shell('settings get system font_scale'), /^(1\.0|1|null)\s*$/);
  assert.doesNotMatch(await shell('ls /sdcard/Download/left'), /note\.txt/);
  assert.equal(await shell('cat /sdcard/Download/owner.txt'), 'of the owner');
});

test('a file that could not be put back is not changed by a holder, and the phone is offered again after what was refused', async (t) => {
  const { shell, server, device, call, use } = await lentPhone(t);
  await shell('mkdir /sdcard/Download/folder; echo -n of the owner > /sdcard/Download/owner.txt');
  await shell('dd if=/dev/zero of=/sdcard/Download/film.mp4 bs=1048576 count=60');
  const size = () => shell('stat -c %s /sdcard/Download/film.mp4');
  assert.equal((await size()).trim(), String(60 * 1024 * 1024));
  const secret = await server.lease(device);
  const refused = async (tool: string, path: string, reason: RegExp) => {
    const write = tool === 'write_file' && { content: 'of the holder' };
    const answer = await call(secret, tool, { location_id: 'download', path, ...write });
    assert.equal(answer.isError, true, `${tool} ${path}: ${textOf(answer)}`);
    assert.match(textOf(answer), reason);
  };
  for (const tool of ['write_file', 'delete_file']) {
    await refused(tool, 'folder', /is a folder/);
    await refused(tool, 'owner.txt/note.txt', /is a file, not a folder/);
    await refused(tool, 'film.mp4', /has 60 MB.*only files that can be put back after the lease/s);
  }
  await refused('delete_file', 'none/at-all.txt', /There is no/);
  // One file by two names, and a file's name that becomes a folder's.
  const write = (location_id: string, path: string) =>
    use(secret, 'write_file', { location_id, path, content: `of the holder in ${location_id}` });
  await write('download', 'owner.txt');
  await write('shared', 'Download/owner.txt');
  await write('download', 'mine');
  await use(secret, 'delete_file', { location_id: 'download', path: 'mine' });
  await write('download', 'mine/note.txt');
  await server.ask('release', { device, secret });
  await server.lease(device);
  assert.equal(await shell('cat /sdcard/Download/owner.txt'), 'of the owner');
  assert.equal((await size()).trim(), String(60 * 1024 * 1024));
  assert.equal((await shell('ls /sdcard/Download/mine')).trim(), '');
});

test('a file that a holder pulled to the host is there only if its server waits, and for that lease only', async (t) => {
  const { shell, server, device, files, use } = await lentPhone(t);
  await shell('echo -n of the owner > /sdcard/Download/owner.txt');
  const inHost = () => readdirSync(files, { recursive: true }).filter((name) => name.includes('.txt'));
  const secret = await server.lease(device);
  const place = { location_id: 'download', path: 'owner.txt' };
  const unheard = await server.call(
    'pull_file',
    { ...place, host_path: 'unheard.txt' },
    { secret, device, go: false },
  );
  assert.match(textOf(unheard), /Nothing was done/);
  assert.deepEqual(inHost(), []);
  await use(secret, 'pull_file', { ...place, host_path: 'pulled.txt' });
  assert.equal(inHost().length, 1);
  await server.ask('release', { device, secret });
  const next = await server.lease(device);
  assert.deepEqual(inHost(), []);
  const pushed = await server.call(
    'push_file',
    { ...place, host_path: 'pulled.txt' },
    { secret: next, device },
  );
  assert.match(textOf(pushed), /There is no 'pulled\.txt'/);
});
