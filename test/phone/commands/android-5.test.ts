import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';
import { recorded, shapeOf } from './recorded.ts';

test('Android 5: each of these commands prints and ends exactly as recorded on a real one', async (t) => {
  const { run } = await phoneShell(t, { release: 5 });
  const cases = recorded('exact');
  assert.equal(cases.length, 74);
  for (const { command, text, code } of cases) {
    const ran = await run(command);
    assert.deepEqual([ran.text, ran.code], [text, code], `$ ${command}`);
  }
});

test('Android 5: every line that dumpsys prints has the shape of a recorded one', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  phone.system.start({ component: 'com.android.contacts/.activities.PeopleActivity' });
  for (const { command, text } of recorded('shapes')) {
    const known = new Set(text.split('\n').map(shapeOf));
    const { out } = await run(command.replace('io.appium.android.apis', 'com.android.contacts'));
    const lines = out.split('\n').slice(0, -1);
    assert.notEqual(lines.length, 0, `$ ${command}`);
    const strange = lines.filter((line) => !known.has(shapeOf(line)));
    assert.deepEqual(strange, [], `$ ${command}`);
  }
});
