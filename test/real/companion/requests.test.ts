// The Java companion and its twin in the virtual phone answer the same requests alike: good ones, and all kinds of bad ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  byId,
  nodesOf,
  type Look,
  type SeenNode,
} from '../../../packages/virtual-phone/test/companion/companion-on-phone.ts';
import { text as label } from '@handeye/virtual-phone';
import { BAD_REQUESTS, NO_REQUESTS, randomRequest, SETTING } from './bad-requests.ts';
import { Pair, type Outcome } from './pair.ts';
import { runs } from '@handeye/testing/runs';

type Fields = Readonly<Record<string, unknown>>;

const LOGIN = 'com.example.login/.LoginActivity';

/** Values that each side measures for itself. */
const ownFields: Readonly<Record<string, readonly string[]>> = {
  touch: ['ms'],
  settle: ['fingerprint', 'ms', 'event'],
  // The stubs send only the events that a test gives them.
  events: ['last', 'lost', 'events'],
  look: ['fingerprint', 'event'],
};

/** A number of fields of the right type may take the place of what was measured. */
function comparable(method: string, { ok, error }: Outcome): object {
  if (ok === undefined) return { error };
  const own = ownFields[method] ?? [];
  return { ok: Object.fromEntries(Object.entries(ok).map(([k, v]) => [k, own.includes(k) ? typeof v : v])) };
}

async function alike(pair: Pair, method: string, fields: Fields = {}, within = 20_000): Promise<Outcome> {
  const [java, twin] = await pair.ask(method, fields, within);
  assert.deepEqual(
    comparable(method, java),
    comparable(method, twin),
    `${method} ${JSON.stringify(fields)} within ${within}: ${JSON.stringify([java.error, twin.error])}`,
  );
  return java;
}

async function fails(
  pair: Pair,
  [method, fields]: readonly [string, Fields],
  error: string,
  within = 20_000,
): Promise<void> {
  const outcome = await alike(pair, method, fields, within);
  assert.equal(outcome.error, error, `${method} ${JSON.stringify(fields)}`);
}

function on(look: Look, { h, c, t, d, r }: SeenNode, action: unknown, more: Fields = {}): Fields {
  return { look: look.look, h, expect: { c, t, d, r }, action, ...more };
}

/** A node as `with` names it. */
function same({ h, c, t, d, r }: SeenNode): Fields {
  return { h, c, t, d, r };
}

