import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drivenClock } from '../../src/framework/system/clock.ts';
import { phoneShell } from './phone-shell.ts';

const terminal = { rows: 24, columns: 80 };
const CALCULATOR = 'com.android.calculator2/.Calculator';

test('a dump is one line of nodes with 17 attributes in their order, in a file that only its owner may read', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.framework.start({ component: CALCULATOR });
  const { out, code } = await run('uiautomator dump /data/local/tmp/a.xml');
  assert.deepEqual([out, code], ['UI hierchary dumped to: /data/local/tmp/a.xml\n', 0]);
  assert.equal(phone.android.files.stat('/data/local/tmp/a.xml').mode, 0o600);
  const { out: xml } = await run('cat /data/local/tmp/a.xml');
  assert.match(
    xml,
    /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node index="0" /,
  );
  assert.ok(!xml.includes('\n'));
  const names =
    'index text resource-id class package content-desc checkable checked clickable enabled focusable focused scrollable long-clickable password selected bounds';
  for (const [node] of xml.matchAll(/<node [^>]*>/g)) {
    assert.equal([...node.matchAll(/ ([a-z-]+)=/g)].map(([, name]) => name).join(' '), names);
  }
});

test('/dev/tty shows the tree on a terminal only; the message follows on the same line', async (t) => {
  const { run } = await phoneShell(t);
  const { text } = await run('uiautomator dump /dev/tty', { terminal });
  assert.match(text, /<\/hierarchy>UI hierchary dumped to: \/dev\/tty\r\n$/);
  const raw = await run('uiautomator dump /dev/tty', { terminal, rawTerminal: true });
  assert.match(raw.text, /<\/hierarchy>UI hierchary dumped to: \/dev\/tty\n$/);
  assert.equal((await run('uiautomator dump /dev/tty')).text, 'UI hierchary dumped to: /dev/tty\n');
});

test('the success line is printed even if nothing could be written', async (t) => {
  const { run } = await phoneShell(t);
  for (const path of ['/system/x.xml', '/nosuch/x.xml', '/data/local/tmp']) {
    const { text, code } = await run(`uiautomator dump ${path}`);
    assert.deepEqual([text, code], [`UI hierchary dumped to: ${path}\n`, 0]);
  }
});

test('of two dumps at once the second is killed, and the first is not disturbed', async (t) => {
  const { run } = await phoneShell(t, { idleWaitMs: 100 });
  const { text } = await run(
    'uiautomator dump /sdcard/1.xml & sleep 0.02; uiautomator dump /sdcard/2.xml; echo rc=$?; wait',
  );
  assert.match(text, /Killed/);
  assert.match(text, /rc=137/);
  assert.match(text, /UI hierchary dumped to: \/sdcard\/1\.xml/);
  assert.equal((await run('ls /sdcard/2.xml')).code, 1);
});

test('dumps fail on demand, and each failure is reported as on a phone', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.faults.apply({ kind: 'dump', how: 'null-root', times: 2 });
  phone.faults.apply({ kind: 'dump', how: 'idle', times: 1 });
  phone.faults.apply({ kind: 'dump', how: 'killed', times: 1 });
  phone.faults.apply({ kind: 'dump', how: 'crash', times: 1 });
  const dump = () => run('uiautomator dump /sdcard/a.xml');
  const nullRoot = 'ERROR: null root node returned by UiTestAutomationBridge.\n';
  const told = [];
  for (let time = 0; time < 6; time++) {
    const { text, code } = await dump();
    told.push([text.trim(), code]);
  }
  assert.deepEqual(told, [
    [nullRoot.trim(), 0],
    [nullRoot.trim(), 0],
    ['ERROR: could not get idle state.', 0],
    ['', 137],
    ['', 137],
    ['UI hierchary dumped to: /sdcard/a.xml', 0],
  ]);
});

test('--windows lists every window since Android 11, topmost first, and is ignored before', async (t) => {
  for (const release of [12, 14] as const) {
    const { run } = await phoneShell(t, { release });
    const { text } = await run('uiautomator dump --windows /sdcard/a.xml; cat /sdcard/a.xml');
    assert.match(text, /<displays><display id="0"><window index="0" title="NavigationBar0" /);
    assert.match(
      text,
      /title="com.android.launcher3\/com.android.launcher3.Launcher"[^>]* focused="true"[^>]* type="TYPE_APPLICATION"><hierarchy/,
    );
  }
  const old = await phoneShell(t, { release: 9 });
  const plain = await old.run('uiautomator dump --windows /sdcard/a.xml; cat /sdcard/a.xml');
  assert.match(plain.text, /\?><hierarchy rotation="0"><node /);
});

test('characters that XML forbids become dots, double quotes lead to single ones, emoji become numbers', async (t) => {
  const { phone } = await phoneShell(t);
  phone.framework.start({ component: 'com.example.login/.LoginActivity' });
  const root = phone.framework
    .windows()
    .find((window) => window.active)
    ?.root();
  assert.ok(root);
  const { hierarchyXml } = await import('../../src/commands/uiautomator/hierarchy-xml.ts');
  const xml = hierarchyXml(
    { ...root, children: [], text: 'a\u0001b\n<&> "q" it\'s 😀' },
    { rotation: 0, screen: phone.framework.display.bounds },
  );
  assert.ok(xml.includes(`text='a.b&#10;&lt;&amp;&gt; "q" it&apos;s &#128512;'`), xml);
});

test('a screen that never rests cannot be dumped: after ten seconds the phone gives up', async (t) => {
  const clock = drivenClock();
  const { phone, run } = await phoneShell(t, { clock, idleWaitMs: 1000 });
  phone.faults.apply({ kind: 'never-idle' });
  const started = clock.now();
  const running = run('uiautomator dump');
  const ticking = setInterval(() => {
    clock.advance(500);
  });
  const { err, code } = await running;
  clearInterval(ticking);
  assert.deepEqual([err, code], ['ERROR: could not get idle state.\n', 0]);
  assert.ok(clock.now() - started >= 10_000);
});

test('an app that hangs takes no touch, and after a while the phone says so', async (t) => {
  const clock = drivenClock();
  const { phone, run } = await phoneShell(t, { clock });
  phone.framework.start({ component: CALCULATOR });
  phone.faults.apply({ kind: 'hang', package: 'com.android.calculator2' });
  await run('input tap 500 1500');
  clock.advance(5000);
  const { out } = await run('dumpsys window displays | grep mCurrentFocus');
  assert.match(out, /Application Not Responding: com\.android\.calculator2/);
});
