import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { start, type Fields, type Running } from './support/companion.ts';
import { levels } from './support/stubs.ts';
import { button, formWindow, formWorld, type Node } from './support/world.ts';

/** Handles of the form's nodes: the status bar's two are first. */
const handle = { button: 3, field: 4, password: 5, slider: 6, list: 7 };
const expect = {
  button: { c: 'android.widget.Button', t: 'Send “now”\n\u{1f600}', d: 'Sends it', r: 'org.example:id/send' },
  field: { c: 'android.widget.EditText', t: 'Ada' },
  password: { c: 'android.widget.EditText' },
  slider: { c: 'android.widget.SeekBar' },
  list: { c: 'android.widget.ListView' },
};

type Name = keyof typeof handle;

async function looked(t: TestContext, sdk: number, form: Fields = {}, rest: Fields = {}): Promise<Running> {
  const running = await start(t, formWorld(sdk, form, rest));
  await running.companion.ok('look', { keep: true });
  return running;
}

function on(name: Name, action: unknown, more: Fields = {}): Fields {
  return { look: 1, h: handle[name], expect: expect[name], action, ...more };
}

function formWith(first: Node): Fields {
  const root = formWindow().root!;
  return { root: { ...root, n: [first, ...root.n!.slice(1)] } };
}

for (const sdk of levels) {
  test(`API ${sdk}: actions reach the node with their arguments`, async (t) => {
    const { companion, phone } = await looked(t, sdk);
    const done: Fields[] = [];
    const act = async (name: Name, action: unknown, more: Fields, logged: Fields): Promise<void> => {
      assert.deepEqual(await companion.ok('act', on(name, action, more)), { way: 'action' });
      done.push({ call: 'performAction', ...logged });
    };
    await act('button', 'click', {}, { k: '7:4294967298', action: 16, arguments: {} });
    await act(
      'field',
      'setText',
      { text: '\u{1f600}\n' },
      {
        k: '7:3',
        action: 2097152,
        arguments: { ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE: '\u{1f600}\n' },
      },
    );
    await act(
      'password',
      'setText',
      { text: 'x' },
      {
        k: '7:4',
        action: 2097152,
        arguments: { ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE: 'x' },
      },
    );
    await act(
      'field',
      'setSelection',
      { start: 1, end: 2 },
      {
        k: '7:3',
        action: 131072,
        arguments: { ACTION_ARGUMENT_SELECTION_START_INT: 1, ACTION_ARGUMENT_SELECTION_END_INT: 2 },
      },
    );
    await act('list', 'scrollForward', {}, { k: '7:6', action: 4096, arguments: {} });
    await act('button', 16908999, {}, { k: '7:4294967298', action: 16908999, arguments: {} });
    if (sdk >= 24) {
      await act(
        'slider',
        'setProgress',
        { value: 2.5 },
        {
          k: '7:5',
          action: 16908349,
          arguments: { 'android.view.accessibility.action.ARGUMENT_PROGRESS_VALUE': 2.5 },
        },
      );
    } else {
      assert.equal(
        await companion.fails('act', on('slider', 'setProgress', { value: 2.5 })),
        'unsupported, no',
      );
    }
    assert.deepEqual(phone.log('performAction'), done);
  });

  test(`API ${sdk}: touches and keys are injected without waiting for the application`, async (t) => {
    const { companion, phone } = await start(t, formWorld(sdk));
    await companion.ok('touch', { strokes: [[[10, 20, 0]]] });
    await companion.ok('key', { codes: [66, 4], meta: 1 });
    await companion.ok('text', { text: 'a1' });
    const events = phone.log('inject').map(({ event }) => event as Fields);
    assert.deepEqual(
      events.slice(0, 2).map(({ action, source, pointers }) => [action, source, pointers]),
      [0, 1].map((action) => [action, 4098, [[0, 10, 20]]]),
    );
    assert.deepEqual(
      events.slice(2).map(({ key, action, meta }) => [key, action, meta]),
      [
        [66, 0, 1],
        [66, 1, 1],
        [4, 0, 1],
        [4, 1, 1],
        [29, 0, 0],
        [29, 1, 0],
        [8, 0, 0],
        [8, 1, 0],
      ],
    );
  });
}

