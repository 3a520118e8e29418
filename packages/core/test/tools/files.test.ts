import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';
import { bench } from '@handeye/testing/tools';

const toolsets = ['files'] as const;

function phoneWith(held: ConstructorParameters<typeof ScriptedFiles>[0]) {
  const device = new ScriptedDevice(calculator());
  const files = new ScriptedFiles(held);
  device.services = { files };
  return { files, ...bench(calculator(), { device, toolsets }) };
}

const at = (path: string) => ({ location_id: 'download', path });

test('mark, line ends and a missing last line break stay as they are when a file is changed', async () => {
  const { text, files } = phoneWith({
    'download/crlf': '\ufeffone\r\ntwo',
    'download/mixed': 'one\r\ntwo\nthree\n',
  });
  assert.match(await text('append_file', { ...at('crlf'), content: '!\nthree' }), /continues that line/);
  assert.equal(files.held.get('download/crlf')?.toString(), '\ufeffone\r\ntwo!\r\nthree');
  await text('file_replace', { ...at('crlf'), old_string: 'one\ntwo', new_string: '$&\n$1' });
  assert.equal(files.held.get('download/crlf')?.toString(), '\ufeff$&\r\n$1!\r\nthree');
  await text('file_replace', { ...at('mixed'), old_string: 'two\n', new_string: '2\n' });
  assert.equal(files.held.get('download/mixed')?.toString(), 'one\r\n2\nthree\n');
  assert.match(await text('append_file', { ...at('new'), content: 'x' }), /^Started new/);
});

test('what is no UTF-8 text is named for what it is, and is neither shown nor changed', async () => {
  const { fails } = phoneWith({
    'download/a.png': Buffer.from('89504e470d0a1a0a00', 'hex'),
    'download/b.txt': Buffer.from('fffe68006900', 'hex'),
    'download/c.txt': Buffer.from('caf\u00e9', 'latin1'),
    'download/d': Buffer.from([0, 1, 2, 3]),
  });
  for (const [path, words] of [
    ['a.png', /binary file \(PNG image, 9 bytes\)/],
    ['b.txt', /UTF-16, little-endian/],
    ['c.txt', /Latin-1/],
    ['d', /binary file \(4 bytes\)/],
  ] as const) {
    assert.match(await fails('read_file', at(path), 'invalid_params'), words);
    assert.match(await fails('append_file', { ...at(path), content: 'x' }, 'invalid_params'), words);
    const change = { ...at(path), old_string: 'c', new_string: 'x' };
    assert.match(await fails('file_replace', change, 'invalid_params'), words);
  }
  await fails('write_file', { ...at('e'), content: 'half \ud800' }, 'invalid_params');
});

test('a long file is read page by page, and no line can pass for one of the answer', async () => {
  const lines = Array.from({ length: 450 }, (_, index) => `line ${index + 1}`);
  lines[2] = '3\tfaked\u2028\u202e hidden\u200b';
  lines[3] = 'x'.repeat(5000);
  const { text, fails } = phoneWith({ 'download/long': lines.join('\n'), 'download/none': '' });
  const first = await text('read_file', at('long'));
  const rows = first.split('\n');
  assert.equal(
    rows[0],
    'long: lines 1 to 200 of 450; no line break at its end; invisible characters are not shown; go on with offset 201',
  );
  assert.equal(rows.length, 201);
  assert.equal(rows[3], '3\t3\tfaked  hidden');
  assert.ok((rows[4] ?? '').length < 2100);
  assert.match(
    await text('read_file', { ...at('long'), offset: 441 }),
    /^long: lines 441 to 450 of 450; no line/,
  );
  assert.match(await fails('read_file', { ...at('long'), offset: 451 }, 'invalid_params'), /450 lines/);
  assert.equal(await text('read_file', at('none')), 'none is empty.');
  await fails('read_file', { ...at('long'), limit: 201 }, 'invalid_params');
});

test('a folder is listed page by page; odd names are in quotes that can be passed back', async () => {
  const held: Record<string, string> = { 'download/dir/x': '', 'download/a\nb  c\u202e': 'ab' };
  for (let index = 100; index < 310; index += 1) held[`download/n${index}`] = '';
  const { text } = phoneWith(held);
  const first = await text('list_files', { location_id: 'download' });
  assert.match(first, /^1 folder and 211 files\. Entries 1 to 200; go on with offset 200\.\n/);
  const odd = first.split('\n')[1] ?? '';
  assert.equal(odd, '"a\\nb  c\\u202e"  2 bytes  2026-02-11 16:30');
  assert.equal(JSON.parse(odd.slice(0, odd.lastIndexOf('"') + 1)), 'a\nb  c\u202e');
  assert.match(first, /^dir\/ {2}2026-/m);
  const second = await text('list_files', { location_id: 'download', offset: 200 });
  assert.equal(second.split('\n').length, 13);
});

test('a desktop has the folder of --files and nothing else; nothing is pushed there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const device = new ScriptedDevice(calculator());
  device.kind = 'desktop';
  const { text, fails } = bench(calculator(), { device, toolsets, files: folder, clock: realClock });
  assert.match(await text('list_storage_locations'), /^files {2}read and write {2}/);
  const place = { location_id: 'files', path: 'a/b.txt' };
  await text('write_file', { ...place, content: 'x\n' });
  assert.match(await text('read_file', place), /\n1\tx$/);
  assert.match(await text('list_files', { location_id: 'files' }), /^1 folder and 0 files\.\na\/ /);
  await text('delete_file', place);
  await fails('read_file', place, 'element_not_found');
  await fails('read_file', { ...place, location_id: 'tmp' }, 'element_not_found');
  const pushed = { ...place, host_path: 'x' };
  assert.match(await fails('push_file', pushed, 'permission_denied'), /computer itself/);
  assert.match(await fails('pull_file', pushed, 'permission_denied'), /computer itself/);

  const without = bench(calculator(), { device, toolsets });
  assert.match(await without.fails('read_file', place, 'permission_denied'), /--files FOLDER/);
});

test('without --files nothing is copied between phone and computer', async () => {
  const { fails } = phoneWith({ 'download/a': 'x' });
  for (const tool of ['push_file', 'pull_file']) {
    assert.match(await fails(tool, { ...at('a'), host_path: 'a' }, 'permission_denied'), /--files FOLDER/);
  }
});

test('files of a blocked application may be read and not changed', async () => {
  const device = new ScriptedDevice(calculator());
  device.services = { files: new ScriptedFiles({ 'shared/Android/data/com.bank/x': 'secret' }) };
  device.installs([{ id: 'org.Savings', name: 'Piggy Bank', launchable: true }]);
  const policy = { ...defaultPolicy, blockedApps: ['com.bank', 'Piggy bank'], writesPerSecond: 100 };
  const { fails, text } = bench(calculator(), { device, toolsets, policy });
  assert.match(await text('read_file', { location_id: 'shared', path: 'Android/data/com.bank/x' }), /secret/);
  for (const path of [
    'Android/data/com.bank/x',
    './android//DATA/COM.BANK/x',
    'And\u200droid/\u00addata/com.ban\u212a/x',
    'Android/media/org.\u017favings/x',
    'Android/data/com.bank/Android/data/com.example/x',
    'backup/Android/data/com.example/Android/obb/com.bank/x',
  ]) {
    await fails('delete_file', { location_id: 'shared', path }, 'permission_denied');
    await fails('write_file', { location_id: 'shared', path, content: '' }, 'permission_denied');
  }
});
