// The Java companion and its twin in the virtual phone see the same screen alike.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  byId,
  nodeWhere,
  type Look,
  type SeenNode,
} from '../../../packages/virtual-phone/test/companion/companion-on-phone.ts';
import { Pair } from './pair.ts';

/** Each with a frame that no host sends. */
const PHONES = [
  { release: 5, garbage: [0, 0, 0, 4, 0, 0, 0, 1] }, // shorter than its head
  { release: 9, garbage: [0, 16, 0, 1, 0, 0, 0, 0, 1] }, // longer than 1 MiB
  { release: 12, garbage: [255, 255, 255, 255, 0, 0, 0, 0, 1] },
  { release: 14, garbage: [0, 0, 0, 6, 1, 0, 0, 0, 1, 0] }, // deflated
] as const;
const TOAST_MS = 3500;
const LOGIN = 'com.example.login/.LoginActivity';
const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';

/**
 * How many events each heard and how it sums up a tree is its own, and a toast grows too old for one before it does for the
 * other. The rest of a look is compared.
 */
function comparable({ fingerprint, event, toasts: _toasts, ...rest }: Look): object {
  assert.match(fingerprint, /^[0-9a-f]{40}$/);
  assert.ok(Number.isSafeInteger(event));
  return rest;
}

async function sameLooks(pair: Pair, fields: Readonly<Record<string, unknown>> = {}): Promise<Look> {
  const [java, twin] = await pair.whileNothingChanges(() => pair.looks({ keep: true, ...fields }));
  assert.deepEqual(comparable(java), comparable(twin));
  return twin;
}

/** Acts on both, lets the virtual phone come to rest, and shows the stubs what it shows then. */
async function act(
  pair: Pair,
  look: Look,
  { h, c, t, d, r }: SeenNode,
  action: 'click' | 'scrollForward' | { readonly setText: string },
): Promise<void> {
  const what = typeof action === 'string' ? { action } : { action: 'setText', text: action.setText };
  const request = { look: look.look, h, expect: { c, t, d, r }, ...what };
  assert.deepEqual(await pair.agree('act', request), { ok: { way: 'action' } });
  await rest(pair);
}

async function rest(pair: Pair): Promise<void> {
  await pair.twin.get('settle', { quiet: 250 });
  await pair.show();
}

