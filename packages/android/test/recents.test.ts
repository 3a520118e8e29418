import assert from 'node:assert/strict';
import test from 'node:test';
import { parseRecents } from '../src/screen/recents.ts';

test('the apps in Recents are read as each Android lists them', () => {
  const lollipop = `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)
  Recent tasks:
  * Recent #0: TaskRecord{2c6a9e1 #12 A=com.android.calculator2 U=0 sz=1}
    userId=0 effectiveUid=u0a12
    affinity=shared.affinity
    intent={act=android.intent.action.MAIN cmp=com.example.notes/.Main}
  * Recent #1: TaskRecord{7b1 #9 I=com.example.bare/.Main U=0 sz=0}
`;
  assert.deepEqual(parseRecents(lollipop), [
    'com.android.calculator2',
    'com.example.notes',
    'com.example.bare',
  ]);
  const later =
    '  Recent tasks:\n  * Recent #0: Task{8f1c #40 type=standard A=10089:com.example.bank U=0 visible=true}\n';
  assert.deepEqual(parseRecents(later), ['com.example.bank']);
});

test('if Recents tells nothing, no app is reported', () => {
  assert.equal(parseRecents('Bad activity command, or no activities match: recents\n'), undefined);
});
