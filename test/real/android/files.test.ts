import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { scratchFolder } from '../../../packages/handeye/test/android/adb/attached.ts';
import { type PhoneTools, phoneTools, type PhoneToolsOptions } from './phone-tools.ts';

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

  test('push_file and pull_file carry bytes both ways, with their time, and gallery hears of pictures', async (t) => {
    const ran: (readonly string[])[] = [];
    const { text, fails, phone, folder } = await filePhone(t, {
      release: 9,
      onCommand: (argv) => ran.push(argv),
    });
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919) >> 3));
    await writeFile(join(folder, 'a b.png'), bytes);
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
});
