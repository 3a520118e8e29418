import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import { eventually } from '@handeye/testing/attached';
import type { Tier } from './house.ts';
import { phoneTools, type PhoneTools } from './phone-tools.ts';

const CALCULATOR = 'com.android.calculator2';

/** Events beside the target are reported with the action: dialogs about applications, notifications. */

/** Touches an empty place, and returns the events in the answer. */
async function told({ observed }: PhoneTools): Promise<string> {
  const { content } = await observed('tap', { x: 5, y: 500 });
  const [, second] = content;
  assert.equal(second?.type, 'text', JSON.stringify(content));
  return second.text;
}

/** Registers a test for each tier on a release. */
function onTiersOf(
  release: AndroidRelease,
  sentence: string,
  body: (t: TestContext, tier: Tier) => Promise<void>,
): void {
  for (const tier of ['plain', 'companion'] as const)
    test(`Android ${release}, ${tier}: ${sentence}`, (t) => body(t, tier));
}

const linesOf = (text: string) => text.split('\n');

// At once: nearly all of the time is spent waiting for the phone.
describe('what happens on the phone', { concurrency: 4 }, () => {
  for (const release of [5, 9, 12, 14] as const) {
    onTiersOf(release, "a crash is told once, in the dialog's words and with its reason", async (t, tier) => {
      const tools = await phoneTools(t, { tier, release });
      const { framework } = tools.phone;
      framework.settings.put('global', 'show_first_crash_dialog', '1');
      await tools.open(`${CALCULATOR}/.Calculator`);
      await tools.text('get_screen_state');
      for (let times = 0; times < 2; times += 1) {
        // An app that does not run cannot crash; and Android 5 has no command for it.
        if (times > 0) await tools.open(`${CALCULATOR}/.Calculator`);
        if (release === 5) framework.crash(CALCULATOR, new Error('for the test'));
        else await tools.phone.android.spawn(`am crash ${CALCULATOR}`).exit;
      }
      const line =
        release === 5
          ? 'crash: Unfortunately, Calculator has stopped: '
          : 'crash: Calculator keeps stopping: ';
      const first = linesOf(await told(tools));
      assert.equal(first.filter((one) => one.startsWith('crash: ')).length, 1, first.join('\n'));
      assert.ok(
        first.some((one) => one.startsWith(line)),
        first.join('\n'),
      );
      assert.doesNotMatch(await told(tools), /^crash: /m);
    });
  }

  for (const release of [5, 14] as const) {
    onTiersOf(release, 'an application that does not respond is told', async (t, tier) => {
      const tools = await phoneTools(t, { tier, release });
      const { framework } = tools.phone;
      await tools.open(`${CALCULATOR}/.Calculator`);
      await tools.text('get_screen_state');
      framework.faults.notResponding.add(CALCULATOR);
      await tools.phone.android.spawn('input tap 200 400').exit;
      await eventually(
        () => framework.focusedWindow()?.title.startsWith('Application Not Responding') === true,
        'the dialog',
      );
      assert.match(await told(tools), /^not responding: Calculator isn't responding/m);
    });
  }

  describe('with the companion', () => {
    for (const release of [5, 14] as const) {
      test(`Android ${release}: a new notification is told once, with its application`, async (t) => {
        const tools = await phoneTools(t, { tier: 'companion', release });
        await tools.text('get_screen_state');
        const { framework } = tools.phone;
        const post = (title: string, text: string) => {
          const time = framework.clock.now();
          framework.notifications.post({ id: 7, package: 'com.example.mail', title, text, time });
        };
        post('Ada', 'Lunch at noon?');
        assert.match(await told(tools), /^notification: com\.example\.mail: Ada: Lunch at noon\?$/m);
        assert.doesNotMatch(await told(tools), /^notification/m);
        post('Download', '10 %');
        assert.match(await told(tools), /^notification: com\.example\.mail: Download: 10 %$/m);
        post('Download', '20 %');
        assert.doesNotMatch(await told(tools), /^notification/m);
      });
    }

    test('of many notifications the newest are told, and how many there were', async (t) => {
      const tools = await phoneTools(t, { tier: 'companion' });
      await tools.text('get_screen_state');
      const { framework } = tools.phone;
      for (let id = 1; id <= 40; id += 1) {
        const time = framework.clock.now();
        framework.notifications.post({
          id,
          package: 'com.example.mail',
          title: 'Mail',
          text: `No. ${id}`,
          time,
        });
      }
      const lines = linesOf(await told(tools)).filter((line) => line.startsWith('notification: '));
      assert.equal(lines.length, 6, lines.join('\n'));
      assert.ok(lines.includes('notification: com.example.mail: Mail: No. 40'));
      assert.equal(lines.at(-1), 'notification: and 35 more before');
    });

    test('a notification that the shell posts is told, and cannot forge a line', async (t) => {
      const tools = await phoneTools(t, { tier: 'companion' });
      await tools.text('get_screen_state');
      const command = `cmd notification post -t Alarm tag "$(printf 'a\\ncrash: b')"`;
      await tools.phone.android.spawn(command).exit;
      const text = await told(tools);
      assert.match(text, /^notification: com\.android\.shell: Alarm: a/m);
      assert.doesNotMatch(text, /^crash/m);
    });
  });
});
