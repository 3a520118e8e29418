import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNotes } from '../bench/guard/notes.ts';
import { linuxScreens } from '../bench/tokens/linux/screens.ts';
import { phoneScreens } from '../bench/tokens/phone.ts';
import { dumpedScreen } from '../bench/tokens/screen.ts';
import { syntheticScreens } from '../bench/tokens/synthetic.ts';
import { recordedDump, recordedDumpNames } from '../packages/android/test/recorded.ts';

test('on ordinary screens, made-up, recorded and of the virtual phone, nothing is noted', () => {
  const recorded = recordedDumpNames().map((name) =>
    dumpedScreen({ group: 'recorded', name, xml: recordedDump(name) }),
  );
  const screens = [
    ...recorded,
    ...phoneScreens().map(dumpedScreen),
    ...syntheticScreens(),
    ...linuxScreens(),
  ];
  const { screens: count, alarms } = countNotes(screens);
  assert.ok(count > 600, `${count} screens`);
  assert.deepEqual(alarms, []);
});
