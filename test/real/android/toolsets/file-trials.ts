import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from './stage.ts';
import type { Trial } from './trial.ts';

const PATH = "it's a list.txt";
const place = { location_id: 'download', path: PATH };

const onPhone = ({ phone }: Stage, name = PATH) =>
  Buffer.from(phone.android.files.read(`/sdcard/Download/${name}`)).toString();

export const fileTrials: readonly Trial[] = [
  {
    tool: 'list_storage_locations',
    args: {},
    verify: ({ phone }, answer) => {
      assert.match(answer, /^download\b/m);
      assert.ok(phone.android.files.exists('/sdcard/Download'));
    },
  },
  {
    tool: 'write_file',
    args: { ...place, content: 'bread\nmilk\n' },
    verify: (stage) => {
      assert.equal(onPhone(stage), 'bread\nmilk\n');
    },
  },
  {
    tool: 'append_file',
    args: { ...place, content: 'Käse\n' },
    verify: (stage) => {
      assert.equal(onPhone(stage), 'bread\nmilk\nKäse\n');
    },
  },
  {
    tool: 'file_replace',
    args: { ...place, old_string: 'milk', new_string: 'oat milk' },
    verify: (stage) => {
      assert.equal(onPhone(stage), 'bread\noat milk\nKäse\n');
    },
  },
  {
    tool: 'read_file',
    args: { ...place, offset: 2, limit: 1 },
    verify: (_stage, answer) => {
      assert.match(answer, /^2\toat milk$/m);
      assert.doesNotMatch(answer, /bread|Käse/);
    },
  },
  {
    tool: 'list_files',
    args: { location_id: 'download' },
    verify: ({ phone }, answer) => {
      for (const name of phone.android.files.list('/sdcard/Download'))
        assert.ok(answer.includes(name), `${name} is not listed`);
    },
  },
  {
    tool: 'pull_file',
    args: { ...place, host_path: 'pulled/list.txt' },
    verify: async (stage) => {
      assert.equal(await readFile(join(stage.folder, 'pulled/list.txt'), 'utf8'), onPhone(stage));
    },
  },
  {
    tool: 'push_file',
    before: ({ folder }) => writeFile(join(folder, 'photo.bin'), Buffer.alloc(70_000, 7)),
    args: { location_id: 'download', path: 'new/photo.bin', host_path: 'photo.bin' },
    verify: ({ phone }) => {
      const bytes = Buffer.from(phone.android.files.read('/sdcard/Download/new/photo.bin'));
      assert.deepEqual(bytes, Buffer.alloc(70_000, 7));
    },
  },
  {
    tool: 'delete_file',
    args: place,
    verify: ({ phone }) => {
      assert.ok(!phone.android.files.exists(`/sdcard/Download/${PATH}`));
    },
  },
];
