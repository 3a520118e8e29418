import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { callers } from '@handeye/testing/tools';
import { activity, defineApp } from '../../../packages/virtual-phone/src/framework/system/app.ts';
import { text } from '../../../packages/virtual-phone/src/framework/widgets/kit.ts';
import { screen } from '../../../packages/virtual-phone/src/framework/widgets/screen.ts';
import { tinyApk } from '../../../packages/virtual-phone/test/commands/tiny-apk.ts';
import { type Agent, house, onEachRelease, onEachTier, type Tier } from './house.ts';

/** Only the companion reads visible names; plain ADB uses the last part of a package. */
const named = (tier: Tier, label: string, last: string) => (tier === 'companion' ? label : last);

async function clickText(agent: Agent, text: string): Promise<void> {
  await agent.does('wait_for_element', { by: 'text', value: text, timeout: 15_000 });
  const line = (await agent.state()).split('\n').find((one) => one.includes(text));
  const [, id] = /^\s*(\d+) /.exec(line ?? '') ?? [];
  await agent.does('click_element', { element_id: id });
}

/** An app that opens another one at once, as one that asks for a permission does. */
const trampoline = defineApp({
  package: 'org.example.asks',
  label: 'Asks first',
  icon: { glyph: '?', color: '#000000' },
  main: '.Main',
  data: () => undefined,
  activities: {
    '.Main': activity({
      initial: () => ({}),
      render: () => screen('Asks', [text('Asking')]),
      onResume: (self) => {
        self.start({ component: 'com.android.settings/.Settings' });
      },
    }),
  },
});

