import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notification } from '../../src/framework/system/notifications.ts';
import { phoneShell } from './phone-shell.ts';

const MAIL: Notification = {
  id: 7,
  tag: 'inbox',
  package: 'com.example.mail',
  title: 'Ada',
  text: 'Engine plans',
  bigText: 'Engine plans, all of them',
  ticker: 'Ada: Engine plans',
  time: 1_700_000_000_000,
  actions: [{ title: 'Archive', run: () => undefined }],
};

/** A line of the dump, with its indentation, for each release. */
const titleLine = {
  5: '        android.title=String',
  9: '          android.title=String (Ada)',
  12: '                android.title=String (Ada)',
  14: '                android.title=String (Ada)',
} as const;

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: dumpsys notification prints records as that release does`, async (t) => {
    const { phone, run } = await phoneShell(t, { release });
    assert.doesNotMatch((await run('dumpsys notification --noredact')).out, /Notification List/);
    phone.framework.notifications.post(MAIL);
    const { out } = await run('dumpsys notification --noredact');
    const key = `0|com.example.mail|7|inbox|${phone.framework.processes.uidOf('com.example.mail')}`;
    assert.match(
      out,
      /^Current Notification Manager state:\n {2}Notification List:\n {4}NotificationRecord\(0x/,
    );
    assert.ok(out.includes(`\n      key=${key}\n`), out);
    assert.ok(out.split('\n').includes(titleLine[release]), out);
    assert.match(out, /\n +\[0\] "Archive" -> PendingIntent\{/);
    assert.match(out, /tickerText=Ada: Engine plans\n/);
    const redacted = (await run('dumpsys notification')).out;
    const title = release === 14 ? 'android.title=String [length=3]' : 'android.title=String';
    assert.ok(
      redacted.split('\n').some((line) => line.trim() === title),
      redacted,
    );
  });
}

test("cmd notification has each release's commands", async (t) => {
  const nine = await phoneShell(t, { release: 9 });
  assert.equal((await nine.run('cmd notification post a b')).out, 'Unknown command: post\n');
  assert.equal((await nine.run('cmd notification snooze --for 1 k')).out, 'Unknown command: snooze\n');

  const { phone, run } = await phoneShell(t, { release: 12 });
  assert.match(
    (await run("cmd notification post -t 'A title' tag 'a text'")).out,
    /^posting:\n {2}Notification\(channel=/,
  );
  const key = (await run('cmd notification list')).out.trim();
  assert.match(key, /^0\|com\.android\.shell\|1138\|tag\|\d+$/);
  assert.match((await run(`cmd notification snooze --for 60000 '${key}'`)).out, /^snoozing </);
  assert.equal(phone.framework.notifications.list.length, 0);
  assert.match((await run('dumpsys notification')).out, /Snoozed notifications:\n {4}user: 0\n/);
});

test('a proto dump contains the keys with their lengths, for any text', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 9 });
  phone.framework.notifications.post({ ...MAIL, tag: 'two\nlines' });
  const { out } = await run('dumpsys notification --proto');
  assert.ok(out.includes('0|com.example.mail|7|two\nlines|'));
});
