import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AndroidRelease } from '@handeye/virtual-phone';
import type { Way } from '@handeye/testing/attached';
import { house, type House } from './house.ts';

/** The differences between phones, and between the ways to them. */
interface Expected {
  readonly release: AndroidRelease;
  readonly way: Way;
  readonly screen: string;
  readonly picture: string;
  /** Whether fingers can do more than one straight line at a time. */
  readonly multitouch: boolean;
  /** The keyboard in the state: absent, listed without keys, or with every key. */
  readonly keyboard: 'none' | 'unread' | 'read';
}

const phones: readonly Expected[] = [
  {
    release: 5,
    way: 'server',
    screen: '480x800',
    picture: '420x700',
    multitouch: false,
    keyboard: 'none',
  },
  {
    release: 9,
    way: 'straight',
    screen: '1080x1920',
    picture: '393x700',
    multitouch: true,
    keyboard: 'unread',
  },
  {
    release: 12,
    way: 'straight',
    screen: '1080x2340',
    picture: '323x700',
    multitouch: true,
    keyboard: 'read',
  },
  {
    release: 14,
    way: 'server',
    screen: '1080x2400',
    picture: '315x700',
    multitouch: true,
    keyboard: 'read',
  },
];

// At once: nearly all of the time is spent waiting for the phone.
describe('phones and the ways to them', { concurrency: 4 }, () => {
  for (const expected of phones) {
    const { release, way } = expected;
    test(`Android ${release}, ${way === 'server' ? 'through the adb server' : 'straight'}: what differs`, async (t) => {
      const it = await house(t, { release, way });
      // Windows open at once: another test covers animations.
      for (const name of ['window_animation_scale', 'transition_animation_scale'])
        it.phone.framework.settings.put('global', name, '0');
      await t.test('the calculator computes, and the picture shows it', () => calculator(it, expected));
      await t.test('text goes in as it is, or not at all', () => text(it, expected));
      await t.test('a hint is not content, and a password is never shown', () => fields(it, expected));
      await t.test('fingers do what the phone lets them, or say why not', () => fingers(it, expected));
      await t.test('panels open', () => panels(it));
      await t.test('the log of an application is only its own', () => logs(it));
      await t.test('what fails is never called a success', () => failures(it));
    });
  }
});

async function calculator({ agent, phone }: House, { screen, picture }: Expected): Promise<void> {
  await agent.clicks('Calculator');
  for (const key of ['7', 'plus', '3', 'equals']) await agent.clicks(key);
  const photo = await agent.picture();
  assert.match(photo.state, /^app:com\.android\.calculator2 activity:\.Calculator$/m);
  assert.match(
    photo.state,
    new RegExp(`^screen:${screen} density:${phone.framework.shape.density} orientation:portrait$`, 'm'),
  );
  assert.equal(photo.row('formula').text, '10');
  assert.equal(photo.size, picture);
  assert.ok(photo.share('#6750a4', photo.row('equals').bounds) > 0.5, 'the = key is purple');
}

async function text({ agent, phone }: House, { keyboard }: Expected): Promise<void> {
  await agent.does('press_home');
  await agent.clicks('Notes');
  await agent.clicks('New note');
  await agent.sees('edit_body', 'resource_id');
  const held = () => phone.framework.textInput.target?.editing.text;
  const { id } = await agent.row('edit_body');
  await agent.does('input_text', { element_id: id, text: 'a b' });
  assert.equal(held(), 'a b');
  for (const unicode of ['é', 'a日b', '😀']) {
    assert.match(
      await agent.fails('input_text', { text: unicode }, 'permission_denied'),
      /Nothing was typed/,
    );
  }
  assert.equal(held(), 'a b');
  const line = `%s "it's" $HOME;* /sys?em [s]ystem {a,b} \\ #!~ <|>& ^() \`id\` 100%`;
  // Without an input method it is unknown whether a field takes line breaks.
  const hostile = keyboard === 'none' ? line : `${line}\nsecond  line`;
  const said = await agent.does('set_text', { element_id: id, text: hostile });
  assert.equal(held(), hostile);
  assert.equal(said, `Text set on element '${id}'`);
  await agent.does('input_text', { element_id: id, text: '!' });
  assert.equal(held(), `${hostile}!`, 'at the end of the last line');
  assert.equal(await agent.does('clear_text', { element_id: id }), 'Text cleared successfully');
  assert.equal(held(), '');
  await agent.does('press_home');
}

