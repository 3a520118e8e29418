import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import type { Audit } from '../../src/tools/create-toolbox.ts';
import type { FakeWorld } from './fake/world.ts';
import { sharedMac } from './house.ts';
import { application, box, button, display, field } from './worlds.ts';

const onMac = sharedMac({ after });

const AT = { x: 350, y: 350 };

/** Applications with a button and a focused field, the first in front. */
function world(...names: readonly string[]): FakeWorld {
  const made = names.map((name) =>
    application(name === 'Diary' ? 600 : 700, name, {
      children: [
        button('Go', box(320, 340, 80, 24), { key: `${name} go` }),
        field(`${name} line`, box(320, 380, 200, 24)),
      ],
      focus: `${name} line`,
    }),
  );
  const [front] = made;
  return {
    displays: [display],
    frontmost: front?.app.pid ?? 0,
    applications: made.map(({ app }) => app),
    windows: made.map(({ window }) => window),
  };
}

const writes = [
  ['tap', AT, /is at \(350, 350\)/],
  ['input_text', { text: 'dear diary' }, /has the focus/],
  ['press_key', { key: 'ENTER' }, /has the focus/],
] as const;

describe('a window that came to the front of a Mac since the client looked', () => {
  for (const [tool, args, says] of writes) {
    test(`${tool} is refused under careful`, async () => {
      const { rules, changedScreen } = profiles.careful;
      const policy = { ...defaultPolicy, writesPerSecond: 1000, rules, changedScreen };
      const house = await onMac(world('Diary'), { policy });
      await house.text('get_screen_state');
      house.mac.become(world('Lamp', 'Diary'));
      const said = await house.fails(tool, args, 'permission_denied');
      assert.match(said, /^The screen changed since you looked: now .*\(Lamp\)/);
      assert.match(said, says);
    });

    test(`${tool} is made and noted under open`, async () => {
      const records: Audit[] = [];
      const house = await onMac(world('Diary'), { audit: (one) => records.push(one) });
      await house.text('get_screen_state');
      house.mac.become(world('Lamp', 'Diary'));
      await house.text(tool, args);
      const notes = records.flatMap((record) => record.notes);
      assert.equal(notes.length, 1, JSON.stringify(notes));
      assert.match(notes[0] ?? '', says);
    });

    test(`${tool} is neither where all is as it was`, async () => {
      const records: Audit[] = [];
      const house = await onMac(world('Diary', 'Lamp'), { audit: (one) => records.push(one) });
      await house.text('get_screen_state');
      await house.text(tool, args);
      assert.deepEqual(
        records.flatMap((record) => record.notes),
        [],
      );
    });
  }
});