test('Android 5 to 7 set text although the node does not list it; later ones do not', async (t) => {
  const field = { ...formWindow().root!.n![1]!, acts: [] };
  for (const [sdk, done] of [
    [21, true],
    [24, true],
    [28, false],
  ] as const) {
    const { companion } = await looked(t, sdk, { root: { ...formWindow().root!, n: [field] } });
    const request = { look: 1, h: 3, expect: expect.field, action: 'setText', text: 'x' };
    if (done) await companion.ok('act', request);
    else assert.equal(await companion.fails('act', request), 'unsupported, no');
  }
});

test('there is no act on a node that is gone or has changed', async (t) => {
  const { companion, phone } = await looked(t, 30);
  for (const change of [
    { t: 'Delete' },
    { d: '' },
    { r: 'org.example:id/other' },
    { c: 'android.view.View' },
  ]) {
    phone.show(formWorld(30, formWith(button(change))));
    assert.equal(await companion.fails('act', on('button', 'click')), 'stale, no', JSON.stringify(change));
  }
  phone.show(formWorld(30, formWith(button({ k: '7:99' }))));
  assert.equal(await companion.fails('act', on('button', 'click')), 'stale, no');
  assert.deepEqual(phone.log('performAction'), []);
});

/** A row that contains a name, instead of the button. */
function row(name: Node | undefined): Node {
  const n = name === undefined ? [] : [name];
  return { k: '7:20', c: 'android.view.ViewGroup', b: [0, 100, 1080, 200], s: 7, acts: [16], n };
}

function nameOf(extra: Fields = {}): Node {
  return { k: '7:21', c: 'android.widget.TextView', t: 'Ada', b: [0, 100, 500, 200], s: 3, ...extra };
}

test('there is no act on a row whose view now shows another row', async (t) => {
  const { companion, phone } = await looked(t, 30, formWith(row(nameOf())));
  const name = { h: 4, c: 'android.widget.TextView', t: 'Ada' };
  const click = { look: 1, h: 3, expect: { c: 'android.view.ViewGroup' }, action: 'click', with: [name] };
  for (const recycled of [
    nameOf({ t: 'Grace' }),
    nameOf({ d: 'Ada, friend' }),
    nameOf({ k: '7:22' }),
    undefined,
  ]) {
    phone.show(formWorld(30, formWith(row(recycled))));
    assert.equal(await companion.fails('act', click), 'stale, no', JSON.stringify(recycled));
  }
  assert.deepEqual(phone.log('performAction'), []);
  phone.show(formWorld(30, formWith(row(nameOf()))));
  assert.deepEqual(await companion.ok('act', click), { way: 'action' });
  // A password's text is not compared here either.
  const password = { h: 6, c: 'android.widget.EditText' };
  await companion.ok('act', { ...click, with: [name, password] });
  assert.deepEqual(
    phone.log('performAction').map(({ k }) => k),
    ['7:20', '7:20'],
  );
});

test('a field that was empty and now has text is stale', async (t) => {
  const { companion } = await looked(t, 30);
  const { d: _, ...incomplete } = expect.button;
  assert.equal(await companion.fails('act', on('button', 'click', { expect: incomplete })), 'stale, no');
});

test('the last two kept looks can be acted on', async (t) => {
  const { companion } = await looked(t, 30);
  await companion.ok('look', { keep: false });
  await companion.ok('look', { keep: true });
  await companion.ok('act', on('button', 'click'));
  await companion.ok('act', on('button', 'click', { look: 3 }));
  assert.equal(await companion.fails('act', on('button', 'click', { look: 2 })), 'stale, no');
  await companion.ok('look', { keep: true });
  assert.equal(await companion.fails('act', on('button', 'click')), 'stale, no');
});

