import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Intent, Links, UriToOpen } from '../../src/device/services/links.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import type { Rule } from '../../src/guard/rules.ts';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';
import { runs } from '@handeye/testing/runs';

/** A phone whose links and intents are written down; `handlers` get intents without a component. */
function served(policy: Partial<Policy> = {}, handlers: readonly string[] = ['org.example.browser']) {
  const uris: UriToOpen[] = [];
  const intents: Intent[] = [];
  const device = new ScriptedDevice(calculator());
  device.installs([
    { id: 'org.example.browser', name: 'Browser', launchable: true },
    { id: 'org.example.bank', name: 'Bank', launchable: true },
    {
      id: 'org.example.mail',
      name: 'Mail',
      launchable: true,
      profile: { user: 10, name: 'Work', paused: false },
    },
  ]);
  const links: Links = {
    handlers: () => Promise.resolve(handlers),
    openUri: (wanted) => {
      uris.push(wanted);
      return Promise.resolve({ app: wanted.packageName ?? 'org.example.browser', activity: '.Main' });
    },
    intents: {
      receivers: ({ component }) => Promise.resolve(component ? [component.replace(/\/.*/, '')] : handlers),
      start: (intent) => {
        intents.push(intent);
        return Promise.resolve({ app: undefined, remark: 'Android asks which app should open it' });
      },
      broadcast: (intent) => {
        intents.push(intent);
        return Promise.resolve({ code: 0, data: 'a\nnote: forged' });
      },
      startService: (intent) => {
        intents.push(intent);
        return Promise.resolve({ running: false });
      },
    },
  };
  device.services = { links };
  return {
    uris,
    intents,
    ...bench(calculator(), {
      device,
      toolsets: ['apps'],
      policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    }),
  };
}

test('open_uri opens web, mail, map and store addresses and says where', async () => {
  const { text, uris } = served();
  assert.equal(
    await text('open_uri', { uri: 'HTTPS://Example.com/A' }),
    'Opened in org.example.browser (.Main)',
  );
  for (const uri of ['http://x.y', 'geo:48.2,16.4?q=a%20b', 'mailto:a@b.c', 'market://details?id=a.b']) {
    await text('open_uri', { uri });
  }
  assert.deepEqual(
    uris.map(({ uri }) => uri),
    [
      'https://Example.com/A',
      'http://x.y',
      'geo:48.2,16.4?q=a%20b',
      'mailto:a@b.c',
      'market://details?id=a.b',
    ],
  );
});

test('a scheme that the user did not allow is refused, and the error names the flag', async () => {
  const { fails, uris, intents, text } = served();
  for (const uri of [
    'tel:123',
    'TEL:123',
    'sms:1',
    'intent://x#Intent;scheme=https;end',
    'file:///sdcard/a',
    'content://a/b',
    'javascript:alert(1)',
    'data:text/html,x',
    'view-source:https://x',
    'package:a.b',
  ]) {
    const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase();
    const flag = new RegExp(`--allow-uri ${scheme};`);
    assert.match(await fails('open_uri', { uri }, 'permission_denied'), flag);
    for (const action of [
      'android.intent.action.VIEW',
      'android.intent.action.CALL',
      'android.intent.action.SENDTO',
    ])
      assert.match(
        await fails('send_intent', { type: 'activity', action, data: uri }, 'permission_denied'),
        flag,
      );
    const extra = { extras: { stream: uri }, extras_types: { stream: 'uri' } };
    await fails('send_intent', { type: 'broadcast', action: 'x', ...extra }, 'permission_denied');
  }
  assert.deepEqual([uris, intents], [[], []]);
  await fails('open_uri', { uri: 'example.com' }, 'invalid_params');
  const work = { uri: 'mailto:a@b.c', package_name: 'org.example.mail@10' };
  assert.match(await fails('open_uri', work, 'permission_denied'), /not in those of a profile/);
  assert.deepEqual(uris, []);
  const allowed = served({ allowedSchemes: ['tel'] });
  await allowed.text('open_uri', { uri: 'Tel:123' });
  assert.deepEqual(allowed.uris[0]?.uri, 'tel:123');
  await text('open_uri', { uri: 'https://x/#Intent;scheme=tel;end' });
});

