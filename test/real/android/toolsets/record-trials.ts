import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@handeye/testing/attached';
import { said, type Stage } from './stage.ts';
import type { Trial } from './trial.ts';

/** Whether the phone runs screenrecord; its ps tells all processes without -A up to Android 7. */
async function isFilming(stage: Stage): Promise<boolean> {
  return (await said(stage, stage.release === 5 ? 'ps' : 'ps -A')).includes('screenrecord');
}

export const recordTrials: readonly Trial[] = [
  {
    tool: 'start_recording',
    args: { max_seconds: 30 },
    verify: async (stage) => {
      assert.ok(await isFilming(stage));
    },
  },
  {
    tool: 'stop_recording',
    before: async ({ phone, call }) => {
      phone.framework.home();
      await call('get_screen_state');
    },
    args: {},
    verify: async (stage, answer, { content }) => {
      const [name = ''] = await readdir(join(stage.folder, 'recordings'));
      const film = await readFile(join(stage.folder, 'recordings', name));
      assert.equal(film.subarray(4, 8).toString(), 'ftyp');
      assert.ok(answer.startsWith(`recordings/${name}, `), answer);
      assert.ok(content.some(({ type }) => type === 'image'));
      await eventually(async () => !(await isFilming(stage)), 'screenrecord ends');
      assert.doesNotMatch(await said(stage, 'ls /sdcard /data/local/tmp'), /\.mp4/);
    },
  },
];