async function fields({ agent, phone }: House, { keyboard }: Expected): Promise<void> {
  await agent.clicks('Login');
  await agent.sees('username', 'resource_id');
  const user = await agent.row('username');
  await agent.does('set_text', { element_id: user.id, text: 'demo' });
  assert.equal((await agent.row('username')).text, 'demo');
  assert.equal(await agent.does('clear_text', { element_id: user.id }), 'Text cleared successfully');
  assert.equal((await agent.row('username')).text, '-', 'the hint is not content');
  await agent.does('set_text', { element_id: user.id, text: 'demo' });
  const secret = await agent.row('password');
  assert.match(
    await agent.does('set_text', { element_id: secret.id, text: 'wrong one' }),
    /cannot be read back/,
  );
  assert.match(
    await agent.does('set_text', { element_id: secret.id, text: 'secret123' }),
    /cannot be read back/,
  );
  assert.equal(phone.framework.textInput.target?.editing.text, 'secret123', 'replaced, not added to');
  const state = await agent.state();
  assert.equal((await agent.row('password')).text, '•••');
  const keys = /^window:keyboard .*\n(?!note:)\S/m.test(state);
  const shown = /^window:keyboard /m.test(state);
  assert.equal(keys ? 'read' : shown ? 'unread' : 'none', keyboard, state);
  if (keyboard === 'unread') assert.match(state, /^note:only the active window could be read/m);
  await agent.does('press_key', { key: 'ENTER' });
  await agent.sees('Welcome, demo!');
}

async function fingers({ agent }: House, { multitouch, screen }: Expected): Promise<void> {
  const [width = 0, height = 0] = screen.split('x').map(Number);
  const centre = { x: Math.round(width / 2), y: Math.round(height / 2) };
  await agent.does('press_home');
  await agent.clicks('Maps');
  await agent.sees('Scale 1.00');
  await agent.does('double_tap', { x: Math.round(width / 4), y: centre.y });
  await agent.sees('Scale 2.00');
  const pinch = { center_x: centre.x, center_y: centre.y, scale: 0.5 };
  if (multitouch) {
    assert.match(await agent.does('pinch', pinch), /^Pinch \(zoom out\) executed/);
    await agent.sees('Scale 1.0');
  } else {
    assert.match(await agent.fails('pinch', pinch, 'permission_denied'), /several fingers.*companion/);
  }
  await agent.does('press_home');
  await agent.clicks('Paint');
  await agent.sees('canvas', 'resource_id');
  const { top, bottom } = (await agent.row('canvas')).bounds;
  const [from, to] = [top + 50, bottom - 50];
  const straight = [
    { x: centre.x, y: from, time: 0 },
    { x: centre.x, y: to, time: 400 },
  ];
  await agent.does('custom_gesture', { paths: [straight] });
  await agent.sees(`from (${centre.x}, ${from}) to (${centre.x}, ${to})`);
  const bent = {
    paths: [
      [
        { x: centre.x - 60, y: from, time: 0 },
        { x: centre.x + 60, y: from, time: 200 },
        { x: centre.x + 60, y: to, time: 500 },
      ],
    ],
  };
  if (multitouch) {
    await agent.does('custom_gesture', bent);
    await agent.sees(`to (${centre.x + 60}, ${to})`);
  } else {
    assert.match(
      await agent.fails('custom_gesture', bent, 'permission_denied'),
      /not one straight swipe.*companion/,
    );
  }
  assert.match(await agent.fails('get_clipboard', {}, 'permission_denied'), /companion/);
  assert.match(await agent.fails('set_clipboard', { text: 'x' }, 'permission_denied'), /companion/);
}

async function panels({ agent, phone }: House): Promise<void> {
  await agent.does('open_notifications');
  assert.equal(phone.framework.shade, 'notifications');
  await agent.sees('No notifications');
  await agent.does('press_back');
  await agent.does('open_quick_settings');
  assert.equal(phone.framework.shade, 'quickSettings');
  await agent.sees('Auto-rotate', 'content_desc');
  await agent.does('press_home');
  assert.equal(phone.framework.shade, 'closed');
}

async function logs({ agent }: House): Promise<void> {
  const query = { package_name: 'com.example.login', last_lines: 5 };
  const { logs: lines } = await agent.asks<{ logs: string }>('get_device_logs', query);
  assert.match(lines, /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} D\/\S+: asking the server about demo$/m);
  assert.doesNotMatch(lines, /beginning of/);
  const none = await agent.asks('get_device_logs', { package_name: 'com.android.contacts' });
  assert.deepEqual(none, { logs: '', line_count: 0, truncated: false });
}

async function failures({ agent, phone }: House): Promise<void> {
  phone.faults.apply({ kind: 'dump', how: 'null-root', times: 4 });
  assert.match(await agent.state(), /^note:no texts.*could be read: No window can be read right now/m);
  phone.faults.apply({ kind: 'dump', how: 'killed', times: 1 });
  await agent.state();
  const { bounds } = await agent.row('Calculator');
  phone.framework.uninstall('com.android.calculator2');
  await agent.does('tap', { x: bounds.left + 10, y: bounds.top + 10 });
  assert.doesNotMatch(await agent.state(), /calculator2/);
}