test('invalid requests are refused before anything is done', async (t) => {
  const { companion, phone } = await looked(t, 30);
  const bad: readonly [string, Fields][] = [
    ['act', { ...on('button', 'click'), h: 99 }],
    ['act', { ...on('button', 'click'), expect: undefined }],
    ['act', on('button', 'fly')],
    ['act', on('button', 'click 16')],
    ['act', on('button', 16.5)],
    ['act', { ...on('button', 'click'), look: 1 + 2 ** 32 }],
    ['act', { ...on('button', 'click'), expect: { c: 5 } }],
    ...[
      'all',
      {},
      [5],
      [null],
      [{}],
      [{ ...expect.field, h: '4' }],
      [{ ...expect.field, h: 4.5 }],
      [{ ...expect.field, h: 99 }],
      [{ h: 4, t: 5 }],
      Array.from({ length: 9 }, () => ({ ...expect.field, h: handle.field })),
    ].map((others): [string, Fields] => ['act', on('button', 'click', { with: others })]),
    ['act', on('slider', 'setProgress')],
    ['act', on('button', undefined)],
    ['act', on('field', 'setText')],
    ['touch', {}],
    ['touch', { strokes: [] }],
    ['touch', { strokes: [[]] }],
    ['touch', { strokes: [[[1, 2]]] }],
    [
      'touch',
      {
        strokes: [
          [
            [1, 2, 50],
            [1, 2, 40],
          ],
        ],
      },
    ],
    ['touch', { strokes: Array.from({ length: 11 }, () => [[1, 1, 0]]) }],
    ['key', {}],
    ['key', { codes: [] }],
    ['key', { codes: ['a'] }],
    ['text', {}],
    ['global', { action: 'fly' }],
    ['rotate', { to: 4 }],
    ['rotate', {}],
    ['languages', { tags: 'en US; reboot' }],
    ['setting.get', { table: 'other', name: 'x' }],
    ['setting.put', { table: 'system', value: '1' }],
    ['clipboard.set', {}],
  ];
  for (const [method, fields] of bad) {
    assert.equal(
      await companion.fails(method, fields),
      'bad-request, no',
      `${method} ${JSON.stringify(fields)}`,
    );
  }
  assert.equal(await companion.fails('act', on('list', 'dismiss')), 'unsupported, no');
  assert.deepEqual(
    phone.log().filter(({ call }) => call !== 'connect'),
    [],
  );
});

test('an application that refuses, and one that does not answer', async (t) => {
  const { companion, phone } = await looked(t, 30, formWith(button({ refuses: true })));
  assert.equal(await companion.fails('act', on('button', 'click')), 'refused, no');
  phone.show(formWorld(30, formWith(button({ hangOnAction: 3000 }))));
  assert.equal(await companion.fails('act', on('button', 'click'), 500), 'timeout, maybe');
  // Its thread was given up; a new one serves.
  await companion.ok('act', on('slider', 16908349, { value: 1 }));
  phone.show(formWorld(30, formWith(button({ hangOnAction: 4700, refuses: true }))));
  assert.equal(await companion.fails('act', on('button', 'click')), 'timeout, maybe');
});

test('two fingers follow their paths', async (t) => {
  const { companion, phone } = await start(t, formWorld(28));
  const strokes = [
    [
      [0, 0, 0],
      [100, 0, 100],
    ],
    [
      [500, 500, 30],
      [500, 400, 60],
    ],
  ];
  await companion.ok('touch', { strokes });
  const events = phone.log('inject').map(({ event }) => event as { action: number; pointers: number[][] });
  const changes = events
    .filter(({ action }) => action !== 2)
    .map(({ action, pointers }) => [action, pointers]);
  assert.deepEqual(changes, [
    [0, [[0, 0, 0]]],
    [
      5 | (1 << 8),
      [
        [0, 30, 0],
        [1, 500, 500],
      ],
    ],
    [
      6 | (1 << 8),
      [
        [0, 60, 0],
        [1, 500, 400],
      ],
    ],
    [1, [[0, 100, 0]]],
  ]);
  const moves = events.filter(({ action }) => action === 2);
  assert.deepEqual(moves[0]?.pointers, [[0, 10, 0]]);
  assert.deepEqual(moves.at(-1)?.pointers, [[0, 100, 0]]);
  assert.ok(moves.length >= 9);
});

test('a touch that runs out of time or is cancelled lifts its fingers', async (t) => {
  const { companion, phone } = await start(t, formWorld(28));
  const strokes = [
    [
      [0, 0, 0],
      [0, 0, 8000],
    ],
  ];
  assert.equal(await companion.fails('touch', { strokes }, 300), 'timeout, partly');
  const last = (): unknown => (phone.log('inject').at(-1)?.event as Fields).action;
  assert.equal(last(), 3);
  const { id, answer } = companion.start('touch', { strokes });
  while (last() === 3) await companion.ok('ping');
  companion.cancel(id);
  const { error } = await answer;
  assert.deepEqual([error?.code, error?.done, last()], ['cancelled', 'partly', 3]);
});