// At once: nearly all of the time is spent waiting for the phone.
describe('apps', { concurrency: 4 }, () => {
  onEachRelease(
    0,
    'an app is opened by its name, and comes back as it was left',
    async (t, { release, tier }) => {
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      const front = () => phone.framework.resumedActivity();
      assert.equal(
        await agent.does('open_app', { app: 'Contacts' }),
        'Opened Contacts (com.android.contacts)',
      );
      assert.equal(front()?.package, 'com.android.contacts');
      await clickText(agent, 'Ada Allen');
      await agent.does('wait_for_idle', { timeout: 15_000 });
      const inside = front()?.full;
      await agent.does('open_app', { app: 'com.android.settings' });
      assert.equal(front()?.package, 'com.android.settings');
      const name = named(tier, 'Contacts', 'contacts');
      assert.equal(
        await agent.does('open_app', { app: 'com.android.contacts' }),
        `Opened ${name} (com.android.contacts)`,
      );
      assert.equal(front()?.full, inside, `Android ${release}`);
      // A part of a name, and one of several words of a package.
      await agent.does('open_app', { app: 'CLOCK' });
      assert.equal(front()?.package, 'com.android.deskclock');
      await agent.does('open_app', { app: 'android calculator' });
      assert.equal(front()?.package, 'com.android.calculator2');
    },
  );

  onEachTier('an unknown app names the closest, and a vague one all that fit', async (t, tier) => {
    const { agent, phone } = await house(t, { tier, screen: 'lean' });
    const before = phone.framework.resumedActivity()?.package;
    assert.match(
      await agent.fails('open_app', { app: 'Contatcs' }, 'element_not_found'),
      /^No app is called 'Contatcs'\. The closest: [Cc]ontacts \(com\.android\.contacts\)\./,
    );
    assert.match(
      await agent.fails('open_app', { app: 'com.' }, 'element_not_found'),
      /^'com\.' fits \d+ apps: .*[Cc]alculator2? \(com\.android\.calculator2\).*Pass the exact name or the id in brackets\.$/,
    );
    assert.match(
      await agent.fails('open_app', { app: 'com.android.shell' }, 'action_failed'),
      /^com\.android\.shell is installed but has no icon/,
    );
    await agent.fails('open_app', { app: ' ' }, 'element_not_found');
    await agent.fails('open_app', { app: '' }, 'invalid_params');
    assert.equal(phone.framework.resumedActivity()?.package, before);
  });

  onEachRelease(
    1,
    'an activity of an app is opened by its name, one that it has not is an error',
    async (t, { release, tier }) => {
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      for (const activity of ['.Calculator', 'com.android.calculator2/.Calculator', 'Calculator']) {
        await agent.does('press_home');
        await agent.does('open_app', { app: 'calculator', activity });
        assert.equal(phone.framework.resumedActivity()?.full, 'com.android.calculator2.Calculator');
      }
      const asked = (activity: string) => ({ app: 'calculator', activity });
      assert.match(
        await agent.fails('open_app', asked('.NoSuch'), 'element_not_found'),
        /^com\.android\.calculator2 has no activity '\.NoSuch'\. Leave activity out/,
      );
      for (const wrong of ['com.android.settings/.Settings', '.A; reboot', '$(id)', '-S', 'a b'])
        await agent.fails('open_app', asked(wrong), 'invalid_params');
    },
  );

  onEachRelease(
    0,
    'list_apps lists what has an icon, within the budget, with versions',
    async (t, { release, tier }) => {
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      const lines = (await agent.does('list_apps')).split('\n');
      const apps = lines.filter((line) => !line.startsWith('note: '));
      const icons = phone.framework.apps.filter(({ hidden }) => hidden !== true);
      assert.deepEqual(
        apps.map((line) => line.split('  ')[1]).sort(),
        icons.map((app) => app.package).sort(),
        `Android ${release}`,
      );
      const name = named(tier, 'Calculator', 'calculator2');
      const version = phone.framework.apps.find((one) => one.package === 'com.android.calculator2')?.version;
      assert.ok(apps.includes(`${name}  com.android.calculator2  ${version ?? release}`), apps.join('\n'));
      assert.equal(lines.length - apps.length, tier === 'companion' ? 0 : 1);
      if (tier !== 'companion')
        assert.match(lines[0] ?? '', /^note: Plain ADB does not tell the visible names/);
      const all = await agent.does('list_apps', { filter: 'all' });
      assert.match(all, /  com\.android\.providers\.settings  /);
      assert.doesNotMatch(await agent.does('list_apps', { filter: 'user' }), /com\.android\./);
      assert.match(await agent.does('list_apps', { filter: 'system' }), /com\.android\.shell/);
      assert.equal(await agent.does('list_apps', { name_query: 'no such' }), 'no app matches');
      assert.match(
        await agent.does('list_apps', { name_query: 'CALC' }),
        new RegExp(`^(note: .*\n)?${name}  com\\.android\\.calculator2  \\S+$`),
      );
    },
  );

  onEachRelease(
    1,
    'an app that is installed, updated or removed meanwhile is known at once',
    async (t, { release, tier }) => {
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      await agent.does('list_apps');
      const install = async (version: string, label: string) => {
        const apk = tinyApk({ package: 'org.example.plants', versionName: version, label });
        phone.android.files.write('/data/local/tmp/new.apk', apk);
        assert.equal(await phone.android.spawn('pm install -r /data/local/tmp/new.apk').exit, 0);
      };
      await install('1.0', 'Garden');
      const first = named(tier, 'Garden', 'plants');
      assert.match(
        await agent.does('list_apps', { filter: 'user' }),
        new RegExp(`^${first}  org\\.example\\.plants  1\\.0$`, 'm'),
      );
      assert.match(await agent.does('open_app', { app: first }), /^Opened \w+ \(org\.example\.plants\)$/);
      await install('1.1', 'Park');
      const second = named(tier, 'Park', 'plants');
      assert.match(
        await agent.does('list_apps', { filter: 'user' }),
        new RegExp(`^${second}  org\\.example\\.plants  1\\.1$`, 'm'),
      );
      await phone.android.spawn('pm uninstall org.example.plants').exit;
      await agent.fails('open_app', { app: 'org.example.plants' }, 'element_not_found');
    },
  );

  onEachRelease(
    0,
    'a sleeping display is woken, and an open shade closed, before an app is opened',
    async (t, { release, tier }) => {
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      phone.framework.sleep();
      await agent.does('open_app', { app: 'calculator' });
      assert.equal(phone.framework.awake, true);
      assert.equal(phone.framework.resumedActivity()?.package, 'com.android.calculator2');
      phone.framework.expandNotifications();
      await agent.does('open_app', { app: 'com.android.settings' });
      assert.equal(phone.framework.shade, 'closed');
      assert.equal(phone.framework.resumedActivity()?.package, 'com.android.settings');
    },
  );

  onEachRelease(
    1,
    'a disabled app is not opened, and list_apps says that it is disabled',
    async (t, { release, tier }) => {
      const id = 'com.android.calculator2';
      const { agent, phone } = await house(t, { tier, release, screen: 'lean' });
      await agent.does('list_apps', { filter: 'all' });
      await phone.android.spawn(`pm disable-user --user 0 ${id}`).exit;
      assert.match(
        await agent.fails('open_app', { app: id }, 'action_failed'),
        /^com\.android\.calculator2 is disabled, so nothing of it can be opened\./,
      );
      assert.doesNotMatch(await agent.does('list_apps'), /calculator2/);
      const all = await agent.does('list_apps', { filter: 'all', name_query: id });
      assert.match(all, /  com\.android\.calculator2  \S+  \[disabled\]$/m);
      await phone.android.spawn(`pm enable ${id}`).exit;
      await agent.does('open_app', { app: id });
      assert.equal(phone.framework.resumedActivity()?.package, id);
    },
  );

  onEachTier('a blocked app is not opened', async (t, tier) => {
    const policy = { blockedApps: ['com.android.calculator2'] };
    const { agent, phone } = await house(t, { tier, policy, screen: 'lean' });
    assert.match(
      await agent.fails('open_app', { app: 'calculator' }, 'permission_denied'),
      /forbids acting on '(Calculator|com\.android\.calculator2)'/,
    );
    assert.notEqual(phone.framework.resumedActivity()?.package, 'com.android.calculator2');
    await agent.does('open_app', { app: 'contacts' });
  });

  for (const release of [5, 14] as const) {
    test(`what came to the front instead of an app is said, on Android ${release}`, async (t) => {
      const atEnd = endings(t);
      const phone = await startPhone({ release, idleWaitMs: 50 });
      atEnd(() => phone.close());
      phone.framework.install(trampoline);
      const keyFolder = join(await scratchFolder(t), 'key');
      const source = new AndroidSource({ keyFolder, env: NO_ADB, tier: 'plain' });
      const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
      atEnd(() => registry.close());
      const tools = callers(createToolbox({ registry, toolsets: ['device', 'model'] }));
      assert.equal(
        await tools.text('open_app', { app: 'asks' }),
        'Opened asks (org.example.asks). com.android.settings is in front of it',
      );
      const { apps } = await tools.json('list_apps', { name_query: 'asks' });
      assert.deepEqual(apps, [{ name: 'asks', package: 'org.example.asks', version: String(release) }]);
    });
  }
});
