import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '../../src/apps/registry.ts';
import { workbench } from '../framework/workbench.ts';
import { byId, companionOnPhone, nodesOf, nodeWhere, type SeenNode } from './companion-on-phone.ts';

const CLICK = 16;
const SCROLL_FORWARD = 4096;
const SCROLL_BACKWARD = 8192;
const SET_TEXT = 2_097_152;

const LOGIN = 'com.example.login/.LoginActivity';
const WORKBENCH = { apps: [...apps, workbench], open: 'test.workbench/.Main' };
const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';

for (const release of [5, 9, 12, 14] as const) {
  test(`set text and click work by accessibility on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, open: LOGIN });
    const look = await companion.look();
    const name = byId(look, 'username');
    // Trap 7: Android 5 does not list all supported actions.
    assert.equal(name.acts?.includes(SET_TEXT), release !== 5);
    assert.ok((await companion.act(look, byId(look, 'password'), 'setText', { text: 'pa55word' }))?.ok);
    assert.equal(JSON.stringify(await companion.look()).includes('pa55word'), false);
    for (const [id, text] of [
      ['username', 'demo'],
      ['password', 'secret123'],
    ] as const)
      assert.deepEqual((await companion.act(look, byId(look, id), 'setText', { text }))?.ok, {
        way: 'action',
      });
    const filled = await companion.look();
    assert.equal(byId(filled, 'username').t, 'demo');
    assert.equal('t' in byId(filled, 'password'), false);
    assert.equal(byId(filled, 'password').len, release === 5 ? undefined : 9);
    assert.deepEqual((await companion.act(filled, byId(filled, 'sign_in'), 'click'))?.ok, { way: 'action' });
    await companion.get('settle', { not: filled.fingerprint, quiet: 100 });
    for (;;) {
      const after = await companion.look();
      if (nodesOf(after).some(({ t: text }) => text === 'Welcome, demo!')) break;
    }
  });
}

test('a click reaches a view that a dialog covers, because no finger is needed', async (t) => {
  const { companion, phone } = await companionOnPhone(t, WORKBENCH);
  const look = await companion.look();
  phone.framework.expandNotifications();
  assert.ok((await companion.act(look, byId(look, 'press'), 'click'))?.ok);
  assert.ok((await companion.act(look, byId(look, 'press'), 'longClick'))?.ok);
  phone.framework.collapseShade();
  assert.equal(byId(await companion.look(), 'log').t, 'tap long');
});

test('a node that changed since the look is stale, and nothing is done', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { open: LOGIN });
  const look = await companion.look();
  const name = byId(look, 'username');
  assert.ok((await companion.act(look, name, 'setText', { text: 'a' }))?.ok);
  const again = await companion.act(look, name, 'setText', { text: 'b' });
  assert.deepEqual([again?.error?.code, again?.error?.done], ['stale', 'no']);
  assert.equal(byId(await companion.look(), 'username').t, 'a');
  phone.framework.home();
  const gone = await companion.act(look, byId(look, 'sign_in'), 'click');
  assert.deepEqual([gone?.error?.code, gone?.error?.done], ['stale', 'no']);
});

test('a recycled row is distinguished from the row of the look', async (t) => {
  const { companion } = await companionOnPhone(t, { open: CONTACTS });
  const look = await companion.look();
  const list = nodeWhere(look, ({ c }) => c === 'androidx.recyclerview.widget.RecyclerView');
  const rows = (list.n ?? []).map(({ item }) => item);
  assert.deepEqual(rows.slice(0, 2), [
    [0, 1, 0, 1, 0],
    [1, 1, 0, 1, 0],
  ]);
  const keys = new Set((list.n ?? []).map(({ k }) => k));
  assert.equal(keys.size, list.n?.length);
  let current = look;
  let recycled = false;
  for (let page = 0; page < 6; page++) {
    const scroller = nodeWhere(current, ({ c }) => c === 'androidx.recyclerview.widget.RecyclerView');
    assert.ok((await companion.act(current, scroller, 'scrollForward'))?.ok);
    await companion.get('settle', { not: current.fingerprint, quiet: 60 });
    current = await companion.look();
    recycled ||= nodesOf(current).some(({ k, item }) => item !== undefined && keys.has(k));
  }
  assert.ok(recycled);
});

test('a click on a row whose view shows another row now is stale, and nothing is done', async (t) => {
  const { companion } = await companionOnPhone(t, { open: CONTACTS });
  const look = await companion.look();
  const list = nodeWhere(look, ({ c }) => c === 'androidx.recyclerview.widget.RecyclerView');
  const nameIn = (row: SeenNode) => row.n?.find(({ r }) => r?.endsWith(':id/cliv_name_textview') === true);
  // Scrolls until a row's view shows another person.
  let now = look;
  let row: SeenNode | undefined;
  let name: SeenNode | undefined;
  let nameNow: SeenNode | undefined;
  while (row === undefined || name?.t === nameNow?.t) {
    assert.ok((await companion.act(look, list, 'scrollForward'))?.ok);
    await companion.get('settle', { not: now.fingerprint, quiet: 60 });
    now = await companion.look({ keep: false });
    const shown = nodeWhere(now, ({ k }) => k === list.k).n ?? [];
    row = list.n?.find(({ k }) => shown.some((one) => one.k === k));
    [name, nameNow] = [row, shown.find(({ k }) => k === row?.k)].map((one) => one && nameIn(one));
  }
  assert.ok(name && nameNow);
  const { h, c, t: text, r } = name;
  const others = [{ h, c, t: text, r }];
  const stale = await companion.act(look, row, 'click', { with: others });
  assert.deepEqual([stale?.error?.code, stale?.error?.done], ['stale', 'no']);
  nodeWhere(await companion.look({ keep: false }), ({ k }) => k === list.k);
  // The row alone is not enough to notice: with the current name the click goes through.
  assert.ok((await companion.act(look, row, 'click', { with: [{ h, c, t: nameNow.t, r }] }))?.ok);
  await companion.get('settle', { quiet: 60 });
  const card = await companion.look({ keep: false });
  assert.ok(nodesOf(card).some(({ t: shown }) => shown === nameNow.t));
});

test('a scroller offers only the ways in which it can still move, and moves about a page', async (t) => {
  const { companion } = await companionOnPhone(t, { open: CONTACTS });
  const isList = ({ c }: { c?: string }) => c === 'androidx.recyclerview.widget.RecyclerView';
  const look = await companion.look();
  const list = nodeWhere(look, isList);
  assert.ok(list.acts?.includes(SCROLL_FORWARD));
  assert.equal(list.acts?.includes(SCROLL_BACKWARD), false);
  assert.deepEqual((await companion.act(look, list, 'scrollBackward'))?.error?.code, 'unsupported');
  assert.ok((await companion.act(look, list, 'scrollForward'))?.ok);
  await companion.get('settle', { not: look.fingerprint, quiet: 60 });
  const after = nodeWhere(await companion.look(), isList);
  assert.ok(after.acts?.includes(SCROLL_BACKWARD));
  const first = Number((after.n?.[0]?.item as number[])[0]);
  assert.ok(Math.abs(first - (list.n ?? []).length) <= 2, `row ${first} after a page of ${list.n?.length}`);
});

test('sliders have a range that can be set, and a state with the value', async (t) => {
  const { companion } = await companionOnPhone(t, WORKBENCH);
  const look = await companion.look();
  const slider = byId(look, 'slider');
  assert.deepEqual(slider.range, [0, 0, 100, 0]);
  assert.equal(slider.state, '0%');
  assert.ok((await companion.act(look, slider, 'setProgress', { value: 40 }))?.ok);
  const after = await companion.look();
  assert.deepEqual(byId(after, 'slider').range, [0, 0, 100, 40]);
  assert.equal(byId(after, 'slider').state, '40%');
  assert.equal(byId(after, 'value').t, '0.40');
  assert.ok((await companion.act(after, byId(after, 'slider'), 'scrollForward'))?.ok);
  assert.equal(byId(await companion.look(), 'value').t, '0.45');
  const same = await companion.look();
  assert.equal(
    (await companion.act(same, byId(same, 'slider'), 'setProgress', { value: 45 }))?.error?.code,
    'refused',
  );
});

test('a selection is set, refused where it is the same or too long, and the length limit is kept', async (t) => {
  const { companion } = await companionOnPhone(t, WORKBENCH);
  const look = await companion.look();
  assert.ok((await companion.act(look, byId(look, 'limited'), 'setText', { text: 'abcdefgh' }))?.ok);
  const set = await companion.look();
  const limited = byId(set, 'limited');
  assert.deepEqual([limited.t, limited.sel, limited.max], ['abcde', [5, 5], 5]);
  assert.ok((await companion.act(set, limited, 'setSelection', { start: 1, end: 3 }))?.ok);
  assert.deepEqual(byId(await companion.look(), 'limited').sel, [1, 3]);
  for (const [start, end] of [
    [1, 3],
    [2, 9],
  ])
    assert.equal((await companion.act(set, limited, 'setSelection', { start, end }))?.error?.code, 'refused');
});

test('a pager turns by its own action', async (t) => {
  const { companion } = await companionOnPhone(t, WORKBENCH);
  const look = await companion.look();
  assert.ok((await companion.act(look, byId(look, 'pager'), 'scrollForward'))?.ok);
  await companion.get('settle', { not: look.fingerprint, quiet: 60 });
  const after = await companion.look();
  assert.ok(nodesOf(after).some(({ t: text }) => text === 'Second page'));
});

test('an action that the node or the release lacks is refused before anything is done', async (t) => {
  const { companion } = await companionOnPhone(t, { release: 5, open: LOGIN });
  const look = await companion.look();
  const name = byId(look, 'username');
  assert.ok(name.acts?.includes(CLICK));
  assert.equal((await companion.act(look, name, 'imeEnter'))?.error?.code, 'unsupported');
  assert.equal((await companion.act(look, name, 'dismiss'))?.error?.code, 'unsupported');
  assert.equal((await companion.act(look, name, 'fly'))?.error?.code, 'bad-request');
  assert.equal((await companion.act({ ...look, look: 99 }, name, 'click'))?.error?.code, 'stale');
});

test('looks older than the last two are not kept', async (t) => {
  const { companion } = await companionOnPhone(t, { open: LOGIN });
  const first = await companion.look();
  await companion.look({ keep: false });
  await companion.look();
  assert.ok((await companion.act(first, byId(first, 'username'), 'focus'))?.ok);
  await companion.look();
  assert.equal((await companion.act(first, byId(first, 'password'), 'focus'))?.error?.code, 'stale');
});
