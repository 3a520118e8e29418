import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';
import { recorded, shapeOf } from './recorded.ts';

/** A help page counts up to its first line: the phone leaves the rest out. */
const withoutHelp = (text: string): string => text.replace(/^(.*usage: .*\n)[^]*$/im, '$1');

test('Android 5: each of these commands prints and ends exactly as recorded on a real one', async (t) => {
  const { run } = await phoneShell(t, { release: 5 });
  const cases = recorded('exact');
  assert.equal(cases.length, 74);
  for (const { command, text, code } of cases) {
    const ran = await run(command);
    assert.deepEqual([withoutHelp(ran.text), ran.code], [withoutHelp(text), code], `$ ${command}`);
  }
});

test('Android 5: every line that dumpsys prints has the shape of a recorded one', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  phone.framework.start({ component: 'com.android.contacts/.activities.PeopleActivity' });
  for (const { command, text } of recorded('shapes')) {
    const known = new Set(text.split('\n').map(shapeOf));
    const { out } = await run(command.replace('io.appium.android.apis', 'com.android.contacts'));
    const lines = out.split('\n').slice(0, -1);
    assert.notEqual(lines.length, 0, `$ ${command}`);
    const strange = lines.filter((line) => !known.has(shapeOf(line)));
    assert.deepEqual(strange, [], `$ ${command}`);
  }
});

test('Android 5: a crash shows its dialog in that version’s words, and a force-stop removes it', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  phone.framework.start({ component: 'com.android.calculator2/.Calculator' });
  phone.framework.crash('com.android.calculator2', new Error('oops'));
  const dump = async () =>
    (await run('uiautomator dump /data/local/tmp/m.xml; cat /data/local/tmp/m.xml')).out;
  const crashed = await dump();
  assert.match(crashed, /text="Unfortunately, Calculator has stopped\." resource-id="android:id\/message"/);
  assert.match(crashed, /text="OK" resource-id="android:id\/button1"/);
  await run('am force-stop com.android.calculator2');
  assert.doesNotMatch(await dump(), /Unfortunately/);
});

test('Android 5: with the screen off a dump shows the app, a tap does nothing, and dumpsys power shows it', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 5 });
  const before = (await run('uiautomator dump /data/local/tmp/m.xml; cat /data/local/tmp/m.xml')).out;
  await run('input keyevent POWER');
  assert.match((await run('dumpsys power')).out, /mWakefulness=Asleep[^]*Display Power: state=OFF/);
  assert.equal(
    (await run('input tap 100 100; uiautomator dump /data/local/tmp/m.xml; cat /data/local/tmp/m.xml')).out,
    before,
  );
  await run('input keyevent WAKEUP');
  assert.equal(phone.framework.awake, true);
});
