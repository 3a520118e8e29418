import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activity, apps, defineApp, type AndroidRelease } from '../../src/index.ts';
import { phoneShell, type PhoneShell } from './phone-shell.ts';

const VIEW = 'am start -a android.intent.action.VIEW -d';
const RESOLVER = 'android/com.android.internal.app.ResolverActivity';

function front({ phone }: PhoneShell): string {
  const { package: name = '', short = '' } = phone.framework.resumedActivity() ?? {};
  return `${name}/${short}`;
}

async function shows(shell: PhoneShell): Promise<string> {
  return (await shell.run('uiautomator dump /sdcard/d.xml >/dev/null; cat /sdcard/d.xml')).out;
}

async function tap(shell: PhoneShell, text: string): Promise<void> {
  const dump = await shows(shell);
  const bounds = new RegExp(`text="${text}"[^>]*bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]"`).exec(dump);
  assert.ok(bounds, `${text} in ${dump}`);
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds.slice(1).map(Number);
  await shell.run(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
}

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: for a text that two apps accept, a dialog asks: once or always`, async (t) => {
    const shell = await phoneShell(t, { release });
    const share =
      "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'Buy milk'";
    assert.match(
      (await shell.run(share)).text,
      /^Starting: Intent \{ act=android.intent.action.SEND typ=text\/plain \(has extras\) \}\n$/,
    );
    assert.equal(front(shell), RESOLVER);
    assert.match(await shows(shell), /text="Share with" resource-id="android:id\/title"/);
    assert.match(await shows(shell), /resource-id="android:id\/button_once"[^>]*enabled="false"/);
    await tap(shell, 'Notes');
    await tap(shell, 'Just once');
    // The dump waits until the activity that takes the text has passed it on.
    assert.match(await shows(shell), /text="Buy milk"/);
    assert.equal(front(shell), 'com.example.notes/.NoteEditActivity');
    await shell.run(share);
    assert.equal(front(shell), RESOLVER);
    await tap(shell, 'Messages');
    await tap(shell, 'Always');
    assert.equal(front(shell), 'com.android.messaging/.ui.conversationlist.ShareIntentActivity');
    await shell.run('input keyevent HOME');
    await shell.run(share);
    assert.equal(front(shell), 'com.android.messaging/.ui.conversationlist.ShareIntentActivity');
  });

  test(`Android ${release}: a web address that an app wants, too`, async (t) => {
    const shell = await phoneShell(t, { release });
    await shell.run(`${VIEW} https://almanac.example/river`);
    assert.equal(front(shell), 'com.example.reader/.BrowserActivity');
    assert.match(await shows(shell), /The river and its bridges/);
    await shell.run(`${VIEW} https://maps.example/x`);
    // Since 12 an app opens a web address only if its site confirms it.
    assert.equal(front(shell), release >= 12 ? 'com.example.reader/.BrowserActivity' : RESOLVER);
    await shell.run(`${VIEW} https://maps.example/x -p com.example.maps`);
    assert.equal(front(shell), 'com.example.maps/.MapActivity');
    const { text, code } = await shell.run(`${VIEW} HTTPS://almanac.example/`);
    assert.match(text, /unable to resolve Intent/, 'Android compares schemes exactly');
    assert.equal(code, release < 12 ? 0 : 1);
  });
}

test('apps take geo, sms and tel addresses, and show their content', async (t) => {
  const shell = await phoneShell(t);
  await shell.run(`${VIEW} 'geo:0,0?q=Fern%20Park'`);
  assert.match(await shows(shell), /com\.example\.maps[\s\S]*text="Fern Park"/);
  await shell.run(`${VIEW} 'sms:555-0101?body=On%20my%20way'`);
  assert.equal(front(shell), 'com.android.messaging/.ui.conversation.ConversationActivity');
  assert.match(await shows(shell), /text="On my way"/);
  const called = await shell.run(`${VIEW} tel:555-1234`);
  assert.equal(called.out, 'Starting: Intent { act=android.intent.action.VIEW dat=tel:xxx-xxxx }\n');
  assert.match(await shows(shell), /text="555-1234"[^>]*resource-id="com.android.contacts:id\/digits"/);
  for (const unhandled of ['mailto:a@b.c', 'market://details?id=a.b'])
    assert.match((await shell.run(`${VIEW} '${unhandled}'`)).text, /unable to resolve Intent/);
});

