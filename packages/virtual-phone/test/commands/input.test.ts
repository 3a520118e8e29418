import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import { apps } from '../../src/apps/registry.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';
import type { InputEvent } from '../../src/framework/system/input-event.ts';
import type { ViewPointer } from '../../src/framework/views/view.ts';
import { canvas } from '@handeye/testing/canvas';
import { phoneShell, type PhoneShell } from './phone-shell.ts';

interface Hands extends PhoneShell {
  readonly find: (id: string) => AccessibilityNode;
  readonly centre: (id: string) => { x: number; y: number };
}

async function hands(t: TestContext, release: AndroidRelease, component: string): Promise<Hands> {
  const shell = await phoneShell(t, { release });
  shell.phone.framework.start({ component });
  const find = (id: string): AccessibilityNode => {
    const all = shell.phone.framework.windows().flatMap((window) => flatten(window.root()));
    const found = all.find((node) => node.resourceId.endsWith(`/${id}`));
    assert.ok(found, `${id} is on the screen`);
    return found;
  };
  const centre = (id: string) => {
    const { left, top, right, bottom } = find(id).bounds;
    return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
  };
  return { ...shell, find, centre };
}

function flatten(node: AccessibilityNode | null): AccessibilityNode[] {
  return node === null ? [] : [node, ...node.children.flatMap(flatten)];
}

const LOGIN = 'com.example.login/.LoginActivity';
const CONTACTS = 'com.android.contacts/.activities.PeopleActivity';

for (const release of [5, 9, 12, 14] as const) {
  test(`Android ${release}: input taps, types with %s, presses keys by name and number`, async (t) => {
    const { run, find, centre } = await hands(t, release, LOGIN);
    const { x, y } = centre('username');
    await run(`input tap ${x} ${y}; input text 'a%sb%%s'; input keyevent KEYCODE_C; input keyevent 67 D`);
    assert.equal(find('username').text, 'a b% d');
  });
}

for (const release of [5, 9, 12, 14] as const) {
  // AOSP's Input.java asks for a name when the number is 0 (to 10); InputShellCommand (11) takes 0 as KEYCODE_UNKNOWN.
  test(`Android ${release}: input keyevent 0 ${release < 12 ? 'types a zero' : 'does nothing'}`, async (t) => {
    const { run, find, centre } = await hands(t, release, LOGIN);
    const { x, y } = centre('username');
    await run(`input tap ${x} ${y}; input keyevent 8 0 KEYCODE_0 8 00`);
    assert.equal(find('username').text, release < 12 ? '1001' : '101');
  });
}

test('a press has pressure, a roll has none, and each source has its tool', async (t) => {
  const { phone, run } = await hands(t, 14, LOGIN);
  const injected: string[] = [];
  t.mock.method(phone.framework, 'inject', (event: InputEvent) => {
    assert.ok(event.kind === 'motion');
    injected.push(`${event.action} ${event.pressure} ${event.tool}`);
  });
  const after = async (command: string) => {
    injected.length = 0;
    await run(command);
    return injected.join(', ');
  };
  assert.equal(await after('input press'), 'down 1 3, up 0 3');
  assert.equal(await after('input roll 1 1'), 'move 0 3');
  assert.equal(await after('input mouse roll 1 1'), 'move 0 3');
  assert.equal(await after('input stylus tap 1 1'), 'down 1 2, up 0 2');
  assert.equal(await after('input touchnavigation tap 1 1'), 'down 1 1, up 0 1');
  assert.equal(await after('input joystick tap 1 1'), 'down 1 0, up 0 0');
});

test('a swipe takes its time and moves the list', async (t) => {
  const { phone, run } = await hands(t, 14, CONTACTS);
  const names = () =>
    flatten(
      phone.framework
        .windows()
        .find((window) => window.active)
        ?.root() ?? null,
    ).map(({ text }) => text);
  const before = names();
  const started = performance.now();
  await run('input swipe 540 1800 540 1200 400');
  assert.ok(performance.now() - started >= 390);
  assert.notDeepEqual(names(), before);
});

test('a swipe on the spot of half a second is a long press', async (t) => {
  const { run, find, centre } = await hands(t, 14, LOGIN);
  const { x, y } = centre('username');
  await run(`input tap ${x} ${y}; input text word; input swipe ${x} ${y} ${x} ${y} 600; input keyevent DEL`);
  assert.equal(find('username').text, find('username').hint);
});

test('motionevent sends single events of a finger; keycombination selects all since 13, and is two separate keys on 12', async (t) => {
  for (const [release, left] of [
    [12, 'gonenew'],
    [14, 'new'],
  ] as const) {
    const { run, find, centre } = await hands(t, release, LOGIN);
    const { x, y } = centre('username');
    await run(`input motionevent DOWN ${x} ${y}; input motionevent up ${x} ${y}; input text gone`);
    await run('input keycombination 113 29 && input keyevent 67 && input text new');
    assert.equal(find('username').text, left);
  }
});

test('an event for another display reaches nothing here', async (t) => {
  const { run, find, centre } = await hands(t, 14, LOGIN);
  const { x, y } = centre('username');
  await run(`input -d 5 tap ${x} ${y}`);
  assert.equal(find('username').focused, false);
  await run(`input -d 0 tap ${x} ${y}; input -d 5 text no; input -d DEFAULT_DISPLAY text yes`);
  assert.equal(find('username').text, 'yes');
});

