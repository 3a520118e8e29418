import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { shapes } from '@handeye/virtual-phone';
import { eventually, scratchFolder } from '@handeye/testing/attached';
import { connectionTo, type PhoneTools, phoneTools, type PhoneToolsOptions } from './phone-tools.ts';

/** A phone with the toolset, and the folder of the computer. */
async function filePhone(
  t: TestContext,
  options: PhoneToolsOptions = {},
): Promise<PhoneTools & { readonly folder: string }> {
  const folder = await scratchFolder(t);
  const tools = await phoneTools(t, { ...options, frame: { toolsets: ['files'], files: folder } });
  return { ...tools, folder };
}

const utf8 = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('files of a phone', { concurrency: true }, () => {
  for (const release of [5, 9, 12, 14] as const) {
    test(`Android ${release}: what is written, appended, replaced and deleted is so on the phone`, async (t) => {
      const { text, fails, phone } = await filePhone(t, { release });
      const { files } = phone.android;
      const at = { location_id: 'download', path: 'lists/to "buy"\nüñ.txt' };
      const path = `/sdcard/Download/${at.path}`;

      assert.match(
        await text('list_storage_locations'),
        /^download {2}read and write {2}\/storage\/emulated\/0\/Download {2}/m,
      );
      assert.equal(
        await text('write_file', { ...at, content: 'milk\r\nbread\r\n' }),
        'Wrote "lists/to \\"buy\\"\\nüñ.txt" (13 bytes)',
      );
      await text('append_file', { ...at, content: 'bread\nrye' });
      assert.equal(utf8(files.read(path)), 'milk\r\nbread\r\nbread\r\nrye');
      const twice = { ...at, old_string: 'bread\n', new_string: 'butter\n' };
      assert.match(await fails('file_replace', twice, 'invalid_params'), /2 times/);
      await fails('file_replace', { ...twice, old_string: 'bred' }, 'invalid_params');
      assert.match(await text('file_replace', { ...twice, replace_all: true }), /2 places/);
      assert.equal(utf8(files.read(path)), 'milk\r\nbutter\r\nbutter\r\nrye');
      assert.equal(
        await text('read_file', { ...at, offset: 2, limit: 2 }),
        '"lists/to \\"buy\\"\\nüñ.txt": lines 2 to 3 of 4; CRLF line ends; no line break at its end; go on with offset 4\n' +
          '2\tbutter\n3\tbutter',
      );
      assert.match(
        await text('list_files', { location_id: 'download', path: 'lists' }),
        /^0 folders and 1 file\.\n"to \\"buy\\"\\nüñ\.txt" {2}25 bytes {2}\d{4}-/,
      );
      assert.match(await fails('delete_file', { ...at, path: 'lists' }, 'invalid_params'), /is a folder/);
      assert.equal(await text('delete_file', at), 'Deleted "lists/to \\"buy\\"\\nüñ.txt"');
      assert.deepEqual(files.list('/sdcard/Download/lists'), []);
      await fails('delete_file', at, 'element_not_found');
      await fails('read_file', at, 'element_not_found');
      await fails('list_files', { location_id: 'nowhere' }, 'element_not_found');
    });
  }

  test('the companion changes nothing about files, and sizes of more than 4 GB are told', async (t) => {
    const { text, fails, phone } = await filePhone(t, { release: 14, tier: 'companion' });
    await text('write_file', { location_id: 'tmp', path: 'a', content: 'x' });
    assert.equal(utf8(phone.android.files.read('/data/local/tmp/a')), 'x');
    phone.android.files.resize?.('/data/local/tmp/film', 5 * 1024 ** 3);
    assert.match(await text('list_files', { location_id: 'tmp' }), /^film {2}5\.0 GB {2}/m);
    assert.match(await fails('read_file', { location_id: 'tmp', path: 'film' }, 'invalid_params'), /5120 MB/);
  });

  test("Handeye's own files on the phone are not changed by anybody it serves", async (t) => {
    const folder = await scratchFolder(t);
    const frame = { toolsets: ['device', 'files'], files: folder } as const;
    const { text, fails, phone } = await phoneTools(t, { release: 14, tier: 'companion', frame });
    await text('get_screen_state');
    const { files } = phone.android;
    const [name = ''] = files.list('/data/local/tmp/handeye-companion');
    const jar = `handeye-companion/${name}`;
    const before = files.read(`/data/local/tmp/${jar}`);
    await writeFile(join(folder, 'other.jar'), Buffer.alloc(before.length));
    files.link('.', '/data/local/tmp/in');
    for (const path of [jar, `./${jar}`, `in/${jar}`, 'handeye-restore.json', 'handeye-empty/x']) {
      const place = { location_id: 'tmp', path };
      await fails('push_file', { ...place, host_path: 'other.jar' }, 'permission_denied');
      await fails('write_file', { ...place, content: '{}' }, 'permission_denied');
      await fails('delete_file', place, 'permission_denied');
    }
    assert.deepEqual(files.read(`/data/local/tmp/${jar}`), before);
    await text('write_file', { location_id: 'download', path: 'handeye-notes.txt', content: 'x' });
  });

  test('push_file and pull_file carry bytes both ways, with their time, and the gallery hears of pictures', async (t) => {
    const ran: (readonly string[])[] = [];
    const { text, fails, phone, folder } = await filePhone(t, {
      release: 9,
      onCommand: (argv) => ran.push(argv),
    });
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) >> 3));
    await writeFile(join(folder, 'a b.png'), bytes);
    await utimes(join(folder, 'a b.png'), 1_700_000_000, 1_700_000_000);
    const on = { location_id: 'pictures', path: 'a b.png' };
    assert.equal(
      await text('push_file', { ...on, host_path: 'a b.png' }),
      'Pushed a b.png to a b.png (293 KB)',
    );
    assert.deepEqual(Buffer.from(phone.android.files.read('/sdcard/Pictures/a b.png')), bytes);
    assert.ok(
      ran.some((argv) =>
        argv.join(' ').includes('SCAN_FILE -d file:///storage/emulated/0/Pictures/a%20b.png'),
      ),
    );
    assert.equal(phone.android.files.stat('/sdcard/Pictures/a b.png').modified, 1_700_000_000);
    assert.match(await fails('read_file', on, 'invalid_params'), /binary file/);
    assert.equal(
      await text('pull_file', { ...on, host_path: 'got/it.png' }),
      'Pulled a b.png to got/it.png (293 KB)',
    );
    assert.deepEqual(await readFile(join(folder, 'got/it.png')), bytes);
    assert.match(
      await fails('pull_file', { ...on, host_path: '../it.png' }, 'invalid_params'),
      /folder for files/,
    );
  });

  test('no link and no path leads out of a location, whatever is to be done there', async (t) => {
    const { fails, text, phone } = await filePhone(t, { release: 14 });
    const { files } = phone.android;
    files.makeDirectory('/data/local/tmp/own', { recursive: true });
    files.write('/data/local/tmp/own/a.txt', Buffer.from('inside'));
    files.write('/sdcard/Download/b.txt', Buffer.from('elsewhere'));
    files.link('/sdcard/Download', '/data/local/tmp/out');
    files.link('/sdcard/Download/b.txt', '/data/local/tmp/b.txt');
    files.link('own', '/data/local/tmp/in');
    const paths = [
      'out/b.txt',
      '../tmp/own/a.txt',
      '/data/local/tmp/own/a.txt',
      'own/../../x',
      '..',
      'b.txt',
    ];
    for (const path of paths) {
      const place = { location_id: 'tmp', path };
      await fails('read_file', place, 'invalid_params');
      await fails('write_file', { ...place, content: 'x' }, 'invalid_params');
      await fails('append_file', { ...place, content: 'x' }, 'invalid_params');
      await fails('file_replace', { ...place, old_string: 'e', new_string: 'x' }, 'invalid_params');
      if (path !== 'b.txt') await fails('delete_file', place, 'invalid_params');
    }
    await fails('list_files', { location_id: 'tmp', path: 'out' }, 'invalid_params');
    await fails('write_file', { location_id: 'tmp', path: 'out/new/c.txt', content: 'x' }, 'invalid_params');
    assert.deepEqual(files.list('/sdcard/Download'), ['b.txt']);
    assert.equal(utf8(files.read('/sdcard/Download/b.txt')), 'elsewhere');
    await text('delete_file', { location_id: 'tmp', path: 'b.txt' });
    assert.equal(utf8(files.read('/sdcard/Download/b.txt')), 'elsewhere', 'the link is gone, not the file');
    files.setMode('/data/local/tmp/own/a.txt', 0o640);
    await text('append_file', { location_id: 'tmp', path: 'in/a.txt', content: '!' });
    assert.equal(files.stat('/data/local/tmp/own/a.txt').mode, 0o640, 'its permissions stay');
    files.makeDirectory('/data/local/tmp/shut', { mode: 0o555 });
    await fails('write_file', { location_id: 'tmp', path: 'shut/x', content: 'x' }, 'permission_denied');
    assert.equal(
      utf8(files.read('/data/local/tmp/own/a.txt')),
      'inside!',
      'a link within the location is one',
    );
  });

  test('what the phone does not allow or has no room for is said, and nothing is left of it', async (t) => {
    const shape = { ...shapes[12], appFoldersClosed: true, sdCard: '1A2B-3C4D' };
    const { text, fails, phone } = await filePhone(t, { release: 12, shape });
    const { files } = phone.android;
    const locations = await text('list_storage_locations');
    assert.match(locations, /^shared .*; closed to ADB: Android\/data, Android\/obb$/m);
    assert.match(locations, /^card-1A2B-3C4D {2}read and write {2}\/storage\/1A2B-3C4D {2}/m);
    await text('write_file', { location_id: 'card-1A2B-3C4D', path: 'x', content: 'y' });
    assert.equal(utf8(files.read('/storage/1A2B-3C4D/x')), 'y');
    const closed = { location_id: 'shared', path: 'Android/data' };
    assert.match(await fails('list_files', closed, 'permission_denied'), /Android\/data/);
    await fails('write_file', { ...closed, path: 'Android/data/x', content: 'x' }, 'permission_denied');

    files.write('/sdcard/Download/kept.txt', Buffer.from('before'));
    const { capacity = 0, used = 0 } = files.space?.() ?? {};
    files.resize?.('/sdcard/full', capacity - used - 1000, { allocate: true });
    const kept = { location_id: 'download', path: 'kept.txt' };
    assert.match(
      await fails('write_file', { ...kept, content: 'x'.repeat(5000) }, 'action_failed'),
      /no room/,
    );
    assert.deepEqual(files.list('/sdcard/Download'), ['kept.txt']);
    assert.equal(utf8(files.read('/sdcard/Download/kept.txt')), 'before');

    files.resize?.('/data/local/tmp/huge', 60 * 1024 * 1024);
    assert.match(
      await fails('read_file', { location_id: 'tmp', path: 'huge' }, 'invalid_params'),
      /60 MB.*50 MB/,
    );
  });

  test('a connection that is cut anywhere in a push leaves the old file or the new one, never a half', async (t) => {
    const { call, phone, folder } = await filePhone(t, { release: 14 });
    const { files } = phone.android;
    const fresh = Buffer.alloc(300_000, 'new');
    await writeFile(join(folder, 'new.bin'), fresh);
    const place = { location_id: 'download', path: 'file.bin' };
    let cuts = 0;
    for (let after = 0; after < 720; after += 48) {
      files.write('/sdcard/Download/file.bin', Buffer.from('old'));
      phone.faults.apply({ kind: 'cut', afterBytes: after });
      const result = await call('push_file', { ...place, host_path: 'new.bin' });
      phone.faults.clear();
      if (JSON.stringify(result.content).includes('The connection broke')) cuts += 1;
      const now = Buffer.from(files.read('/sdcard/Download/file.bin'));
      assert.ok(
        now.equals(result.isError ? Buffer.from('old') : fresh),
        `${after}: ${JSON.stringify(result)}`,
      );
      assert.deepEqual(files.list('/sdcard/Download'), ['file.bin'], `cut after ${after}`);
    }
    assert.ok(cuts > 0, 'at least one transfer was cut and repeated');
  });

  test('a phone that goes away while a file is renamed: the answer says that nobody knows, and the rest is removed', async (t) => {
    let goes: (() => void) | undefined;
    const onCommand = ([program]: readonly string[]) => {
      if (program === 'mv') goes?.();
    };
    const { call, text, phone } = await filePhone(t, { release: 14, onCommand, limits: { action: 2_000 } });
    const { files } = phone.android;
    files.write('/sdcard/Download/a.txt', Buffer.from('old'));
    goes = () => {
      phone.faults.apply({ kind: 'offline' });
    };
    const written = await call('write_file', { location_id: 'download', path: 'a.txt', content: 'newer' });
    assert.match(JSON.stringify(written), /the old one or the new one/);
    goes = undefined;
    phone.faults.clear();
    await text('list_files', { location_id: 'download' });
    assert.deepEqual(files.list('/sdcard/Download'), ['a.txt']);
    assert.match(utf8(files.read('/sdcard/Download/a.txt')), /^(old|newer)$/);
  });

  test('a phone that goes away in a transfer: no half file on either side, and the answer says so', async (t) => {
    const { call, text, phone, folder } = await filePhone(t, { release: 14, limits: { action: 2_000 } });
    const { files } = phone.android;
    const bytes = Buffer.alloc(30 * 1024 * 1024, 'abcdefgh');
    await writeFile(join(folder, 'big.bin'), bytes);
    files.write('/sdcard/Download/big.bin', Buffer.from('old'));
    const place = { location_id: 'download', path: 'big.bin', host_path: 'big.bin' };
    const pushing = call('push_file', place);
    await eventually(() => files.list('/sdcard/Download').length === 2, 'the transfer has begun');
    phone.faults.apply({ kind: 'offline' });
    const pushed = await pushing;
    assert.equal(pushed.isError, true);
    assert.match(JSON.stringify(pushed.content), /(connection .*lost|stopped answering).* as before/);
    phone.faults.clear();
    await text('list_files', { location_id: 'download' });
    assert.deepEqual(files.list('/sdcard/Download'), ['big.bin']);
    assert.equal(utf8(files.read('/sdcard/Download/big.bin')), 'old');

    files.write('/sdcard/Download/big.bin', bytes);
    phone.faults.apply({ kind: 'cut', afterBytes: 5_000_000 });
    assert.match(await text('pull_file', { ...place, host_path: 'whole.bin' }), /^Pulled/);
    assert.ok(bytes.equals(await readFile(join(folder, 'whole.bin'))), 'a cut is healed');
    await writeFile(join(folder, 'whole.bin'), 'old');
    phone.faults.apply({ kind: 'cut', afterBytes: 5_000_000 });
    const again = connectionTo(t, phone.serial);
    const pulling = call('pull_file', { ...place, host_path: 'whole.bin' });
    await again;
    phone.faults.apply({ kind: 'offline' });
    assert.equal((await pulling).isError, true);
    assert.deepEqual((await readdir(folder)).sort(), ['big.bin', 'whole.bin']);
    assert.equal(await readFile(join(folder, 'whole.bin'), 'utf8'), 'old');
  });
});