// At once: nearly all of the time is spent waiting for the phone.
describe('requests answered by both', { concurrency: 4 }, () => {
  for (const release of [5, 9, 12, 14] as const) {
    test(`Android ${release}`, async (t) => {
      const pair = await Pair.start(t, release);
      const { framework } = pair.phone;
      const { sdk } = framework.shape;
      framework.start({ component: LOGIN });
      await pair.show();

      await t.test('what is wrong with a request is said before anything is done', async () => {
        for (const request of BAD_REQUESTS) await fails(pair, request, 'bad-request, no');
      });

      await t.test('a request without time is not begun', async () => {
        for (const within of [0, -1, 0.5, -1e300]) {
          await fails(pair, ['ping', {}], 'timeout, no', within);
          await fails(pair, ['key', { codes: [4] }], 'timeout, no', within);
        }
        await alike(pair, 'ping', {}, 1e300);
        await alike(pair, 'ping', {}, 100.7);
        for (const within of ['1', null, true]) await fails(pair, ['ping', { within }], 'bad-request, no');
        await fails(pair, ['fly', {}], 'unknown-method, no', 0);
      });

      await t.test('methods that there are not', async () => {
        for (const method of ['fly', '', 'Look', 'cancel', 'constructor'])
          await fails(pair, [method, {}], 'unknown-method, no');
      });

      await t.test(
        'acts that make no sense, that come too late, or that the node does not offer',
        async () => {
          const [, look] = await pair.looks({ keep: true });
          const button = byId(look, 'sign_in');
          const field = byId(look, 'username');
          const bad: readonly Fields[] = [
            { ...on(look, button, 'click'), look: undefined },
            { ...on(look, button, 'click'), look: String(look.look) },
            { ...on(look, button, 'click'), h: undefined },
            { ...on(look, button, 'click'), h: -1 },
            { ...on(look, button, 'click'), h: 99_999 },
            { ...on(look, button, 'click'), h: button.h + 0.5 },
            { ...on(look, button, 'click'), h: button.h + 2 ** 32 },
            { ...on(look, button, 'click'), look: look.look + 2 ** 32 },
            { ...on(look, button, 'click'), expect: undefined },
            { ...on(look, button, 'click'), expect: 'all' },
            { ...on(look, button, 'click'), expect: { c: 5 } },
            on(look, button, 'click', { with: 'all' }),
            on(look, button, 'click', { with: {} }),
            on(look, button, 'click', { with: [5] }),
            on(look, button, 'click', { with: [null] }),
            on(look, button, 'click', { with: [[]] }),
            on(look, button, 'click', { with: [{ c: field.c }] }),
            on(look, button, 'click', { with: [{ ...same(field), h: String(field.h) }] }),
            on(look, button, 'click', { with: [{ ...same(field), h: field.h + 0.5 }] }),
            on(look, button, 'click', { with: [{ ...same(field), h: field.h + 2 ** 32 }] }),
            on(look, button, 'click', { with: [same(field), { ...same(field), h: -1 }] }),
            on(look, button, 'click', { with: [same(field), { ...same(field), h: 99_999 }] }),
            on(look, button, 'click', { with: [{ ...same(field), r: false }] }),
            on(look, button, 'click', { with: Array.from({ length: 9 }, () => same(field)) }),
            // Neither what changed nor what the API level lacks is said before it.
            { ...on(look, button, 'click', { with: [5] }), expect: {} },
            { ...on(look, button, 'click', { with: [same(field), { h: 99_999 }] }), expect: {} },
            on(look, button, 'imeEnter', { with: [{ h: 1.5 }] }),
            { ...on(look, button, 'click', { with: 5 }), look: 777 },
            on(look, button, undefined),
            on(look, button, 'fly'),
            on(look, button, 'click 16'),
            on(look, button, 16.5),
            on(look, button, {}),
            on(look, field, 'setText'),
            on(look, field, 'setText', { text: 1 }),
            on(look, field, 'setSelection', { start: 'a' }),
            // Whatever else is wrong: the request's own mistake comes first.
            { ...on(look, button, 'fly'), look: 777 },
          ];
          for (const fields of bad) await fails(pair, ['act', fields], 'bad-request, no');
          const stale: readonly Fields[] = [
            { ...on(look, button, 'click'), look: 777 },
            { ...on(look, button, 'click'), expect: {} },
            { ...on(look, button, 'click'), expect: { c: button.c, t: 'Other', r: button.r } },
            { ...on(look, button, 'dismiss'), expect: { c: button.c } },
            on(look, button, 'click', { with: [{ ...same(field), t: 'Other' }] }),
            on(look, button, 'click', { with: [same(field), { ...same(field), d: 'Other' }] }),
            on(look, button, 'click', { with: [{ h: field.h }] }),
            on(look, button, 'dismiss', { with: [{ ...same(field), r: null }] }),
            { ...on(look, button, 'click', { with: [{ h: 99_999 }] }), look: 777 },
          ];
          for (const fields of stale) await fails(pair, ['act', fields], 'stale, no');
          const unsupported: readonly Fields[] = [
            on(look, button, 'dismiss'),
            on(look, button, 'scrollForward'),
            on(look, button, 'setText', { text: 'x' }),
            on(look, button, 99_999_999),
            on(look, button, 'dismiss', { with: [same(field)] }),
          ];
          for (const fields of unsupported) await fails(pair, ['act', fields], 'unsupported, no');
          const password = { ...same(byId(look, 'password')), t: 'never compared' };
          const good: readonly Fields[] = [
            on(look, field, 'click', { with: null }),
            on(look, field, 'click', { with: [] }),
            on(look, field, 'click', { with: [same(button), password] }),
            on(look, field, 'click', { with: Array.from({ length: 8 }, () => same(button)) }),
          ];
          for (const fields of good) assert.ok((await alike(pair, 'act', fields)).ok, JSON.stringify(fields));
          // The click brought the keyboard.
          framework.home();
          framework.start({ component: LOGIN });
          await pair.show();
        },
      );

      await t.test('what an API level does not have', async () => {
        const [, look] = await pair.looks({ keep: true });
        const button = byId(look, 'sign_in');
        const since: readonly (readonly [string, number, Fields])[] = [
          ['scrollUp', 23, {}],
          ['scrollToPosition', 23, {}],
          ['scrollToPosition', 23, { row: 1, column: 0 }],
          ['setProgress', 24, { value: 'x' }],
          ['setProgress', 24, {}],
          ['showTooltip', 28, {}],
          ['pageDown', 29, {}],
          ['imeEnter', 30, {}],
        ];
        for (const [action, level, more] of since) {
          const { error } = await alike(pair, 'act', on(look, button, action, more));
          if (sdk < level) assert.equal(error, 'unsupported, no');
        }
        const lock = await alike(pair, 'global', { action: 'lockScreen' });
        assert.equal(lock.error, sdk < 28 ? 'unsupported, no' : undefined);
        await alike(pair, 'wake');
      });

      await t.test('what is under a finger, and whether it is what was judged', async () => {
        await pair.show();
        const { width, height } = framework.display.size;
        const touch = (point: readonly [number, number], judged: Fields) =>
          pair.whileNothingChanges(() =>
            alike(pair, 'touch', {
              strokes: [[[...point, 0]]],
              judged: [judged],
              refuses: true,
              screen: width * height,
            }),
          );
        const seen = new Set<string>();
        for (let row = 0; row < 8; row += 1) {
          const point = [width / 2, Math.round(((row + 0.5) * height) / 8)] as const;
          // No window has this number: nothing is touched, and both tell what is there.
          const { ok } = await touch(point, { window: -1 });
          assert.equal(ok?.changed, 0);
          const [under] = ok.under as readonly Fields[];
          if (under?.b === undefined || seen.has(JSON.stringify(under))) continue;
          seen.add(JSON.stringify(under));
          const { same: _, ...judged } = under;
          const [left = 0, top = 0, right = 0, bottom = 0] = under.b as readonly number[];
          const others: readonly Fields[] = [
            { ...judged, c: 'android.widget.Other' },
            { ...judged, r: 'other:id/one', label: 'none' },
            { ...judged, texts: ['Other'] },
            { ...judged, texts: ['Other'], label: 'whole' },
            { ...judged, b: [left, bottom, right, 2 * bottom - top] },
          ];
          const texts = under.texts as readonly string[];
          const signed = { ...judged, texts: texts.map((text) => `-${text}`) };
          for (const other of texts.length > 0 ? [...others, signed] : others)
            assert.equal((await touch(point, other)).ok?.changed, 0);
        }
        assert.ok(seen.size > 3, 'several elements were met');
        // A large window that takes no press itself may still keep it from what is below.
        const [below = ''] = seen;
        const { same: _, ...judged } = JSON.parse(below) as Fields;
        const [left = 0, top = 0, right = 0, bottom = 0] = judged.b as readonly number[];
        const remove = framework.overlays.add({
          package: 'com.lucky.flashlight',
          frame: (screen) => screen,
          opacity: 0.01,
          view: () => label('', { width: 'fill', height: 'fill' }),
        });
        await pair.show();
        const { ok } = await touch([(left + right) / 2, (top + bottom) / 2], judged);
        assert.equal(ok?.changed, 0);
        assert.equal((ok.under as readonly { over?: readonly number[] }[])[0]?.over?.length, 1);
        remove();
        await pair.show();
      });

      await t.test('what has the focus, and whether it is what was judged', async () => {
        framework.start({ component: LOGIN });
        await pair.show();
        const [, before] = await pair.looks({ keep: true });
        await alike(pair, 'act', on(before, byId(before, 'username'), 'click'));
        const [, look] = await pair.whileNothingChanges(() => pair.looks({ keep: true }));
        const window = look.windows.find(({ focused }) => focused)?.id;
        const [field, password] = ['username', 'password'].map((id) => byId(look, id));
        assert.ok(field && password);
        const judged = { window, package: 'com.example.login', look: look.look, texts: [], label: 'words' };
        const isField = { ...judged, c: field.c, r: field.r, h: field.h };
        const others: readonly Fields[] = [
          { window: -1 },
          { window, package: 'com.evil' },
          { ...isField, h: password.h, r: password.r },
          { ...isField, texts: ['Other'] },
        ];
        for (const [method, fields] of [
          ['key', { codes: [29] }],
          ['text', { text: 'a' }],
          ['global', { action: 'back' }],
        ] as const) {
          for (const other of others) {
            const { ok } = await alike(pair, method, { ...fields, judged: other, refuses: true });
            assert.equal(ok?.changed, true, JSON.stringify(other));
          }
          await fails(
            pair,
            [method, { ...fields, judged: { ...isField, look: 777 }, refuses: true }],
            'stale, no',
          );
        }
        assert.equal(byId((await pair.looks())[1], 'username').t, field.t);
        for (const same of [isField, { window, package: 'com.example.login' }, {}]) {
          const { ok } = await alike(pair, 'key', { codes: [0], judged: same, refuses: true });
          assert.equal(ok?.changed, undefined, JSON.stringify(same));
        }
        // A finger on the keyboard types, too. The keyboard of Android 5 shows no keys to accessibility.
        if (sdk > 22) {
          const keyboard = look.windows.find(({ type }) => type === 2);
          const key = nodesOf({ ...look, windows: keyboard ? [keyboard] : [] }).find(
            ({ t, d }) => t === 'h' || d === 'h',
          );
          assert.ok(key, 'the keyboard is shown');
          const [left, top, right, bottom] = key.b;
          const { width, height } = framework.display.size;
          const typed = await alike(pair, 'touch', {
            strokes: [[[Math.round((left + right) / 2), Math.round((top + bottom) / 2), 0]]],
            judged: [{}],
            focus: { window: -1 },
            refuses: true,
            screen: width * height,
          });
          assert.deepEqual([typed.ok?.changed, (typed.ok?.focus as Fields).same], [0, false]);
        }
        // Where nothing is refused it is told.
        const { ok } = await alike(pair, 'key', { codes: [0], judged: { window: -1 } });
        assert.equal((ok?.under as Fields).same, false);
      });

      await t.test('nodes that are gone', async () => {
        framework.start({ component: LOGIN });
        await pair.show();
        const [, look] = await pair.looks({ keep: true });
        const button = byId(look, 'sign_in');
        // What a person allowed is compared as a whole.
        const judged = {
          window: look.windows.find(({ active }) => active)?.id,
          c: button.c,
          r: button.r,
          b: button.b,
        };
        for (const texts of [['Pay 49 €'], []]) {
          const asJudged = { judged: { ...judged, texts, label: 'whole' }, refuses: true };
          const { ok } = await alike(pair, 'act', on(look, button, 'click', asJudged));
          assert.equal(ok?.changed, true);
          assert.deepEqual((ok.under as Fields).texts, ['Sign in']);
        }
        framework.home();
        await pair.show();
        await fails(pair, ['act', on(look, button, 'click')], 'stale, no');
        await pair.looks({ keep: false });
        await pair.looks({ keep: true });
        await fails(pair, ['act', on(look, button, 'click')], 'stale, no');
        await pair.looks({ keep: true });
        await fails(pair, ['act', { ...on(look, button, 'click'), h: 99_999 }], 'stale, no');
      });

      await t.test('what works', async () => {
        framework.start({ component: LOGIN });
        await pair.show({ apps: (await pair.twin.get('labels')).apps });
        const good: readonly (readonly [string, Fields])[] = [
          ['ping', {}],
          ['display', {}],
          ['settle', { quiet: 0 }],
          ['settle', { quiet: 50, not: 'x' }],
          ['events', { after: 0 }],
          ['events', { after: 1e9 }],
          ['events', { after: -3.5 }],
          ['labels', {}],
          ['labels', { packages: ['com.example.login', 'none', 5] }],
          ['labels', { packages: [] }],
          ['clipboard.set', { text: 'Zoë \u{1f600}\u2028\ud800' }],
          ['clipboard.get', {}],
          ['setting.get', SETTING],
          ['setting.put', { ...SETTING, value: '1', restore: true }],
          ['setting.put', { ...SETTING, value: '2', restore: true }],
          ['setting.get', SETTING],
          ['setting.put', { ...SETTING, value: null }],
          ['setting.get', SETTING],
          ['touch', { strokes: [[[1, 1, 0]]] }],
          ['touch', { strokes: [[[1, 1, 500]], [[5, 5, 500]]] }],
          ['key', { codes: [0] }],
          ['text', { text: '' }],
          ['text', { text: 'a1 ' }],
          ['wake', {}],
          ['rotate', { to: 0 }],
          ['rotate', { to: 'free' }],
          ['global', { action: 'home' }],
        ];
        for (const [method, fields] of good) {
          const { error } = await alike(pair, method, fields);
          assert.equal(error, undefined, method);
        }
      });

      await t.test('text without keys is not begun', async () => {
        await fails(pair, ['text', { text: 'aéb中' }], 'unsupported, no');
        await fails(pair, ['text', { text: 'a\u{1f600}' }], 'unsupported, no');
      });

      await t.test('touches and keys that run out of time, or that are cancelled', async () => {
        const long = {
          strokes: [
            [
              [5, 5, 0],
              [5, 5, 8000],
            ],
          ],
        };
        await fails(pair, ['touch', long], 'timeout, partly', 150);
        await fails(pair, ['key', { codes: [0], hold: 8000 }], 'timeout, partly', 150);
        for (const [method, fields, error] of [
          ['touch', long, 'cancelled, partly'],
          ['key', { codes: [0], hold: 8000 }, 'cancelled, partly'],
          ['settle', { quiet: 8000 }, 'cancelled, no'],
        ] as const)
          assert.deepEqual(await pair.cancelled(method, fields), [{ error }, { error }]);
      });

      await t.test('a phone that forbids injection', async () => {
        framework.setFaults({ injectionDenied: true });
        await pair.show({ input: 'denied' });
        await fails(pair, ['touch', { strokes: [[[1, 1, 0]]] }], 'denied, no');
        await fails(pair, ['key', { codes: [66] }], 'denied, no');
        await fails(pair, ['text', { text: 'a' }], 'denied, no');
        await alike(pair, 'wake');
        framework.setFaults({ injectionDenied: false });
        await pair.show();
      });

      await t.test('payloads that are no requests', async () => {
        for (const payload of NO_REQUESTS) {
          const error = 'bad-request, no';
          assert.deepEqual(
            await pair.exchange(payload),
            [{ error }, { error }],
            JSON.stringify(String(payload)),
          );
        }
        const good: readonly string[] = [
          ' {"do" : "ping" ,\t"within":\r\n5e3 } ',
          '{"do":"\\u0070ing","within":12345678901234567890}',
          '{"do":"ping","within":5000,"within":6000,"x":1e999,"y":-0,"z":null}',
          `{"do":"ping","within":5000,"x":${'['.repeat(63)}${']'.repeat(63)}}`,
        ];
        for (const payload of good)
          assert.deepEqual(await pair.exchange(payload), [{ ok: {} }, { ok: {} }], payload);
        assert.deepEqual(await pair.exchange(good[0] ?? '', 0xfffffff0), [{ ok: {} }, { ok: {} }]);
        // Under id 0 nothing is answered, whatever it is.
        for (const payload of [
          '{',
          '{"do":"ping","within":5000}',
          '{"do":"cancel"}',
          '{"do":"cancel","of":"x"}',
        ]) {
          pair.java.send(0, payload);
          await pair.twin.sendUnanswered(payload);
        }
        await alike(pair, 'ping');
      });

      await t.test('random requests', async () => {
        const [, look] = await pair.looks({ keep: true });
        await fc.assert(
          fc.asyncProperty(randomRequest(look), async (request) => {
            const [java, twin] = await pair.exchange(JSON.stringify(request));
            assert.equal(java.error, twin.error, JSON.stringify(request));
          }),
          { numRuns: runs(150) },
        );
      });

      await t.test('they quit alike', async () => {
        await alike(pair, 'setting.put', { ...SETTING, value: '3', restore: true });
        const quit = await alike(pair, 'quit');
        assert.deepEqual(quit.ok, { restored: ['global/handeye_test'] });
        assert.equal(await pair.java.exit, 0);
        await pair.twin.ended;
      });
    });
  }
});
