import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { toldBy } from '../../android/hostile/case.ts';
import { until } from '../desktop-session.ts';
import { middleOf, type Row } from '../rows.ts';
import type { ShownWindow } from './program.ts';
import { LinuxStage } from './stage.ts';

const LIGHT: ShownWindow = { title: 'Free light', parts: [['button', 'Continue']] };
const FORM: ShownWindow = { title: 'Win a lamp', parts: [['field', 'Your wish']] };

test('what each profile does on a desktop', async (t) => {
  const stage = await LinuxStage.open(t);
  stage.serveUnder('open');
  const noted = async (play: () => Promise<unknown>, says: RegExp, got: string) => {
    await play();
    const { outcome, words } = toldBy(stage.answers);
    assert.equal(outcome, 'noted', JSON.stringify(stage.answers));
    assert.match(words.join('\n'), says);
    await until(got, () => stage.got().includes(got));
  };

  for (const kind of ['popup', 'above', 'window'] as const) {
    await t.test(`under open a click on another program's window (${kind}) is made and noted`, async () => {
      await stage.clear();
      await noted(
        async () => {
          const point = await stage.at('Cancel');
          await stage.spring({ ...LIGHT, kind });
          await stage.does('tap', point);
        },
        /^note: the screen changed since you looked: now 'Free light' \(flashlight\) is at/m,
        'flashlight: pressed Continue',
      );
    });
  }

  await t.test('under open text for the field of another program is typed and noted', async () => {
    await stage.clear();
    await noted(
      async () => {
        await stage.looks();
        await stage.spring(FORM);
        await stage.does('input_text', { text: 'light' });
      },
      // The window is in front before GTK announces which field in it has the focus.
      /^note: the screen changed since you looked: now '(Your wish|Win a lamp)' \(flashlight\) has the focus/m,
      'flashlight: got light',
    );
  });

  await t.test('under open a key for it is pressed and noted', async () => {
    await stage.clear();
    await noted(
      async () => {
        await stage.looks();
        await stage.spring(FORM);
        await stage.does('press_key', { key: 'ENTER' });
      },
      /has the focus/,
      'flashlight: got ENTER',
    );
  });

  for (const profile of ['open', 'careful'] as const) {
    await t.test(`everyday work by coordinates is neither refused nor noted under ${profile}`, async () => {
      stage.serveUnder(profile);
      await worksByCoordinates(stage, `${profile}.txt`);
    });
  }
});

/** Menus are windows that no window manager manages; a dialog is another window of the same program. */
async function worksByCoordinates(stage: LinuxStage, name: string): Promise<void> {
  const { desktop } = stage;
  const file = join(desktop.home, name);
  await writeFile(file, 'alpha beta');
  await desktop.launch('mousepad', ['--disable-server', file], new RegExp(name));
  await tap(stage, 'Help');
  await tap(stage, 'About');
  await tap(stage, 'Close');
  await until('its end', async () => (await stage.looks()).some(({ text }) => text.includes(name)));
  await tap(stage, 'Edit');
  await tap(stage, 'Select All');
  await stage.does('press_key', { key: 'DEL' });
  await stage.does('input_text', { text: 'gamma' });
  for (const { isError, content } of stage.answers) assert.equal(isError, undefined, JSON.stringify(content));
  assert.deepEqual(toldBy(stage.answers), { outcome: 'harmless', words: [] });
}

/** Waits until something can be seen, and clicks its place. */
async function tap(stage: LinuxStage, text: string): Promise<void> {
  let seen: Row | undefined;
  await until(text, async () => {
    seen = (await stage.looks()).find((row) => row.text.trim() === text && row.flags.startsWith('v'));
    return seen !== undefined;
  });
  assert.ok(seen);
  await stage.does('tap', middleOf(seen));
}