// At once: nearly all of the time is spent waiting for the phone.
describe('a screen seen by both', { concurrency: 4 }, () => {
  for (const { release, garbage } of PHONES) {
    test(`Android ${release}`, async (t) => {
      const pair = await Pair.start(t, release);
      const { framework } = pair.phone;
      const open = async (intent: Parameters<typeof framework.start>[0]): Promise<Look> => {
        framework.start(intent);
        await rest(pair);
        return sameLooks(pair);
      };

      await t.test('they greet alike', async () => {
        const [java, twin] = await Promise.all([pair.java.greeting, pair.twin.greeting]);
        const { dex: _dex, pid: _pid, flags: _flags, ...rest } = java;
        assert.deepEqual({ ...rest, dex: '', pid: 0 }, { ...twin, dex: '', pid: 0 });
      });

      await t.test('the home screen', async () => {
        await sameLooks(pair);
      });

      await t.test('a form with a hint, a keyboard, a password, errors and a dialog', async () => {
        const form = await open({ component: LOGIN });
        await act(pair, form, byId(form, 'username'), 'click');
        const typing = await sameLooks(pair);
        // The Android 5 that was recorded has no keyboard.
        assert.equal(
          typing.windows.some(({ type }) => type === 2),
          release !== 5,
        );
        await act(pair, typing, byId(typing, 'username'), { setText: 'Zoë \u{1f600}' });
        const named = await sameLooks(pair);
        await act(pair, named, byId(named, 'password'), { setText: 'pa\u{1f600}s' });
        const secret = await sameLooks(pair);
        assert.equal(byId(secret, 'password').t, undefined);
        await act(pair, secret, byId(secret, 'username'), { setText: '' });
        const empty = await sameLooks(pair);
        await act(pair, empty, byId(empty, 'sign_in'), 'click');
        const wrong = await sameLooks(pair);
        assert.match(JSON.stringify(wrong), /"error":/);
        await act(
          pair,
          wrong,
          nodeWhere(wrong, ({ t: text }) => text === 'Forgot password?'),
          'click',
        );
        await sameLooks(pair);
        framework.back();
      });

      await t.test('a list, and the same list scrolled and filtered', async () => {
        const list = await open({ component: CONTACTS });
        const scroller = nodeWhere(list, ({ coll }) => coll !== undefined);
        await act(pair, list, scroller, 'scrollForward');
        await sameLooks(pair);
      });

      await t.test('settings with switches and sliders', async () => {
        await open({ action: 'android.settings.SETTINGS' });
        await open({ action: 'android.settings.SOUND_SETTINGS' });
      });

      await t.test('the notifications, and a screen on its side', async () => {
        for (let id = 1; id <= 20; id++)
          framework.notifications.post({
            id,
            package: 'com.example.notes',
            title: `Note ${id}`,
            text: '',
            time: 0,
          });
        framework.expandNotifications();
        await rest(pair);
        await sameLooks(pair);
        framework.collapseShade();
        await pair.agree('rotate', { to: 1 });
        await rest(pair);
        await sameLooks(pair);
        await pair.agree('rotate', { to: 'free' });
        await rest(pair);
      });

      await t.test('a limit of nodes cuts at the same node', async () => {
        for (const nodes of [1, 8, 25, 5000, 9000]) await sameLooks(pair, { nodes });
      });

      await t.test('a look without time has no nodes', async () => {
        const [java, twin] = await pair.whileNothingChanges(() => pair.ask('look', {}, 90));
        assert.deepEqual(comparable(java.ok as Look), comparable(twin.ok as Look));
      });

      await t.test('a toast', async () => {
        const last = ({ toasts }: Look): object => {
          const { ms, ...toast } = toasts.at(-1) ?? { ms: Infinity };
          return Number(ms) <= TOAST_MS ? toast : {};
        };
        // On a busy machine a toast can be too old before it is looked at.
        for (let attempt = 1; ; attempt++) {
          await pair.toast('Saved \u{1f600}', 'com.example.notes');
          const seen = (await pair.looks()).map(last);
          const toast = { text: 'Saved \u{1f600}', package: 'com.example.notes' };
          if (attempt < 10 && !isDeepStrictEqual(seen, [toast, toast])) continue;
          assert.deepEqual(seen, [toast, toast]);
          break;
        }
      });

      await t.test('pictures', async () => {
        await sameLooks(pair, { picture: { format: 'png' } });
        await sameLooks(pair, { picture: { quality: 50 } });
        await sameLooks(pair, { picture: {} });
      });

      await t.test('an application that hangs', async () => {
        await open({ component: LOGIN });
        const looks = await pair.whileNothingChanges(async () => {
          await pair.show({}, (window) =>
            window.package === 'com.example.login' ? { ...window, hangs: 4000 } : window,
          );
          framework.faults.notResponding.add('com.example.login');
          const both = [await pair.looks(), await pair.looks()];
          framework.faults.notResponding.clear();
          return both;
        });
        for (const [java, twin] of looks) {
          assert.deepEqual(comparable(java), comparable(twin));
          assert.deepEqual(
            twin.windows.flatMap(({ missing }) => missing ?? []),
            ['hung'],
          );
        }
      });

      await t.test('a frame that is garbage ends both', async () => {
        pair.java.sendBytes(Buffer.from(garbage));
        await pair.twin.sendBytes(Buffer.from(garbage));
        assert.equal(await pair.java.exit, 0);
        await pair.twin.ended;
      });
    });
  }
});
