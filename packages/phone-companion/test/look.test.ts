import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start, type Companion, type Fields } from './support/companion.ts';
import { levels } from './support/stubs.ts';
import { button, formWindow, formWorld, statusBar, type Node, type Window } from './support/world.ts';

interface Seen extends Fields {
  readonly windows: readonly (Fields & { root?: Fields & { n: Fields[] } })[];
  readonly notes?: readonly string[];
}

async function look(companion: Companion, fields: Fields = {}, within = 20_000): Promise<Seen> {
  return (await companion.ok('look', fields, within)) as Seen;
}

/** The first API level of each fact that 21 lacks. */
const since: Readonly<Record<string, number>> = {
  order: 24,
  hint: 26,
  pane: 28,
  tooltip: 28,
  state: 30,
  uid: 33,
  container: 34,
  supplement: 36,
  checked: 36,
  expanded: 36,
};
const stateBits: Readonly<Record<number, number>> = { 13: 28, 14: 26, 18: 24, 19: 23, 20: 36, 21: 34 };

/** The facts of a level in the protocol's form, without handles. */
function told(node: Node, sdk: number): Fields {
  const { t, n, s, ...rest } = node as Node & { t?: string; s: number };
  const facts = Object.fromEntries(Object.entries(rest).filter(([name]) => sdk >= (since[name] ?? 21)));
  const states = Object.entries(stateBits).reduce(
    (bits, [bit, level]) => (sdk < level ? bits & ~(1 << Number(bit)) : bits),
    s,
  );
  const isPassword = (s & (1 << 9)) !== 0;
  return {
    ...facts,
    s: states,
    ...(t !== undefined && (isPassword ? { len: Array.from(t).length } : { t })),
    ...(n !== undefined && { n: n.map((child) => told(child, sdk)) }),
  };
}

function withoutHandles(node: Fields & { h?: unknown; n?: readonly Fields[] }): Fields {
  const { h: _, n, ...rest } = node;
  return { ...rest, ...(n !== undefined && { n: n.map(withoutHandles) }) };
}

function handles(node: Fields): unknown[] {
  return [node.h, ...((node.n ?? []) as Fields[]).flatMap(handles)];
}

