import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { activity, type AndroidRelease, apps, defineApp } from '@handeye/virtual-phone';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { type PhoneTools, phoneTools } from './phone-tools.ts';
import { pairs } from '@handeye/testing/long';
import { releases, tiers } from './house.ts';

const VIEW = 'android.intent.action.VIEW';
const SEND = 'android.intent.action.SEND';
const EXTRA_TEXT = 'android.intent.extra.TEXT';

/** An app that records the intents that it gets. */
function listener(heard: unknown[]) {
  return defineApp({
    package: 'test.listener',
    label: 'Listener',
    icon: { glyph: 'L', color: '#000' },
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity({
        initial: () => ({}),
        render: () => ({ content: { type: 'column', children: [] } }),
      }),
    },
    services: {
      '.Stays': { onStart: ({ extras }) => heard.push(extras) > 0 },
      '.Ends': { onStart: () => false },
      '.Private': { exported: false },
    },
    receivers: [
      {
        name: '.Receiver',
        actions: [],
        receive: ({ extras }) => {
          heard.push(extras);
          return { code: -1, data: 'well\nreceived' };
        },
      },
    ],
  });
}

interface Served extends PhoneTools {
  readonly heard: readonly unknown[];
  readonly front: () => string;
}

async function served(
  t: TestContext,
  options: { release: AndroidRelease; tier?: 'plain' | 'companion'; policy?: Partial<Policy> },
): Promise<Served> {
  const heard: unknown[] = [];
  const { policy, ...phone } = options;
  const frame = {
    toolsets: ['device', 'model', 'apps'],
    policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
  } as const;
  const tools = await phoneTools(t, { ...phone, frame, apps: [...apps, listener(heard)] });
  const front = () => {
    const { package: name = '', short = '' } = tools.phone.framework.resumedActivity() ?? {};
    return `${name}/${short}`;
  };
  return { ...tools, heard, front };
}

const ASKS =
  'Sent: Android asks which app should open it: choose one on the screen ("Just once" for this time, "Always" for good)';
const BROWSER = 'Opened in com.example.reader (.BrowserActivity)';