test('the package manager lists the matching activities, and the chooser if it would ask', async (t) => {
  const shell = await phoneShell(t, { release: 9 });
  const intent = '-a android.intent.action.VIEW -d https://maps.example/';
  assert.match(
    (await shell.run(`cmd package resolve-activity --brief ${intent}`)).out,
    new RegExp(`\\n${RESOLVER}\\n$`),
  );
  const { out } = await shell.run(`cmd package query-activities --brief ${intent}`);
  assert.deepEqual(out.match(/^ {2}\S+\/\S+$/gm), [
    '  com.example.maps/.MapActivity',
    '  com.example.reader/.BrowserActivity',
  ]);
  assert.equal(
    (await shell.run('cmd package resolve-activity --brief -a no.SUCH')).out,
    'No activity found\n',
  );
});

test("components that are not exported, and broadcasts of the system, are refused in each release's words", async (t) => {
  for (const [release, code, heading] of [
    [5, 1, ''],
    [9, 255, '\nException occurred while executing:\n'],
    [14, 255, "\nException occurred while executing 'start':\n"],
  ] as const satisfies readonly (readonly [AndroidRelease, number, string])[]) {
    const shell = await phoneShell(t, { release });
    const refused = await shell.run('am start -n com.example.notes/.NoteEditActivity');
    assert.equal(refused.code, code);
    assert.ok(
      refused.err.startsWith(`${heading}java.lang.SecurityException: Permission Denial: starting Intent {`),
      refused.err,
    );
    assert.match(refused.err, / not exported from uid 10\d+\n/);
    const boot = await shell.run('am broadcast -a android.intent.action.BOOT_COMPLETED');
    if (release === 5) assert.match(boot.text, /Broadcast completed: result=0/);
    else
      assert.match(boot.err, /SecurityException: Permission Denial: not allowed to send broadcast android/);
  }
});

const heard: unknown[] = [];
const listener = defineApp({
  package: 'test.listener',
  label: 'Listener',
  icon: { glyph: 'L', color: '#000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity({ initial: () => ({}), render: () => ({ content: { type: 'column', children: [] } }) }),
  },
  services: { '.Open': { onStart: ({ extras }) => heard.push(extras) > 0 }, '.Private': { exported: false } },
  receivers: [{ name: '.Receiver', actions: [], receive: () => ({ code: -1, data: 'done' }) }],
});

test('a service starts with the extras by their types, unless its app is in the background', async (t) => {
  const { run } = await phoneShell(t, { apps: [...apps, listener] });
  const start = 'am startservice -n test.listener/.Open';
  const idle = await run(start);
  assert.deepEqual([idle.err, idle.code], ['Error: app is in background uid null\n', 255]);
  await run('am start -n test.listener/.Main');
  const extras =
    "--es s 'a b' --esn n --ez z true --ei i -5 --el l 5000000000 --ef f 1.5 --eu u https://x --ecn c a.b/.C --esa sa a,b\\\\,c --eia ia 1,2 --efa fa 1.5,2";
  assert.equal((await run(`${start} ${extras}`)).code, 0);
  assert.deepEqual(heard.pop(), {
    ...{ s: 'a b', n: null, z: true, i: -5, l: 5_000_000_000, f: 1.5, u: 'https://x', c: 'a.b/.C' },
    ...{ sa: ['a', 'b\\,c'], ia: [1, 2], fa: [1.5, 2] },
  });
  assert.match(
    (await run(`${start} --ei i 5000000000`)).err,
    /NumberFormatException: For input string: "5000000000"/,
  );
  assert.match((await run(`${start} -f 0x90000000`)).err, /NumberFormatException/);
  assert.equal((await run(`${start} -f -1879048192`)).code, 0);
  assert.match(
    (await run('am startservice -n test.listener/.Private')).err,
    /^Error: Requires permission not exported from uid 10\d+\n$/,
  );
  assert.match(
    (await run('am startservice -n test.listener/.None')).err,
    /^Error: Not found; no service started\.\n$/,
  );
  assert.match(
    (await run('am broadcast -n test.listener/.Receiver')).out,
    /Broadcast completed: result=-1, data="done"\n$/,
  );
});