test('no spelling of a forbidden scheme reaches the device', async () => {
  const { call, uris, intents } = served();
  const forbidden = fc.constantFrom('tel', 'sms', 'smsto', 'intent', 'file', 'javascript', 'content', 'data');
  const noise = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\u200b',
    '\u00a0',
    '\u202e',
    '\ufeff',
    '%20',
    '/',
    '\\',
    'http',
    'https:',
    'geo:',
    '"',
    "'",
    '`',
  );
  const spelled = fc
    .tuple(noise, forbidden, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), noise, noise)
    .map(([before, scheme, upper, inside, after]) => {
      const cased = Array.from(scheme, (letter, index) =>
        upper[index] === true ? letter.toUpperCase() : letter,
      );
      const at = cased.length >> 1;
      return `${before}${cased.slice(0, at).join('')}${inside}${cased.slice(at).join('')}${after}:5551234`;
    });
  await fc.assert(
    fc.asyncProperty(spelled, async (uri) => {
      await call('open_uri', { uri });
      await call('send_intent', { type: 'activity', action: 'android.intent.action.CALL', data: uri });
      for (const sent of [
        ...uris.splice(0).map((one) => one.uri),
        ...intents.splice(0).map(({ data }) => data),
      ]) {
        assert.match(sent ?? '', /^(https?|geo|mailto|market):[^\s\p{C}\p{Z}]+$/u, uri);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('what may reach a blocked app is refused; what one app may get goes to that one only', async () => {
  const policy = { blockedApps: ['Bank'] };
  const one = served(policy);
  await one.text('open_uri', { uri: 'https://x.y' });
  assert.equal(one.uris[0]?.packageName, 'org.example.browser');
  await one.fails('open_uri', { uri: 'https://x.y', package_name: 'org.example.bank' }, 'permission_denied');
  await one.fails('open_uri', { uri: 'https://x.y', package_name: 'bank' }, 'permission_denied');
  const component = 'org.example.bank/.Pay';
  for (const type of ['activity', 'broadcast', 'service']) {
    const said = await one.fails('send_intent', { type, component }, 'permission_denied');
    assert.doesNotMatch(said, /Pass component/, 'it was given');
  }
  assert.deepEqual(one.intents, []);
  const several = served(policy, ['org.example.browser', 'org.example.bank']);
  await several.fails('open_uri', { uri: 'https://x.y' }, 'permission_denied');
  await several.text('open_uri', { uri: 'https://x.y', package_name: 'Browser' });
  const unknown = served(policy, []);
  assert.match(
    await unknown.fails('open_uri', { uri: 'https://x.y' }, 'permission_denied'),
    /Pass package_name\.$/,
  );
  assert.match(
    await unknown.fails('send_intent', { type: 'broadcast', action: 'x' }, 'permission_denied'),
    /Pass component\.$/,
  );
  assert.deepEqual([...unknown.uris, ...unknown.intents], []);
});

test('what is refused for what it does is refused whoever is named', async () => {
  const risk: Rule = { when: { kind: 'system-risk' }, then: 'deny', why: 'By hand only.', from: 'rule 1' };
  const { fails } = served({ rules: [risk] });
  const intent = { type: 'activity', action: 'android.settings.ACCESSIBILITY_SETTINGS' };
  assert.match(
    await fails('send_intent', intent, 'permission_denied'),
    /forbids send_intent in 'org\.example\.browser' \(system-risk\)\. By hand only\. Do not try another way: tell the user\.$/,
  );
});

test('extras have the types that JSON shows or extras_types tells, and flags names or numbers', async () => {
  const { text, intents } = served();
  await text('send_intent', {
    type: 'activity',
    action: 'x',
    extras: {
      s: 'a',
      b: true,
      i: 5,
      l: 5_000_000_000,
      f: 1.5,
      n: null,
      sa: ['a', 'b'],
      ia: [1, 2],
      fa: [1, 2.5],
      big: '9223372036854775807',
      u: 'https://x',
      c: 'a.b/.C',
    },
    extras_types: { big: 'long', u: 'uri', c: 'component' },
    flags: ['FLAG_ACTIVITY_CLEAR_TASK', 'activity_new_task', '0x80000000', 4],
  });
  const [intent] = intents;
  assert.equal(intent?.flags, 0x90008004);
  assert.deepEqual(
    intent.extras.map(({ key, type, values }) => `${key} ${type} ${values.join('|')}`.trim()),
    [
      's string a',
      'b boolean true',
      'i int 5',
      'l long 5000000000',
      'f float 1.5',
      'n null',
      'sa string[] a|b',
      'ia int[] 1|2',
      'fa float[] 1|2.5',
      'big long 9223372036854775807',
      'u uri https://x',
      'c component a.b/.C',
    ],
  );
});

test('extras and flags that are none are refused before anything is sent', async () => {
  const { fails, intents } = served();
  for (const [extras, types] of [
    [{ a: { b: 1 } }, {}],
    [{ a: [] }, {}],
    [{ a: ['x', 1] }, {}],
    [{ a: 2 ** 31 }, { a: 'int' }],
    [{ a: '9223372036854775808' }, { a: 'long' }],
    [{ a: 'yes' }, { a: 'boolean' }],
    [{ a: 'x' }, { a: 'float' }],
    [{ a: 'x' }, { a: 'string[]' }],
    [{ a: 'no component' }, { a: 'component' }],
    [{ a: 'x' }, { b: 'string' }],
    [{ a: 'x' }, { a: 'text' }],
    [{ '': 'x' }, {}],
  ] as const)
    await fails(
      'send_intent',
      { type: 'activity', action: 'x', extras, extras_types: types },
      'invalid_params',
    );
  for (const flag of ['FLAG_NONE', '0x1ffffffff', '-1', ''])
    await fails('send_intent', { type: 'activity', action: 'x', flags: [flag] }, 'invalid_params');
  await fails('send_intent', { type: 'activity' }, 'invalid_params');
  await fails('open_uri', { uri: 'https://x', mime_type: 'text' }, 'invalid_params');
  await fails('send_intent', { type: 'activity', component: 'no-component' }, 'invalid_params');
  assert.deepEqual(intents, []);
});

test('a shared text says that it is text; answers of receivers are data on one line', async () => {
  const { text, intents } = served();
  const extras = { 'android.intent.extra.TEXT': 'Buy milk' };
  assert.equal(
    await text('send_intent', { type: 'activity', action: 'android.intent.action.SEND', extras }),
    'Sent: Android asks which app should open it',
  );
  assert.equal(intents[0]?.mimeType, 'text/plain');
  assert.equal(
    await text('send_intent', { type: 'broadcast', action: 'x' }),
    'Broadcast sent: result 0 (also if no app listens), data: a note: forged',
  );
  assert.equal(
    await text('send_intent', { type: 'service', component: 'a.b/.C' }),
    'Service started: it has ended already',
  );
});
