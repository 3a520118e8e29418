import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import { reportText, type Report } from '@handeye/android/selftest/report';
import { defaultToolsets } from '@handeye/core/tools/frame/defaults';
import { toolsets } from '@handeye/core/tools/toolsets';
import { LONG_RUN } from '@handeye/testing/long';
import { eventually } from '@handeye/testing/attached';
import { onPhone, type OnPhone } from './on-phone.ts';

/** The state of the user's phone that must not change: nothing toggled, nothing left open, nothing lost. */
const STATE = [
  'for table in system secure global; do settings list $table; done',
  'dumpsys activity activities | grep -o "ResumedActivity.*\\|mFocusedActivity.*" | grep -o "[a-z.0-9]*/[^ }]*" | head -1',
].join('; ');

const allTools = defaultToolsets.flatMap((name) => toolsets[name]).map(({ name }) => name);

/** The companion's protocol, except for the cancellation of a request, which is a frame of its own. */
const requests = [
  ...['ping', 'display', 'look', 'settle', 'events', 'labels', 'wake', 'act', 'key', 'touch', 'text', 'quit'],
  ...['setting.get', 'setting.put', 'rotate', 'clipboard.get', 'clipboard.set', 'cancel', 'global home'],
];

async function reportOf({ folder }: OnPhone): Promise<Report> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report; // what we wrote
}

/** The outcome of each check on each tier: `companion tap` is `ok`. */
function outcomes({ trials }: Report): Map<string, string> {
  return new Map(trials.map(({ tier, check, outcome }) => [`${tier} ${check}`, outcome]));
}

const CLIPBOARD = 'the number of my bank account';

/** Every text and description that a look finds on the screen. */
async function textsOn(on: OnPhone): Promise<string[]> {
  const dump = await on.shell('uiautomator dump /data/local/tmp/x.xml >/dev/null; cat /data/local/tmp/x.xml');
  const texts = [...dump.matchAll(/ (?:text|content-desc)="([^"]+)"/g)].map(([, text = '']) => text);
  // Our own name for the app that the test uses.
  return texts.map((text) => text.replaceAll('&amp;', '&')).filter((text) => text !== 'Settings');
}

const run = (on: OnPhone, ...more: string[]) =>
  on.handeye('selftest', 'android', '--yes', '--report', join(on.folder, 'report.json'), ...more);

