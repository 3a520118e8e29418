import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import { sharedMac } from './house.ts';
import { application, box, button, desk, display, field, notes, notesWindow } from './worlds.ts';

const onMac = sharedMac({ after });

/** One application in front, with a button and a focused field. */
const inFront = (name: string, bundleId?: string, pid = 600) => {
  const { app, window } = application(pid, name, {
    children: [button('Go', box(320, 340, 80, 24)), field('line', box(320, 380, 200, 24))],
    focus: 'line',
    ...(bundleId !== undefined && { bundleId }),
  });
  const { bundleId: _, ...without } = app;
  return {
    displays: [display],
    frontmost: pid,
    applications: [bundleId === undefined ? without : app, notes()],
    windows: [window, { ...notesWindow, bounds: box(1200, 100, 100, 100) }],
  };
};

const writes = [
  ['click_element', 'Go'],
  ['set_text', 'line'],
  ['input_text', 'line'],
  ['press_key', undefined],
  ['tap', undefined],
  ['swipe', undefined],
] as const;

const args = {
  set_text: { text: 'rm -rf' },
  input_text: { text: 'rm -rf' },
  press_key: { key: 'ENTER' },
  tap: { x: 350, y: 350 },
  swipe: { x1: 350, y1: 350, x2: 400, y2: 400, duration: 10 },
} as Readonly<Record<string, object>>;

type House = Awaited<ReturnType<typeof onMac>>;
const argsOf = async ({ idOf }: House, tool: string, element: string | undefined) => ({
  ...args[tool],
  ...(element !== undefined && { element_id: await idOf(element) }),
});

describe('keychains, terminals and settings of a Mac', () => {
  test('a terminal is read, and not written to in any way', async () => {
    const house = await onMac(inFront('Terminal', 'com.apple.Terminal'));
    for (const [tool, element] of writes) {
      const message = await house.fails(tool, await argsOf(house, tool, element), 'permission_denied');
      assert.equal(
        message,
        `The policy of this server forbids acting on 'Terminal'. Reading it is allowed. ` +
          `Only the user can allow more: --allow-app "com.apple.Terminal".`,
      );
    }
    assert.deepEqual(house.mac.log(), []);
    await house.json('find_element', { app: 'com.apple.Terminal', role: 'button' });
  });

  test('an allowed one can be written to, the others cannot', async () => {
    for (const allowed of ['com.apple.Terminal', 'terminal']) {
      const policy = { ...defaultPolicy, allowedApps: [allowed] };
      const house = await onMac(inFront('Terminal', 'com.apple.Terminal'), { policy });
      await house.text('click_element', await argsOf(house, 'click_element', 'Go'));
      await house.text('tap', { x: 350, y: 350 });
      const other = await onMac(inFront('iTerm2', 'com.googlecode.iterm2'), { policy });
      await other.fails('tap', { x: 350, y: 350 }, 'permission_denied');
    }
  });

  test('an application without an id may be one of them, and is allowed by its name', async () => {
    const world = inFront('Mystery');
    const house = await onMac(world);
    assert.match(await house.fails('tap', { x: 350, y: 350 }, 'permission_denied'), /--allow-app "Mystery"/);
    const policy = { ...defaultPolicy, allowedApps: ['Mystery'] };
    await (await onMac(world, { policy })).text('tap', { x: 350, y: 350 });
  });
});

describe('whose process it is', () => {
  const terminal = application(700, 'Terminal', {
    bundleId: 'com.apple.Terminal',
    bounds: box(800, 500, 300, 200),
  });

  test('a tap or drop counts for what is at the point, not for the application in front', async () => {
    const world = desk();
    const { text, fails, mac } = await onMac({
      ...world,
      applications: [...world.applications!, terminal.app],
      windows: [terminal.window, ...world.windows!],
    });
    assert.match(await fails('tap', { x: 900, y: 600 }, 'permission_denied'), /'Terminal'/);
    assert.deepEqual(mac.log(), []);
    await text('tap', { x: 200, y: 200 });
    mac.forget();
    const drop = { x1: 200, y1: 200, x2: 900, y2: 600, duration: 10 };
    assert.match(await fails('swipe', drop, 'permission_denied'), /'Terminal'/);
    assert.deepEqual(mac.log(), []);
  });

  test('a point with an unknown owner is not touched', async () => {
    const { fails } = await onMac(desk({ windows: [] }));
    assert.match(await fails('tap', { x: 200, y: 200 }, 'permission_denied'), /not known/);
  });

  test('an element that a held-back application draws in the window of another is not touched', async () => {
    const foreign = button('Unlock', box(400, 220, 80, 24), { pid: 700 });
    const world = desk({ notes: { more: [foreign] } });
    const house = await onMac({ ...world, applications: [...world.applications!, terminal.app] });
    const id = await house.idOf('Unlock');
    await house.fails('click_element', { element_id: id }, 'permission_denied');
    await house.fails('tap', { x: 410, y: 230 }, 'permission_denied');
    assert.deepEqual(house.mac.log(), []);
    await house.text('click_element', { element_id: await house.idOf('New') });
  });
});

test('a window that came to the front since the client looked is not written to under careful', async () => {
  const { rules, changedScreen } = profiles.careful;
  const policy = { ...defaultPolicy, writesPerSecond: 1000, rules, changedScreen };
  for (const [tool, says] of [
    ['tap', /is at \(350, 350\)/],
    ['press_key', /has the focus/],
  ] as const) {
    const house = await onMac(inFront('Diary', 'com.example.Diary'), { policy });
    await house.text('get_screen_state');
    house.mac.become(inFront('Lamp', 'com.example.Lamp', 700));
    const said = await house.fails(tool, args[tool] ?? {}, 'permission_denied');
    assert.match(said, /^The screen changed since you looked: now .*\(Lamp\)/);
    assert.match(said, says);
  }
});