for (const sdk of levels) {
  test(`API ${sdk}: a look has every window and node with the facts of this level`, async (t) => {
    const { companion } = await start(t, formWorld(sdk, { pip: true }));
    const { windows, ...rest } = await look(companion, { keep: true });
    const expected = [statusBar(), { ...formWindow(), pip: true }].map(
      ({ root, title, pip, ...window }: Window) => ({
        ...window,
        ...(sdk >= 24 && title !== undefined && { title }),
        ...(sdk >= 26 && pip === true && { pip }),
        root: told(root!, sdk),
      }),
    );
    assert.deepEqual(
      windows.map(({ root, ...window }) => ({ ...window, root: withoutHandles(root!) })),
      expected,
    );
    assert.deepEqual(
      windows.flatMap(({ root }) => handles(root!)),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    const { fingerprint, ...others } = rest;
    assert.match(String(fingerprint), /^[0-9a-f]{40}$/);
    assert.deepEqual(others, {
      look: 1,
      display: {
        width: 1080,
        height: 1920,
        rotation: 0,
        density: 420,
        awake: true,
        activity: 'org.example/org.example.Form',
      },
      toasts: [],
      event: 0,
    });
  });
}

test('no answer contains the text of a password', async (t) => {
  const { companion } = await start(
    t,
    formWorld(
      34,
      {},
      {
        events: [
          { type: 16, password: true, texts: ['sec\u{1f600}t'] },
          { type: 64, password: true, texts: ['sec\u{1f600}t'] },
          { type: 1, class: 'android.inputmethodservice.Keyboard$Key', texts: ['s'] },
        ],
      },
    ),
  );
  const seen = JSON.stringify([await look(companion), await companion.ok('events', { after: 0 })]);
  assert.ok(!seen.includes('sec'));
  assert.ok(!seen.includes('"texts"'));
});

test('an empty password field shows its hint, which is not secret; one that only claims to be empty does not', async (t) => {
  const empty = {
    k: '7:2',
    c: 'android.widget.EditText',
    t: 'PIN',
    hint: 'PIN',
    b: [0, 0, 9, 9],
    s: (1 << 9) | (1 << 14),
  };
  const filled = { ...empty, k: '7:3', t: '1234' };
  for (const [sdk, texts] of [
    [34, ['PIN', undefined, undefined, 4]],
    [24, [undefined, 3, undefined, 4]],
  ] as const) {
    const { companion } = await start(
      t,
      formWorld(sdk, { root: { ...formWindow().root!, n: [empty, filled] } }),
    );
    const nodes = (await look(companion)).windows[1]?.root?.n;
    assert.deepEqual(
      nodes?.flatMap(({ t: text, len }) => [text, len]),
      texts,
    );
  }
});

test('a long answer is deflated, a short one is not', async (t) => {
  const { companion } = await start(t, formWorld(30));
  assert.equal((await companion.ask('ping')).flags, 0);
  await companion.ok('clipboard.set', { text: 'x'.repeat(2030) });
  assert.equal((await companion.ask('clipboard.get')).flags, 0);
  await companion.ok('clipboard.set', { text: 'x'.repeat(2048) });
  const { flags, ok } = await companion.ask('clipboard.get');
  assert.deepEqual([flags, ok], [1, { text: 'x'.repeat(2048) }]);
});

for (const [screenshot, format] of [
  ['ok', 'jpeg'],
  ['ok', 'png'],
  ['hardware', 'jpeg'],
] as const) {
  test(`a look brings the picture (${screenshot}, ${format})`, async (t) => {
    const { companion } = await start(t, formWorld(34, {}, { screenshot }));
    const { ok, data } = await companion.ask('look', { picture: { format, quality: 80 } });
    assert.deepEqual(ok?.picture, { format, width: 1080, height: 1920 });
    assert.equal(data?.toString(), `${format.toUpperCase()} 80`);
  });
}

test('a picture is made as small as the host needs it, never larger, and told where it is black', async (t) => {
  const { companion, phone } = await start(t, formWorld(34, {}, { screenshot: 'hardware' }));
  const sized = async (longest: number) => (await look(companion, { picture: { longest } })).picture;
  assert.deepEqual(await sized(700), { format: 'jpeg', width: 393, height: 700 });
  assert.deepEqual(await sized(1), { format: 'jpeg', width: 1, height: 1 });
  assert.deepEqual(await sized(5000), { format: 'jpeg', width: 1080, height: 1920 });
  phone.show(formWorld(34, {}, { screenshot: 'black' }));
  assert.deepEqual(await sized(700), { format: 'jpeg', width: 393, height: 700, black: true });
});

test('a look succeeds without its picture', async (t) => {
  const { companion, phone } = await start(t, formWorld(21, {}, { screenshot: 'null' }));
  assert.deepEqual((await look(companion, { picture: { format: 'jpeg' } })).picture, { missing: 'null' });
  phone.show(formWorld(21, {}, { screenshot: 'throws' }));
  const { picture, windows } = await look(companion, { picture: {} });
  assert.deepEqual(picture, { missing: 'failed: java.lang.RuntimeException: no screenshot' });
  assert.equal(windows.length, 2);
  phone.show(formWorld(21, {}, { screenshot: 'huge' }));
  assert.deepEqual((await look(companion, { picture: {} })).picture, {
    missing: 'failed: java.lang.OutOfMemoryError: of the stubs',
  });
});

test('missing windows of the system are restored once', async (t) => {
  const { companion } = await start(t, formWorld(23, {}, { systemWindowsMissing: true }));
  const { windows, notes } = await look(companion);
  assert.deepEqual(notes, ['windows-cured']);
  assert.equal(windows.length, 2);
  assert.equal((await look(companion)).notes, undefined);
});

test('a full screen without windows of the system is not a fault', async (t) => {
  const { companion } = await start(t, formWorld(30, {}, { windows: [formWindow()] }));
  const { windows, notes } = await look(companion);
  assert.equal(notes, undefined);
  assert.equal(windows.length, 1);
});

test('without a list of windows the active one is read', async (t) => {
  const { companion } = await start(t, formWorld(30, {}, { noWindows: true }));
  const { windows, notes } = await look(companion);
  assert.deepEqual(notes, ['active-only']);
  const [{ root, ...window }] = windows as [Fields];
  assert.deepEqual(window, {
    id: 7,
    type: 1,
    layer: 0,
    bounds: [0, 0, 1080, 1920],
    active: true,
    focused: true,
    display: 0,
    package: 'org.example',
  });
  assert.deepEqual(withoutHandles(root as Fields), told(formWindow().root!, 30));
});

test('a hanging application costs its window, not the look, and is skipped while it hangs', async (t) => {
  const { companion, phone } = await start(t, formWorld(30, { hangs: 8000 }));
  const { windows } = await look(companion, {}, 3000);
  assert.deepEqual(
    windows.map(({ id, missing, root }) => [id, missing, root !== undefined]),
    [
      [3, undefined, true],
      [7, 'hung', false],
    ],
  );
  const asked = phone.log('hang').length;
  assert.equal((await look(companion)).windows[1]?.missing, 'hung');
  assert.equal(phone.log('hang').length, asked);
});

test('a null root is read once more, and then reported', async (t) => {
  const { companion, phone } = await start(t, formWorld(28, { nullRoots: 1 }));
  assert.equal((await look(companion)).windows[1]?.missing, undefined);
  const { root: _, ...rootless } = formWindow();
  phone.show(formWorld(28, {}, { windows: [rootless, statusBar()] }));
  assert.equal((await look(companion)).windows[1]?.missing, 'null');
});

for (const c of ['android.webkit.WebView', 'io.flutter.embedding.android.FlutterView']) {
  test(`an empty ${c} is read again`, async (t) => {
    const root: Node = { k: '7:1', c, b: [0, 0, 9, 9], s: 3, n: [button()] };
    const { companion, phone } = await start(t, formWorld(33, { emptyReads: 1, root }));
    const { windows, notes } = await look(companion);
    assert.deepEqual(notes, ['reread']);
    assert.equal(windows[1]?.root?.n.length, 1);
    phone.show(formWorld(33, { root: { k: '7:9', c, b: [0, 0, 9, 9], s: 3 } }));
    assert.deepEqual((await look(companion)).notes, ['reread']);
    assert.equal((await look(companion)).notes, undefined, 'one that stays empty is waited for once');
  });
}

test('a look ends at its limit of nodes', async (t) => {
  const { companion } = await start(t, formWorld(30));
  const { windows, notes } = await look(companion, { nodes: 4 });
  assert.deepEqual(notes, ['nodes-cut']);
  assert.deepEqual(
    windows.flatMap(({ root }) => handles(root!)),
    [0, 1, 2, 3],
  );
  const first = await look(companion, { nodes: 2 });
  assert.equal(first.windows[1]?.missing, 'cut');
  assert.equal(await companion.fails('look', { nodes: 0 }), 'bad-request, no');
});

test('toasts, notifications and announcements are recorded', async (t) => {
  const { companion, phone } = await start(t, formWorld(30));
  const events = [
    { type: 64, package: 'org.example', class: 'android.widget.Toast$TN', texts: ['Saved'], window: 5 },
    {
      type: 64,
      package: 'org.mail',
      class: 'android.app.Notification',
      notification: ['Ada', 'Hello'],
      texts: ['x'],
    },
    { type: 2048, package: 'org.example', class: 'android.widget.TextView', texts: ['typed'] },
  ];
  phone.show(formWorld(30, {}, { events }));
  await until(async () => (await companion.ok('events', { after: 0 })).last === 3);
  const { toasts, event } = await look(companion);
  const [toast] = toasts as Fields[];
  assert.deepEqual(
    [toast?.text, toast?.package, (toasts as unknown[]).length, event],
    ['Saved', 'org.example', 1, 3],
  );
  const heard = (await companion.ok('events', { after: 1 })) as { lost: number; events: Fields[] };
  assert.deepEqual(
    heard.events.map(({ ms: _, ...one }) => one),
    [
      { n: 2, type: 64, package: 'org.mail', class: 'android.app.Notification', texts: ['Ada', 'Hello'] },
      { n: 3, type: 2048, package: 'org.example', class: 'android.widget.TextView' },
    ],
  );
  assert.equal(heard.lost, 0);
});

test('the ring keeps 256 events and says how many were lost', async (t) => {
  const events = Array.from({ length: 300 }, (_, i) => ({ type: 2048, window: i }));
  const { companion } = await start(t, formWorld(36, {}, { events }));
  await until(async () => (await companion.ok('events', { after: 0 })).last === 300);
  const all = (await companion.ok('events', { after: 10 })) as { lost: number; events: Fields[] };
  assert.deepEqual([all.lost, all.events.length, all.events[0]?.n], [34, 256, 45]);
});

for (const sdk of [21, 34]) {
  test(`API ${sdk}: settle waits until the tree is the same for a while`, async (t) => {
    const { companion, phone } = await start(t, formWorld(sdk));
    const before = (await look(companion)).fingerprint;
    const still = await companion.ok('settle', { quiet: 50 });
    assert.deepEqual([still.settled, still.fingerprint], [true, before]);
    // Equal to `not`: it waits longer, because the change may not have begun.
    const waited = await companion.ok('settle', { quiet: 50, not: before });
    assert.ok(Number(waited.ms) >= 600, `${String(waited.ms)} ms`);
    const changing = companion.start('settle', { quiet: 50, not: before });
    phone.show(formWorld(sdk, { root: { ...formWindow().root!, n: [button({ t: 'Sent' })] } }));
    const changed = (await changing.answer).ok!;
    assert.equal(changed.settled, true);
    assert.equal(changed.fingerprint, (await look(companion)).fingerprint);
    assert.notEqual(changed.fingerprint, before);
  });
}

test('a tree that keeps changing is not settled', async (t) => {
  const { companion, phone } = await start(t, formWorld(30));
  const settle = companion.start('settle', { quiet: 2000 }, 1200);
  let count = 0;
  const timer = setInterval(() => {
    phone.show(formWorld(30, { root: { ...formWindow().root!, d: `${++count}` } }));
  }, 50);
  const { ok } = await settle.answer;
  clearInterval(timer);
  assert.equal(ok?.settled, false);
});

test('accessibility focus does not change the fingerprint, a value does', async (t) => {
  const { companion, phone } = await start(t, formWorld(30));
  const { fingerprint } = await look(companion);
  const withButton = (extra: Fields): void => {
    const root = formWindow().root!;
    phone.show(formWorld(30, { root: { ...root, n: [button(extra), ...root.n!.slice(1)] } }));
  };
  withButton({ s: Number(button().s) | (1 << 17) });
  assert.equal((await look(companion)).fingerprint, fingerprint);
  for (const extra of [
    { t: 'Other' },
    { d: 'x' },
    { b: [0, 0, 1, 1] },
    { s: 3 },
    { r: 'a:id/b' },
    { state: 'on' },
  ]) {
    withButton(extra);
    assert.notEqual((await look(companion)).fingerprint, fingerprint, JSON.stringify(extra));
  }
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}