test('a held key that is cancelled is released as cancelled', async (t) => {
  const { companion, phone } = await start(t, formWorld(28));
  assert.equal(await companion.fails('key', { codes: [66], hold: 8000 }, 300), 'timeout, partly');
  const { action, flags } = phone.log('inject').at(-1)?.event as Fields;
  assert.deepEqual([action, flags], [1, 32]);
});

test('a key that is held long enough is a long press', async (t) => {
  const { companion, phone } = await start(t, formWorld(28));
  await companion.ok('key', { codes: [3], hold: 520 });
  await companion.ok('key', { codes: [3], hold: 50 });
  const LONG_PRESS = 128;
  assert.deepEqual(
    phone.log('inject').map(({ event }) => {
      const { action, flags, repeat } = event as Fields;
      return [action, flags, repeat];
    }),
    [
      [0, 0, undefined],
      [0, LONG_PRESS, 1],
      [1, 0, undefined],
      [0, 0, undefined],
      [1, 0, undefined],
    ],
  );
});

test('a phone that forbids injection reports it', async (t) => {
  const { companion } = await start(t, formWorld(33, {}, { input: 'denied' }));
  const { error } = await companion.ask('touch', { strokes: [[[1, 1, 0]]] });
  assert.deepEqual([error?.code, error?.done], ['denied', 'no']);
  assert.match(String(error?.message), /INJECT_EVENTS/);
  assert.equal(await companion.fails('key', { codes: [66] }), 'denied, no');
});

test('an event that Android rejects', async (t) => {
  const { companion } = await start(t, formWorld(33, {}, { input: 'refused' }));
  assert.equal(await companion.fails('touch', { strokes: [[[1, 1, 0]]] }), 'refused, no');
  assert.equal(await companion.fails('key', { codes: [66] }), 'refused, no');
  const later = await start(t, formWorld(33, {}, { refusedAfter: 3 }));
  assert.equal(await later.companion.fails('key', { codes: [66, 67] }), 'refused, partly');
  assert.equal((later.phone.log('inject').at(-1)?.event as Fields).key, 67);
});

test('text with a missing key types nothing', async (t) => {
  const { companion, phone } = await start(t, formWorld(21));
  const { error } = await companion.ask('text', { text: 'aéb中' });
  assert.deepEqual([error?.code, error?.done], ['unsupported', 'no']);
  assert.match(String(error?.message), /^2 /);
  assert.deepEqual(phone.log('inject'), []);
});

test('global actions', async (t) => {
  const { companion, phone } = await start(t, formWorld(28));
  for (const action of [
    'back',
    'home',
    'recents',
    'notifications',
    'quickSettings',
    'powerDialog',
    'lockScreen',
  ]) {
    assert.deepEqual(await companion.ok('global', { action }), {});
  }
  assert.deepEqual(
    phone.log('performGlobalAction').map(({ action }) => action),
    [1, 2, 3, 4, 5, 6, 8],
  );
  phone.show(formWorld(28, {}, { refusesGlobalActions: true }));
  assert.equal(await companion.fails('global', { action: 'back' }), 'refused, no');
  const old = await start(t, formWorld(24));
  assert.equal(await old.companion.fails('global', { action: 'lockScreen' }), 'unsupported, no');
});

test('waking waits until the screen is on', async (t) => {
  const { companion, phone } = await start(t, formWorld(31, {}, { asleep: true }));
  assert.equal((await companion.ok('display')).awake, false);
  assert.deepEqual(await companion.ok('wake'), {});
  assert.equal((await companion.ok('display')).awake, true);
  await companion.ok('wake');
  assert.deepEqual(
    phone.log('inject').map(({ event }) => (event as Fields).key),
    [224, 224],
  );
  const dark = await start(t, formWorld(31, {}, { asleep: true, staysAsleep: true }));
  assert.equal(await dark.companion.fails('wake', {}, 300), 'timeout, maybe');
});
