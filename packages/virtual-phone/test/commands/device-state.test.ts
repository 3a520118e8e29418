import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';

const out = (ran: { out: string }) => ran.out.trim();

test('dark theme: cmd uimode night switches it, settings put only at the next start; Android 9 draws no dark theme', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 12 });
  await run('am start -W -n com.android.settings/.Settings');
  const brightness = ({ framework }: typeof phone) =>
    framework.screenshot().rgba[4 * (1080 * 1200 + 1070)] ?? 0;
  assert.ok(brightness(phone) > 200, 'the picture is light');
  assert.equal(out(await run('cmd uimode night')), 'Night mode: no');
  await run('settings put secure ui_night_mode 2');
  assert.equal(phone.framework.configuration.night, false);
  assert.equal(out(await run('cmd uimode night yes')), 'Night mode: yes');
  assert.match((await run('dumpsys window windows')).out, /mGlobalConfiguration=\{1\.0 .* night /);
  assert.ok(brightness(phone) < 100, 'the picture is dark');
  const { code, err } = await run('cmd uimode night perhaps');
  assert.deepEqual([code, err], [255, "Error: mode must be 'yes', 'no', or 'auto'\n"]);

  const nine = await phoneShell(t, { release: 9 });
  assert.equal(out(await nine.run('cmd uimode night yes')), 'Night mode: yes');
  assert.match((await nine.run('dumpsys window windows')).out, /mGlobalConfiguration=\{1\.0 .* night /);
  await nine.run('am start -W -n com.android.settings/.Settings');
  assert.ok(brightness(nine.phone) > 200, 'Android 9 has no dark theme that follows the night mode');
  const five = await phoneShell(t, { release: 5 });
  assert.match((await five.run('cmd uimode night yes')).text, /cmd: not found/);
});

test('airplane mode: a command from Android 9 on; the broadcast is the system’s own since 7', async (t) => {
  const { phone, run } = await phoneShell(t);
  const status = () =>
    phone.framework
      .windows()
      .find(({ kind }) => kind === 'statusBar')
      ?.root()
      ?.children.map(({ description }) => description);
  await run('cmd connectivity airplane-mode enable');
  assert.equal(out(await run('cmd connectivity airplane-mode')), 'enabled');
  assert.equal(out(await run('settings get global wifi_on')), '3');
  assert.match((await run('dumpsys connectivity')).out, /^Active default network: none$/m);
  assert.ok(status()?.includes('Airplane mode.'));
  assert.ok(!status()?.includes('Wifi three bars.'));
  await run('svc wifi enable');
  assert.equal(out(await run('settings get global wifi_on')), '2');
  assert.ok(status()?.includes('Wifi three bars.'));
  await run('cmd connectivity airplane-mode disable; svc wifi disable');
  assert.ok(status()?.includes('LTE'));

  const nine = await phoneShell(t, { release: 9 });
  await nine.run('cmd connectivity airplane-mode enable');
  assert.equal(out(await nine.run('settings get global wifi_on')), '3');
  const sent = await nine.run('am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true');
  assert.equal(sent.code, 255);
  assert.match(
    sent.err,
    /SecurityException: Permission Denial: not allowed to send broadcast android\.intent/,
  );

  const five = await phoneShell(t, { release: 5 });
  await five.run('settings put global airplane_mode_on 1');
  assert.equal(out(await five.run('settings get global wifi_on')), '1');
  const heard = await five.run('am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true');
  assert.match(heard.out, /Broadcast completed: result=0/);
  assert.equal(out(await five.run('settings get global wifi_on')), '3');
});