describe('handeye selftest android', { concurrency: 4 }, () => {
  const both = ['companion', 'plain'];
  const noClipboard = ['plain get_clipboard', 'plain set_clipboard'];
  const expected: readonly {
    release: AndroidRelease;
    tiers: readonly string[];
    skipped: readonly string[];
  }[] = [
    { release: 14, tiers: both, skipped: noClipboard },
    { release: 12, tiers: LONG_RUN ? both : ['companion'], skipped: LONG_RUN ? noClipboard : [] },
    { release: 9, tiers: LONG_RUN ? both : ['plain'], skipped: noClipboard },
    {
      release: 5,
      tiers: both,
      skipped: [...noClipboard, 'plain custom_gesture', 'plain pinch'],
    },
  ];
  for (const { release, tiers, skipped } of expected) {
    test(`every tool works on Android ${release} (${tiers.join(', ')}), and the phone is as it was`, async (t) => {
      const on = await onPhone(t, { release, idleWaitMs: 50 });
      await on.shell('am start -W -n com.android.calculator2/.Calculator');
      on.phone.framework.clipboard.text = CLIPBOARD;
      const before = await on.shell(STATE);
      const { code, out, err } = await run(on, ...(tiers.length === 1 ? ['--tier', ...tiers] : []));
      assert.equal(code, 0, `${out}\n${err}`);
      const made = outcomes(await reportOf(on));
      for (const tier of tiers)
        for (const tool of allTools) assert.ok(made.has(`${tier} ${tool}`), `${tier} ${tool}`);
      if (tiers.includes('companion'))
        for (const request of requests) assert.equal(made.get(`requests ${request}`), 'ok', request);
      const left = [...made].filter(([, outcome]) => outcome === 'skipped').map(([check]) => check);
      assert.deepEqual(left.toSorted(), skipped.toSorted());
      assert.match(out, /^Everything that was tried works/m);
      // The app that was in front is opened last, and may still be coming.
      let after = '';
      await eventually(
        async () => (after = await on.shell(STATE)) === before,
        'the phone is as it was',
      ).catch(() => undefined);
      assert.equal(after, before);
      assert.equal(on.phone.framework.clipboard.text, CLIPBOARD);
    });
  }

  test('the report holds no text of the screen, no clipboard and no serial number', async (t) => {
    const on = await onPhone(t, { release: 14, idleWaitMs: 50, faults: [{ kind: 'inject-denied' }] });
    on.phone.framework.clipboard.text = CLIPBOARD;
    const serial = await on.shell('getprop ro.serialno');
    await on.shell('input keyevent HOME');
    const texts = await textsOn(on);
    await on.shell('am start -W -a android.settings.SETTINGS');
    texts.push(...(await textsOn(on)));
    assert.ok(texts.includes('Network & internet') && texts.includes('Calculator'), texts.join());
    await run(on, '--tier', 'companion');
    const report = await reportOf(on);
    for (const file of ['report.json', 'report.md']) {
      const written = reportText(report, file);
      for (const text of [...texts, CLIPBOARD, serial, on.phone.serial, String(on.phone.port)])
        assert.ok(text === '' || !written.includes(text), `${file}: ${text}`);
      assert.match(written, /Aaaaaaa & aaaaaaaa/, 'but their shapes');
      assert.match(written, /com\.android\.settings:id\/recycler_view/);
      assert.match(written, /INJECT_EVENTS/, 'and why something failed');
    }
  });

  test('a companion that does not start is a failure with the reason; plain ADB is tried', async (t) => {
    const on = await onPhone(t, {
      release: 14,
      idleWaitMs: 50,
      faults: [{ kind: 'companion-refuses' }],
    });
    const { code, out } = await run(on);
    assert.equal(code, 1);
    assert.match(out, /^companion +failed +get_screen_state .*The phone ended the companion without a word/m);
    assert.match(out, /^companion +skipped +tap .*get_screen_state failed/m);
    assert.match(out, /^requests +failed +start /m);
    const made = outcomes(await reportOf(on));
    assert.equal(made.get('plain tap'), 'ok');
    assert.match(out, /^Failed: 2 /m);
  });

  test('where the phone forbids input, everything that injects it fails and says which switch to turn', async (t) => {
    const on = await onPhone(t, { release: 14, idleWaitMs: 50, faults: [{ kind: 'inject-denied' }] });
    const { code, out } = await run(on, '--tier', 'companion');
    assert.equal(code, 1);
    const made = outcomes(await reportOf(on));
    for (const tool of ['tap', 'swipe', 'long_press', 'double_tap', 'pinch', 'custom_gesture'])
      assert.equal(made.get(`companion ${tool}`), 'failed', tool);
    for (const tool of ['click_element', 'set_text', 'press_back', 'set_clipboard'])
      assert.equal(made.get(`companion ${tool}`), 'ok', tool);
    assert.equal(made.get('requests key'), 'failed');
    assert.match(out, /^companion +failed +tap .*USB debugging \(Security settings\)/m);
    assert.ok(
      ![...made.keys()].some((check) => check.startsWith('plain')),
      'only the tier that was asked for',
    );
  });

  test('without a terminal it needs --yes, and nothing is done without it', async (t) => {
    const on = await onPhone(t, { release: 14 });
    const { code, err } = await on.handeye('selftest', 'android');
    assert.equal(code, 2);
    assert.match(err, /add --yes/);
    assert.equal(on.phone.framework.resumedActivity()?.package, 'com.android.launcher3');
  });
});