// At once: nearly all of the time is spent waiting for the phone.
describe('links and intents', { concurrency: 4 }, () => {
  for (const [release, tier] of pairs(releases, tiers)) {
    test(`Android ${release}, ${tier}: addresses and intents arrive, and the answer says where`, async (t) => {
      const { text, fails, front, heard, idOf, phone } = await served(t, { release, tier });
      assert.equal(await text('open_uri', { uri: 'HTTPS://almanac.example/river' }), BROWSER);
      assert.equal(front(), 'com.example.reader/.BrowserActivity');
      // Another address in the app in front: it opens it in a new window.
      assert.equal(await text('open_uri', { uri: 'https://almanac.example/upper-town' }), BROWSER);
      phone.framework.expandNotifications();
      assert.equal(
        await text('open_uri', { uri: 'geo:0,0?q=Fern%20Park' }),
        'Opened in com.example.maps (.MapActivity)',
      );
      assert.equal(phone.framework.shade, 'closed');
      const onMaps = { uri: 'https://maps.example/x' };
      assert.equal(await text('open_uri', onMaps), release >= 12 ? BROWSER : ASKS);
      assert.equal(
        await text('open_uri', { ...onMaps, package_name: 'com.example.maps' }),
        'Opened in com.example.maps (.MapActivity)',
      );
      assert.match(
        await fails('open_uri', { uri: 'market://details?id=a.b' }, 'action_failed'),
        /^No app on this phone opens market: /,
      );
      await fails('open_uri', { uri: 'geo:0,0', package_name: 'com.example.notes' }, 'action_failed');

      const share = { type: 'activity', action: SEND, extras: { [EXTRA_TEXT]: 'Buy "milk" & $(bread)' } };
      assert.equal(await text('send_intent', share), ASKS);
      await text('click_element', { element_id: await idOf('Notes') });
      await text('click_element', { element_id: await idOf('Just once') });
      await text('wait_for_element', { by: 'text', value: 'Buy "milk" & $(bread)', timeout: 10_000 });
      assert.equal(front(), 'com.example.notes/.NoteEditActivity');

      const receiver = { type: 'broadcast', component: 'test.listener/.Receiver' };
      assert.equal(
        await text('send_intent', { ...receiver, extras: { s: "it's", i: 5, b: false, list: ['a', 'b'] } }),
        'Broadcast sent: result -1, data: well received',
      );
      assert.deepEqual(heard.at(-1), { s: "it's", i: 5, b: false, list: ['a', 'b'] });
      const boot = { type: 'broadcast', action: 'android.intent.action.BOOT_COMPLETED' };
      if (release === 5) await text('send_intent', boot);
      else assert.match(await fails('send_intent', boot, 'permission_denied'), /a protected broadcast/);

      const stays = { type: 'service', component: 'test.listener/.Stays' };
      if (release > 5)
        assert.match(
          await fails('send_intent', stays, 'action_failed'),
          /in the background .*Open test\.listener/,
        );
      await text('open_app', { app: 'test.listener' });
      assert.equal(await text('send_intent', stays), 'Service started: it runs');
      assert.equal(
        await text('send_intent', { ...stays, component: 'test.listener/.Ends' }),
        'Service started: it has ended already',
      );
      await fails('send_intent', { ...stays, component: 'test.listener/.None' }, 'element_not_found');
      assert.match(
        await fails('send_intent', { ...stays, component: 'test.listener/.Private' }, 'permission_denied'),
        /not exported/,
      );
      const editor = { type: 'activity', component: 'com.example.notes/.NoteEditActivity' };
      assert.match(await fails('send_intent', editor, 'permission_denied'), /not exported/);
      await fails('send_intent', { ...editor, component: 'com.example.notes/.None' }, 'element_not_found');
    });
  }

  test('a policy keeps links and intents from blocked apps and schemes; what it allows opens', async (t) => {
    const policy = { blockedApps: ['com.example.maps'], allowedSchemes: ['tel'] };
    const { text, fails, front } = await served(t, { release: 9, policy });
    const home = front();
    await fails('open_uri', { uri: 'geo:1,1' }, 'permission_denied');
    // Two apps may open it, and one of them is blocked: the dialog must not offer it.
    await fails('open_uri', { uri: 'https://maps.example/' }, 'permission_denied');
    await fails('open_uri', { uri: 'https://x', package_name: 'com.example.maps' }, 'permission_denied');
    await fails('send_intent', { type: 'activity', action: VIEW, data: 'geo:1,1' }, 'permission_denied');
    await fails(
      'send_intent',
      { type: 'activity', component: 'com.example.maps/.MapActivity' },
      'permission_denied',
    );
    await fails('send_intent', { type: 'broadcast', action: 'any' }, 'permission_denied');
    await fails('send_intent', { type: 'activity', action: VIEW, data: 'sms:1' }, 'permission_denied');
    assert.equal(front(), home);
    assert.match(
      await fails('open_uri', { uri: 'mailto:a@b.example' }, 'action_failed'),
      /^No app on this phone opens mailto: addresses/,
    );
    assert.equal(await text('open_uri', { uri: 'https://almanac.example' }), BROWSER);
    assert.equal(
      await text('open_uri', { uri: 'tel:5551234' }),
      'Opened in com.android.contacts (.DialtactsActivity)',
    );
    const old = await served(t, { release: 5, policy });
    assert.match(
      await old.fails('open_uri', { uri: 'https://almanac.example' }, 'permission_denied'),
      /Pass package_name/,
    );
    assert.equal(
      await old.text('open_uri', { uri: 'https://almanac.example', package_name: 'com.example.reader' }),
      BROWSER,
    );
  });
});
