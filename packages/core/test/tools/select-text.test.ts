import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NotOffered } from '../../src/device/errors.ts';
import { desktopKeys, phoneKeys, selectionKeys } from '../../src/device/keys.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import { Concealment } from '../../src/guard/secrets/concealment.ts';
import { CANARY, PASSWORD } from '@handeye/testing/canary';
import { box, button, field, full, node, viewOf } from '@handeye/testing/screens';
import { capable, type Deed, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const GROCERIES = 'Groceries for Sunday 🍞, and for\nMonday';

interface Shown {
  readonly text?: string;
  readonly selection?: { readonly start: number; readonly end: number };
  readonly password?: boolean;
  readonly focused?: boolean;
}

function note({ text = GROCERIES, focused = true, ...parts }: Shown = {}) {
  const content = field('note', box(60, 320, 1020, 440), { text, focused, ...parts });
  return viewOf(node('FrameLayout', full, { children: [content, button('Save', box(60, 640, 500, 760))] }));
}

/** A phone whose field selects what it is asked for. */
function phone(shown: Shown = {}, capabilities = capable()) {
  const device = Object.assign(new ScriptedDevice(note(shown), { capabilities }), {
    moreKeys: [...phoneKeys, ...selectionKeys],
  });
  device.react = (deed) => {
    const range = rangeOf(deed);
    if (range) device.view = note({ ...shown, selection: range });
  };
  return bench(note(shown), { device, screenFormat: 'lean', toolsets: ['device', 'model'] });
}

function rangeOf(deed: Deed) {
  return deed.did === 'act' && deed.action.kind === 'selectText' ? deed.action.selects.range : undefined;
}

const did = ({ device }: ReturnType<typeof phone>) =>
  device.actions.map((deed) => {
    if (deed.did !== 'act') return deed.did === 'press' ? `press ${deed.key}` : deed.did;
    return deed.action.kind === 'selectionKey' ? `act ${deed.action.key}` : deed.action.kind;
  });

describe('select_text', () => {
  for (const [what, args, selected] of [
    ['words', { text: 'Sunday' }, 'Sunday'],
    ['words across a line break, as the screen shows them', { text: 'for Monday' }, 'for\nMonday'],
    ['characters, of which an emoji is one', { from: 21, to: 22 }, '🍞'],
    ['everything from a character on', { from: 32 }, 'Monday'],
    ['everything up to a character', { to: 9 }, 'Groceries'],
  ] as const) {
    test(`selects ${what}`, async () => {
      const tools = phone();
      const answer = await tools.text('select_text', { element_id: 'res:note', ...args });
      assert.equal(answer, "Text selected on element 'res:note'");
      const [range] = tools.device.actions.flatMap((deed) => rangeOf(deed) ?? []);
      assert.equal(GROCERIES.slice(range?.start, range?.end), selected);
    });
  }

  test('shows what is selected in the field, and once it is not any more', async () => {
    const tools = phone();
    await tools.text('get_screen_state');
    const selected = JSON.stringify(
      await tools.observed('select_text', { element_id: 'res:note', text: 'Sunday' }),
    );
    assert.match(
      selected,
      /~ \d+ \[edit, focused\] #note = Groceries for Sunday 🍞, and for Monday \| selected 14-20: Sunday/,
    );
    tools.device.view = note();
    const state = await tools.text('get_screen_state', { since: /(s\w+)"/.exec(selected)?.[1] });
    assert.match(state, /~ \d+ \[edit, focused\] #note = .* \(was selected: Sunday\)/);
  });

  test('a range that ends before it begins is refused by both numbers', async () => {
    const why = await phone().fails(
      'select_text',
      { element_id: 'res:note', from: 9, to: 4 },
      'invalid_params',
    );
    assert.equal(why, "'from' (9) is behind 'to' (4). Give the smaller number as 'from'.");
  });

  test('says where words stand that the field holds more than once, and what it holds instead', async () => {
    const tools = phone();
    const select = (args: object) =>
      tools.fails('select_text', { element_id: 'res:note', ...args }, 'action_failed');
    assert.equal(
      await select({ text: 'for' }),
      "'for' is in the field 2 times, at 10, 28. Give from and to.",
    );
    assert.match(await select({ text: 'Friday' }), /does not hold 'Friday'. It holds 'Groceries for Sunday/);
    assert.match(
      await select({ from: 30, to: 99 }),
      /holds 38 characters, so there is no part from 30 to 99/,
    );
    assert.match(await select({ from: 5, to: 5 }), /no part from 5 to 5/);
    for (const args of [{}, { text: 'for', from: 3 }])
      await tools.fails('select_text', { element_id: 'res:note', ...args }, 'invalid_params');
    await tools.fails('select_text', { element_id: 'text:Save', text: 'Save' }, 'action_failed');
    assert.deepEqual(tools.device.actions, []);
  });

  test('says what the field selected instead, or that it does not tell', async () => {
    const tools = phone();
    tools.device.react = (deed) => {
      if (rangeOf(deed)) tools.device.view = note({ selection: { start: 0, end: 9 } });
    };
    const select = () => tools.text('select_text', { element_id: 'res:note', text: 'Sunday' });
    assert.match(await select(), /The field selected 'Groceries' instead/);
    tools.device.react = () => undefined;
    tools.device.view = note();
    assert.match(await select(), /does not tell that anything is selected/);
  });

  test('is one clear error on a device that selects nothing', async () => {
    const tools = phone({}, capable({ selectText: 'This phone cannot select a part of a text.' }));
    assert.equal(
      await tools.fails('select_text', { element_id: 'res:note', text: 'Sunday' }, 'permission_denied'),
      'This phone cannot select a part of a text.',
    );
  });

  test('selects no part of a password or of a secret, and copies neither', async () => {
    const password = phone({ password: true, text: PASSWORD });
    const words = { element_id: 'res:note', from: 0, to: 3 };
    await password.fails('select_text', words, 'permission_denied');
    for (const key of ['COPY', 'CUT'])
      assert.match(await password.fails('press_key', { key }, 'permission_denied'), /^A password cannot be /);
    const value = `horse ${CANARY}`;
    const concealment = new Concealment({ secrets: [{ name: 'KEY', app: undefined, value }] });
    const device = Object.assign(new ScriptedDevice(note({ text: '' })), { moreKeys: [...selectionKeys] });
    device.react = (deed) => {
      if (deed.did === 'act' && deed.action.kind === 'setText')
        device.view = note({ text: deed.action.text, selection: { start: 0, end: 5 } });
    };
    const secret = bench(note({ text: '' }), {
      ...{ device, concealment, screenFormat: 'lean', toolsets: ['device', 'model'] },
    });
    await secret.text('set_text', { element_id: 'res:note', text: '{{KEY}}' });
    assert.match(await secret.text('get_screen_state'), /#note = \{\{KEY\}\}$/m);
    await secret.fails('select_text', words, 'permission_denied');
    for (const key of ['COPY', 'CUT']) await secret.fails('press_key', { key }, 'permission_denied');
    // As Control with the letter does it, after Shift with the arrows has selected a part.
    const pressChord = () => Promise.resolve(undefined);
    for (const tools of [password, secret]) {
      Object.assign(tools.device, {
        kind: 'desktop',
        moreKeys: [...desktopKeys, ...selectionKeys],
        pressChord,
      });
      for (const key of ['ctrl+c', 'cmd+x', 'ctrl+shift+c', 'ctrl+INSERT', 'shift+FORWARD_DEL'])
        await tools.fails('press_key', { key }, 'permission_denied');
      await tools.text('press_key', { key: 'ctrl+a' });
    }
  });
});

describe('press_key COPY, CUT, PASTE and SELECT_ALL', () => {
  test('are accessibility actions on the focused field, or keys where it does not offer them', async () => {
    const tools = phone();
    for (const key of selectionKeys)
      assert.equal(
        await tools.text('press_key', { key: key.toLowerCase() }),
        `Key '${key}' pressed successfully`,
      );
    assert.deepEqual(did(tools), ['act COPY', 'act CUT', 'act PASTE', 'act SELECT_ALL']);
    const byKeys = phone();
    byKeys.device.react = ({ did: deed }) => {
      if (deed === 'act') throw new NotOffered('The field does not offer it.');
    };
    await byKeys.text('press_key', { key: 'COPY' });
    assert.deepEqual(did(byKeys), ['act COPY', 'press COPY']);
  });

  test('are keys on a device without accessibility', async () => {
    const tools = phone({}, capable({ selectText: 'no accessibility' }));
    await tools.text('press_key', { key: 'PASTE' });
    assert.deepEqual(did(tools), ['press PASTE']);
  });

  test('are judged like the keys, whichever way they go: a code is not pasted unasked', async () => {
    const code = field('otp', box(60, 320, 1020, 440), { hint: 'One-time code', focused: true });
    const view = viewOf(node('FrameLayout', full, { children: [code] }));
    const device = Object.assign(new ScriptedDevice(view), { moreKeys: [...selectionKeys] });
    const policy = { ...defaultPolicy, ...profiles.careful };
    const { text, fails } = bench(view, { device, policy, screenFormat: 'lean' });
    await fails('press_key', { key: 'PASTE' }, 'permission_denied');
    assert.deepEqual(device.actions, []);
    await text('press_key', { key: 'SELECT_ALL' });
  });

  test('want a focused field, and are no part of a chord', async () => {
    const tools = phone({ focused: false });
    for (const key of selectionKeys) await tools.fails('press_key', { key }, 'element_not_found');
    const pressChord = () => Promise.resolve(undefined);
    Object.assign(tools.device, { pressChord });
    await tools.fails('press_key', { key: 'ctrl+COPY' }, 'invalid_params');
    assert.deepEqual(tools.device.actions, []);
  });
});
