import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentWords, isServiceListed, parseReceivers } from '../../src/links/am-intent.ts';
import { intentFailure } from '../../src/links/failures.ts';
import { DeviceError } from '@handeye/core/device/errors';
import type { Intent } from '@handeye/core/device/services/links';

const intent = (parts: Partial<Intent>): Intent => ({ type: 'activity', extras: [], flags: 0, ...parts });

test("an intent is written in am's own words", () => {
  assert.deepEqual(
    intentWords(
      intent({
        action: 'x',
        data: 'https://x',
        mimeType: 'a/b',
        component: 'a.b/.C',
        packageName: 'a.b',
        // Integer.decode takes nothing above 0x7fffffff.
        flags: 0x90000000,
        extras: [
          { key: '-d', type: 'string', values: ['tel:1'] },
          { key: 'n', type: 'null', values: [] },
          { key: 'l', type: 'long[]', values: ['1', '2'] },
        ],
      }),
    ),
    [
      ...['-a', 'x', '-d', 'https://x', '-t', 'a/b', '-n', 'a.b/.C', '-p', 'a.b', '-f', '-1879048192'],
      ...['--es', '-d', 'tel:1', '--esn', 'n', '--ela', 'l', '1,2'],
    ],
  );
});

test('a list that am would change on the way is refused', () => {
  for (const values of [[], [''], ['a', ''], ['a,b'], ['a\\']])
    assert.throws(
      () => intentWords(intent({ extras: [{ key: 'k', type: 'string[]', values }] })),
      /cannot pass an empty list/,
    );
});

const MATCH = 'priority=0 preferredOrder=0 match=0x208000 specificIndex=-1 isDefault=true';

test('of several apps Android chooses one, or all of them may be chosen in its dialog', () => {
  const queried = `2 activities found:\n  ${MATCH}\n  a.b/.C\n  ${MATCH}\n  d.e/f.G$H\n`;
  assert.deepEqual(parseReceivers(`${MATCH}\na.b/.C\n`, queried), ['a.b']);
  const dialogs = [
    'android/com.android.internal.app.ResolverActivity',
    'com.android.intentresolver/.ChooserActivity',
  ];
  for (const dialog of dialogs)
    assert.deepEqual(parseReceivers(`${MATCH}\n${dialog}\n`, queried), ['a.b', 'd.e']);
  assert.deepEqual(parseReceivers('No activity found\n', 'No activities found\n'), []);
});

/** Output of releases 5 to 14, with the text that a model gets. */
const failures: readonly (readonly [string, number, Partial<Intent>, string, RegExp])[] = [
  [
    'Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=market://x flg=0x10000000 }',
    0,
    { data: 'market://x' },
    'action_failed',
    /No app on this phone opens market: addresses/,
  ],
  [
    'Error type 3\nError: Activity class {a.b/a.b.C} does not exist.',
    0,
    { component: 'a.b/.C' },
    'element_not_found',
    /no activity a\.b\/\.C/,
  ],
  [
    "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent { flg=0x10000000 cmp=a.b/.C } from null (pid=1, uid=2000) not exported from uid 10061\n\tat com.android.server",
    255,
    { component: 'a.b/.C' },
    'permission_denied',
    /not exported/,
  ],
  [
    'java.lang.SecurityException: Permission Denial: starting Intent { act=android.intent.action.CALL } from null (pid=1, uid=2000) requires android.permission.CALL_PHONE',
    1,
    {},
    'permission_denied',
    /needs the permission android\.permission\.CALL_PHONE/,
  ],
  [
    'java.lang.SecurityException: Permission Denial: not allowed to send broadcast android.intent.action.BOOT_COMPLETED from pid=1, uid=2000',
    255,
    { type: 'broadcast', action: 'android.intent.action.BOOT_COMPLETED' },
    'permission_denied',
    /BOOT_COMPLETED is a protected broadcast/,
  ],
  [
    'Error: Not found; no service started.',
    255,
    { type: 'service', component: 'a.b/.C' },
    'element_not_found',
    /no service a\.b\/\.C/,
  ],
  [
    'Error: Requires permission not exported from uid 10061',
    255,
    { type: 'service', component: 'a.b/.C' },
    'permission_denied',
    /not exported/,
  ],
  [
    'Error: Requires permission android.permission.BIND_VPN_SERVICE',
    255,
    { type: 'service', component: 'a.b/.C' },
    'permission_denied',
    /android\.permission\.BIND_VPN_SERVICE/,
  ],
  [
    'Error: app is in background uid null',
    255,
    { type: 'service', component: 'a.b/.C' },
    'action_failed',
    /Open a\.b with open_app first/,
  ],
  ['usage: am [subcommand] [options]', 0, {}, 'action_failed', /usage: am/],
];

test("what am says on failure is told in words, whatever the release's exit code", () => {
  for (const [said, code, parts, kind, words] of failures) {
    const failure = intentFailure({ stdout: Buffer.from(''), stderr: said, code }, intent(parts));
    assert.ok(failure instanceof DeviceError, said);
    assert.equal(failure.kind, kind, said);
    assert.match(failure.message, words);
  }
  const fine =
    'Starting: Intent { }\nWarning: Activity not started, its current task has been brought to the front\n';
  assert.equal(intentFailure({ stdout: Buffer.from(fine), stderr: '', code: 0 }, intent({})), undefined);
});

test('a service that runs is the one that was meant, not another one of the list', () => {
  const dump = `ACTIVITY MANAGER SERVICES (dumpsys activity services)
  User 0 active services:
  * ServiceRecord{3f1a u0 a.b/.SyncLater}
    intent={act=a.b.SYNC cmp=a.b/.SyncLater}
  * ServiceRecord{77e0 u0 a.b/.Player c:com.android.shell}
    intent={cmp=a.b/.Player}
`;
  const running = (parts: Partial<Intent>) => isServiceListed(dump, intent({ type: 'service', ...parts }));
  assert.equal(running({ component: 'a.b/a.b.Player' }), true);
  assert.equal(running({ component: 'a.b/.Sync' }), false);
  assert.equal(running({ action: 'a.b.SYNC' }), true);
  assert.equal(running({ action: 'a.b.OTHER' }), undefined);
});