test('a character without a key is not typed: the tool is killed on 5 and 9, an exception later', async (t) => {
  for (const release of [5, 9] as const) {
    const { text, code } = await (await phoneShell(t, { release })).run('input text é; echo $?');
    assert.deepEqual([text, code], ['Killed \n137\n', 0]);
  }
  const { text, code } = await (await phoneShell(t)).run('input text a日b');
  assert.match(text, /NullPointerException/);
  assert.equal(code, 255);
});

test('Android 5 splits and globs the arguments of input once more', async (t) => {
  const { run, find, centre } = await hands(t, 5, LOGIN);
  const { x, y } = centre('username');
  await run(`input tap ${x} ${y}; cd /; input text '/sys?em'; input text '[s]ystem'; input text 'no*match'`);
  assert.equal(find('username').text, '/systemsystemno*match');
  assert.match((await run("input text 'a b'")).text, /^Error: Invalid arguments for command: text/);
});

test('wrong arguments end with 0 on Android 9 and with 255 on 14', async (t) => {
  const old = await (await phoneShell(t, { release: 9 })).run('input tap x');
  assert.deepEqual([old.err.split('\n')[0], old.code], ['Error: Invalid arguments for command: tap', 0]);
  const now = await (await phoneShell(t)).run('input tap x');
  assert.match(now.err, /IllegalArgumentException/);
  assert.equal(now.code, 255);
});

const axis = (code: number, maximum: number) => ({
  code,
  info: { value: 0, minimum: 0, maximum, fuzz: 0, flat: 0, resolution: 0 },
});
const pinch = [
  {
    id: 1,
    command: 'register',
    name: 'touch',
    vid: 1,
    pid: 1,
    bus: 'usb',
    configuration: [],
    abs_info: [axis(53, 1079), axis(54, 2339)],
  },
  { id: 1, command: 'delay', duration: 1 },
  {
    id: 1,
    command: 'inject',
    events: [
      3, 47, 0, 3, 57, 1, 3, 53, 300, 3, 54, 500, 3, 47, 1, 3, 57, 2, 3, 53, 700, 3, 54, 900, 1, 330, 1, 0, 0,
      0,
    ],
  },
  { id: 1, command: 'inject', events: [3, 47, 1, 3, 53, 800, 0, 0, 0] },
  { id: 1, command: 'inject', events: [3, 47, 0, 3, 57, -1, 3, 47, 1, 3, 57, -1, 1, 330, 0, 0, 0, 0] },
];

for (const [rotation, first] of [
  ['0', [300, 500]],
  ['1', [500, 779]],
  ['2', [779, 1839]],
  ['3', [1839, 300]],
] as const) {
  test(`uinput: two fingers at once, in the panel's own coordinates, with the phone turned by ${rotation} quarters`, async (t) => {
    const seen: ViewPointer[] = [];
    const { phone, run } = await phoneShell(t, {
      release: 12,
      apps: [...apps, canvas((event) => seen.push(event))],
    });
    phone.framework.settings.put('system', 'user_rotation', rotation);
    phone.framework.start({ component: 'com.example.canvas/.Main' });
    const { code, text } = await run('uinput -', {
      input: pinch.map((order) => JSON.stringify(order)).join('\n'),
    });
    assert.deepEqual([code, text], [0, '']);
    assert.deepEqual(
      seen.map(({ action, id }) => `${action} ${id}`),
      ['down 0', 'down 1', 'move 1', 'up 0', 'up 1'],
    );
    const { scale, safeArea } = phone.framework.display;
    const down = seen[0];
    assert.ok(down);
    assert.deepEqual(
      [Math.round(down.x * scale + safeArea.left), Math.round(down.y * scale + safeArea.top)],
      first,
    );
  });
}

test('Android 9: sendevent is a finger event by event; since 10 the shell may not', async (t) => {
  const { run, find, centre } = await hands(t, 9, LOGIN);
  const { x, y } = centre('username');
  const events = [`3 57 1`, `3 53 ${x}`, `3 54 ${y}`, '0 0 0', '3 57 4294967295', '0 0 0'];
  await run(events.map((event) => `sendevent /dev/input/event1 ${event}`).join('; '));
  assert.equal(find('username').focused, true);
  const refused = await (await phoneShell(t)).run('sendevent /dev/input/event1 0 0 0');
  assert.deepEqual([refused.err, refused.code], ['could not open /dev/input/event1, Permission denied\n', 1]);
});

test('cmd input is input since Android 12, and has no shell command before', async (t) => {
  const { phone, run } = await phoneShell(t, { release: 12 });
  phone.framework.start({ component: 'com.android.settings/.Settings' });
  assert.deepEqual(await run('cmd input keyevent HOME'), { out: '', err: '', text: '', code: 0 });
  assert.equal(phone.framework.resumedActivity()?.package, 'com.android.launcher3');
  const older = await phoneShell(t, { release: 9 });
  assert.equal((await older.run('cmd input keyevent HOME')).err, 'No shell command implementation.\n');
});