test('the default network is shown as each release shows it', async (t) => {
  const agents = [
    [5, / NetworkAgentInfo\{ ni\{\[type: WIFI\[\], state: CONNECTED\/CONNECTED, .* network\{100\}  lp\{/],
    [9, / NetworkAgentInfo\{ ni\{\[type: WIFI\[\], .*\}  network\{100\}  nethandle\{/],
    [12, / NetworkAgentInfo\{network\{100\}  handle\{\d+\}  ni\{WIFI CONNECTED extra: "/],
    [14, / NetworkAgentInfo\{network\{100\}  handle\{\d+\}  ni\{WIFI CONNECTED extra: \}/],
  ] as const;
  for (const [release, agent] of agents) {
    const { run } = await phoneShell(t, { release });
    assert.match((await run('dumpsys connectivity')).out, agent, `Android ${release}`);
  }
});

test('volumes: Android 5 shows those of outputs, later ones that of the stream', async (t) => {
  const five = await phoneShell(t, { release: 5 });
  assert.match(
    (await five.run('dumpsys audio')).out,
    /- STREAM_MUSIC:\n   Mute count: 0\n   Max: 15\n   Current: 2 \(speaker\): 5/,
  );
  const { run } = await phoneShell(t);
  assert.match((await run('dumpsys audio')).out, /- STREAM_MUSIC:\n(   .*\n)*?   streamVolume:5\n/);
  assert.match((await run('dumpsys audio')).out, /- mode \(external\) = NORMAL/);
});

test('font scale: the setting alone makes texts larger since Android 7, before only at the next start', async (t) => {
  const heights = new Map<number, readonly number[]>();
  for (const release of [5, 9] as const) {
    const { phone, run } = await phoneShell(t, { release });
    await run('am start -W -n com.android.settings/.Settings');
    const height = () => {
      const titles = phone.framework.windows().flatMap((window) => flat(window.root()));
      const { bounds } = titles.find(({ text }) => text === 'Network & internet') ?? assert.fail('no row');
      return bounds.bottom - bounds.top;
    };
    const before = height();
    await run('settings put system font_scale 1.5');
    heights.set(release, [before, height()]);
  }
  const [small = 0, still = 0] = heights.get(5) ?? [];
  assert.equal(still, small);
  const [before = 0, after = 0] = heights.get(9) ?? [];
  assert.ok(after > before * 1.3, `${before} grew to ${after}`);
});

type Nodes = ReturnType<
  ReturnType<Awaited<ReturnType<typeof phoneShell>>['phone']['framework']['windows']>[number]['root']
>;

function flat(node: Nodes): readonly NonNullable<Nodes>[] {
  return node === null ? [] : [node, ...node.children.flatMap(flat)];
}

test('languages: the setting waits for the next start; Arabic is mirrored, Japanese is not', async (t) => {
  const { phone, run } = await phoneShell(t);
  const shown = (text: string) =>
    phone.framework
      .windows()
      .flatMap((window) => flat(window.root()))
      .find((node) => node.text === text);
  await run('settings put system system_locales ar-EG');
  assert.equal(out(await run('getprop persist.sys.locale')), 'en-US');
  await run('am start -W -n com.android.settings/.Settings');
  const english = shown('Display')?.bounds ?? assert.fail('not English');

  phone.framework.configuration.update({ locales: ['ar-EG', 'en-US'] });
  assert.equal(out(await run('getprop persist.sys.locale')), 'ar-EG');
  const arabic = shown('الشاشة')?.bounds ?? assert.fail('not Arabic');
  const { width } = phone.framework.display.size;
  assert.ok(english.left < width / 2 && arabic.right > width / 2);
  assert.equal(width - arabic.right, english.left, 'mirrored');
  assert.match(
    (await run('dumpsys window windows')).out,
    /mGlobalConfiguration=\{1\.0 \?mcc\?mnc \[ar_EG,en_US\] ldrtl /,
  );

  phone.framework.configuration.update({ locales: ['ja-JP'] });
  assert.equal(shown('ディスプレイ')?.bounds.left, english.left);
  assert.ok(shown('明るさ 50%、縦向き'), 'a text with a number');
  phone.framework.expandQuickSettings();
  assert.ok(
    phone.framework
      .windows()
      .flatMap((window) => flat(window.root()))
      .some(({ description }) => description === '機内モード、OFF'),
  );
});

test('a touch in a mirrored list reaches the row that is drawn there', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.framework.configuration.update({ locales: ['ar-EG'] });
  await run('am start -W -n com.android.settings/.Settings');
  const find = (wanted: string) =>
    phone.framework
      .windows()
      .flatMap((window) => flat(window.root()))
      .find(({ text }) => text === wanted);
  const { left, right, top, bottom } = find('الشبكة والإنترنت')?.bounds ?? assert.fail('no row');
  assert.equal(find('بيانات الجوّال'), undefined);
  await run(`input tap ${(left + right) / 2} ${(top + bottom) / 2}`);
  for (let tries = 0; tries < 50 && !find('بيانات الجوّال'); tries++) await run('sleep 0.1');
  assert.ok(find('بيانات الجوّال'));
});
