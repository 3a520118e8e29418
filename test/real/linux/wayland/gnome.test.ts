import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { until } from '../desktop-session.ts';
import { GnomeDesktop } from './gnome-session.ts';

test('GNOME on Wayland: with the consent of its user, an agent writes a file in gedit by mouse, keys and pictures', async (t) => {
  const t0=Date.now(); const log=(...a: unknown[])=>{console.log(Date.now()-t0, ...a)};
  const desktop = await GnomeDesktop.start(t);
  log('started');
  const file = join(desktop.home, 'note.txt');
  await writeFile(file, '');
  const { tools } = await desktop.tools({ gesture: 3000 });

  desktop.start('gedit', [file]);
  await until('gedit', async () => JSON.stringify(await tools.json('list_windows', {})).includes('note.txt'));
  log('gedit');
  const unanswered = await tools.call('tap', { x: 640, y: 500 });
  assert.ok(unanswered.isError);
  await desktop.answer('share');
  log('answered');
  console.log(await tools.text('tap', { x: 640, y: 500 }));
  log((await tools.text('get_screen_state')).slice(0,3000));
  log(await tools.json('list_windows', {}));
  log(await tools.call('input_text', { text: 'Hello' }));
  log(await tools.call('press_key', { key: 'ctrl+s' }));
  await until('file', async () => (await readFile(file, 'utf8')) !== '');
  log(await readFile(file, 'utf8'));
  log(await tools.call('set_clipboard', { text: 'äöü漢🙂' }), await tools.call('get_clipboard', {}));
  log('end');
});
