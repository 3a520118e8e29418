import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseTouchDevice } from '../../src/input/sendevent.ts';
import { planTouch, type TouchAbilities, type TouchPlan } from '../../src/input/strokes.ts';
import { toNatural } from '../../src/input/touch-panel.ts';
import { uinputGesture, uinputRegistration } from '../../src/input/uinput.ts';
import type { Moment, Stroke } from '@handeye/core/device/port';
import { runs } from '@handeye/testing/runs';

const natural = { width: 1080, height: 2400 };
const screen = { natural, rotation: 0, density: 320 };
const phone = (sdk: number, more: Partial<TouchAbilities> = {}): TouchAbilities => ({
  sdk,
  uinput: false,
  touchDevice: undefined,
  ...more,
});
const at = (x: number, y: number, time: number): Moment => ({ x, y, time });

function lines(plan: TouchPlan): string[] {
  if (plan.by === 'together') return ['together', ...plan.commands.map((argv) => argv.join(' '))];
  if (plan.by !== 'commands') return [plan.by];
  return plan.steps.flatMap(({ time, commands }) => commands.map((argv) => `${time}: ${argv.join(' ')}`));
}

const plan = (strokes: readonly Stroke[], abilities: TouchAbilities) => planTouch(strokes, abilities, screen);

const tap: Stroke = [at(5, 6, 0), at(5, 6, 50)];
const pinch: Stroke[] = [
  [at(500, 1200, 0), at(300, 1200, 300)],
  [at(580, 1200, 0), at(780, 1200, 300)],
];

test('taps, long presses and straight swipes are one command on every version', () => {
  for (const sdk of [22, 28, 30, 34]) {
    assert.deepEqual(lines(plan([tap], phone(sdk))), ['0: input tap 5 6']);
    assert.deepEqual(lines(plan([[at(5, 6, 0)]], phone(sdk))), ['0: input tap 5 6']);
    assert.deepEqual(lines(plan([[at(5, 6, 0), at(5, 6, 1000)]], phone(sdk))), [
      '0: input swipe 5 6 5 6 1000',
    ]);
    assert.deepEqual(lines(plan([[at(0, 0, 0), at(50, 100, 150), at(100, 200, 300)]], phone(sdk))), [
      '0: input swipe 0 0 100 200 300',
    ]);
  }
});

test('a double tap starts both taps together where a command starts a Java VM, and one after the other later', () => {
  const strokes: Stroke[] = [tap, [at(5, 6, 130), at(5, 6, 180)]];
  assert.deepEqual(lines(plan(strokes, phone(22))), ['together', 'input tap 5 6', 'input tap 5 6']);
  assert.deepEqual(lines(plan(strokes, phone(30)))[0], 'together');
  assert.deepEqual(lines(plan(strokes, phone(31))), ['0: input tap 5 6', '130: input tap 5 6']);
});

test('Android 11, where each event takes a Java VM to start, is not pressed for long by a finger that is to scroll', () => {
  const drag: Stroke = [at(500, 1800, 0), at(500, 600, 400), at(500, 600, 600)];
  assert.deepEqual(lines(plan([drag], phone(30))), ['0: input swipe 500 1800 500 600 2000']);
  const bent: Stroke = [at(500, 1800, 0), at(500, 600, 400), at(100, 600, 800)];
  assert.match(
    lines(plan([bent], phone(30)))[0] ?? '',
    /motionevent DOWN/,
    'a bent way has no other command',
  );
});

test('a drag that rests at its end never flings: exact where possible, else slow', () => {
  const drag: Stroke = [at(500, 1800, 0), at(500, 600, 400), at(500, 600, 600)];
  assert.equal(plan([drag], phone(34, { uinput: true })).by, 'uinput');
  const moves = lines(plan([drag], phone(31)));
  assert.equal(moves[0], '0: input motionevent DOWN 500 1800');
  assert.ok(moves.includes('400: input motionevent MOVE 500 600'));
  assert.equal(moves.at(-1), '600: input motionevent UP 500 600');
  // 1200 px are 600 dp on this screen: 2 s at 300 dp a second.
  assert.deepEqual(lines(plan([drag], phone(28))), ['0: input swipe 500 1800 500 600 2000']);
  const short: Stroke = [at(500, 700, 0), at(500, 600, 100), at(500, 600, 200)];
  assert.deepEqual(lines(plan([short], phone(22))), ['0: input swipe 500 700 500 600 1000']);
});

test('if a phone cannot do something, the plan says so and why', () => {
  const curve: Stroke = [at(0, 0, 0), at(100, 0, 100), at(100, 100, 200)];
  const impossible = [
    plan(pinch, phone(28)),
    plan(pinch, phone(30)),
    plan(pinch, phone(34)),
    plan([curve], phone(28)),
  ];
  for (const answer of impossible) {
    assert.match(
      answer.by === 'nothing' ? answer.reason : '',
      /is not possible on this phone over ADB alone: /,
    );
  }
  assert.match(
    lines(plan([curve], phone(30))).join('\n'),
    /motionevent MOVE 100 0\n.*motionevent MOVE 100 100/,
  );
  assert.equal(plan(pinch, phone(34, { uinput: true })).by, 'uinput');
});

interface Inject {
  readonly command: string;
  readonly duration?: number;
  readonly events?: number[];
}

/** The reports of a protocol B panel: for each the time and the place of every finger. */
function replay(text: string): { time: number; fingers: Map<number, { x: number; y: number }> }[] {
  let time = 0;
  let slot = 0;
  const slots = new Map<number, { x: number; y: number; down: boolean }>();
  const reports: { time: number; fingers: Map<number, { x: number; y: number }> }[] = [];
  for (const line of text.trim().split('\n')) {
    const { command, duration = 0, events = [] } = JSON.parse(line) as Inject;
    if (command === 'delay') time += duration;
    for (let index = 0; index < events.length; index += 3) {
      const [type, code, value] = events.slice(index, index + 3) as [number, number, number];
      if (type === 3 && code === 47) slot = value;
      const finger = slots.get(slot) ?? { x: 0, y: 0, down: false };
      slots.set(slot, finger);
      if (code === 57) finger.down = value >= 0;
      if (type === 3 && code === 53) finger.x = value;
      if (type === 3 && code === 54) finger.y = value;
      if (type === 0) {
        const down = [...slots]
          .filter(([, state]) => state.down)
          .map(([id, { x, y }]) => [id, { x, y }] as const);
        reports.push({ time, fingers: new Map(down) });
      }
    }
  }
  return reports;
}

test('a pinch by uinput is two fingers that move together, each at its time, and then none', () => {
  const reports = replay(uinputGesture(pinch, screen));
  assert.deepEqual(
    [...(reports[0]?.fingers ?? [])],
    [
      [0, { x: 500, y: 1200 }],
      [1, { x: 580, y: 1200 }],
    ],
  );
  assert.deepEqual(
    [...(reports.at(-2)?.fingers ?? [])],
    [
      [0, { x: 300, y: 1200 }],
      [1, { x: 780, y: 1200 }],
    ],
  );
  assert.deepEqual([reports.at(-1)?.time, reports.at(-1)?.fingers.size], [300, 0]);
  const middle = reports.find(({ time }) => time >= 150);
  assert.ok(Math.abs((middle?.fingers.get(0)?.x ?? 0) - 400) < 8);
});

test('every given point is reported at its own time, for any gesture of up to ten fingers', () => {
  const moment = fc.record({
    x: fc.integer({ min: 0, max: 1079 }),
    y: fc.integer({ min: 0, max: 2399 }),
    wait: fc.integer({ min: 1, max: 300 }),
  });
  const stroke = fc.array(moment, { minLength: 2, maxLength: 8 }).map((points): Stroke => {
    let time = 0;
    const moments = points.map(({ x, y, wait }) => ({ x, y, time: (time += wait) }));
    return moments as unknown as Stroke;
  });
  fc.assert(
    fc.property(fc.array(stroke, { minLength: 1, maxLength: 10 }), (strokes) => {
      const reports = replay(uinputGesture(strokes, screen));
      strokes.forEach((points, finger) => {
        for (const { x, y, time } of points) {
          assert.ok(
            reports.some((report) => {
              const place = report.fingers.get(finger);
              return report.time === time && place?.x === x && place.y === y;
            }),
            `finger ${finger} at ${x},${y} after ${time}`,
          );
        }
      });
      assert.equal(reports.at(-1)?.fingers.size, 0);
    }),
    { numRuns: runs(200) },
  );
});

test('the registered panel is as large as the screen lies naturally, and is told by numbers', () => {
  const [register] = uinputRegistration(natural)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { abs_info?: { code: number; info: { maximum: number } }[] });
  assert.deepEqual(
    register?.abs_info?.map(({ code, info }) => [code, info.maximum]),
    [
      [47, 9],
      [53, 1079],
      [54, 2399],
      [57, 65535],
    ],
  );
});

test('the corners of a turned screen are the right corners of the panel', () => {
  const corner = (rotation: number) => toNatural({ x: 0, y: 0 }, natural, rotation);
  assert.deepEqual(
    [corner(0), corner(1), corner(2), corner(3)],
    [
      { x: 0, y: 0 },
      { x: 1079, y: 0 },
      { x: 1079, y: 2399 },
      { x: 0, y: 2399 },
    ],
  );
  assert.deepEqual(toNatural({ x: 2399, y: 1079 }, natural, 1), { x: 0, y: 2399 });
  assert.deepEqual(toNatural({ x: 2399, y: 1079 }, natural, 3), { x: 1079, y: 0 });
});

const GETEVENT = `could not get driver version for /dev/input/mice, Not a typewriter
add device 1: /dev/input/event0
  name:     "gpio-keys"
  events:
    KEY (0001): 0072  0073
add device 2: /dev/input/event3
  name:     "touch_dev"
  events:
    KEY (0001): 014a
    ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                0035  : value 0, min 0, max 2159, fuzz 0, flat 0, resolution 0
                0036  : value 0, min 0, max 4799, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
`;

test('the phone’s own panel is found by number or name, and touched in its own units', () => {
  const touchDevice = parseTouchDevice(GETEVENT);
  assert.deepEqual(touchDevice, {
    path: '/dev/input/event3',
    x: { min: 0, max: 2159 },
    y: { min: 0, max: 4799 },
    slots: true,
  });
  const named = GETEVENT.replace('002f', 'ABS_MT_SLOT')
    .replace('0035', 'ABS_MT_POSITION_X')
    .replace('0036', 'ABS_MT_POSITION_Y');
  assert.deepEqual(parseTouchDevice(named), touchDevice);
  assert.equal(parseTouchDevice('add device 1: /dev/input/event0\n  name: "keys"\n'), undefined);
  const [first] = lines(plan(pinch, phone(26, { touchDevice })));
  assert.equal(first, '0: sendevent /dev/input/event3 3 47 0');
  const last = lines(plan(pinch, phone(26, { touchDevice }))).slice(-6);
  assert.deepEqual(last[1], '300: sendevent /dev/input/event3 3 57 -1');
  const scaled = lines(plan(pinch, phone(26, { touchDevice })));
  assert.ok(scaled.includes('0: sendevent /dev/input/event3 3 53 1000'));
});

test('a panel without slots gets all its fingers in every report', () => {
  const touchDevice = parseTouchDevice(GETEVENT.replace(/002f.*\n\s+/, ''));
  assert.equal(touchDevice?.slots, false);
  const report = lines(plan(pinch, phone(22, { touchDevice }))).filter((line) => line.startsWith('0:'));
  assert.equal(report.filter((line) => line.endsWith(' 0 2 0')).length, 2);
  assert.equal(report.at(-1), '0: sendevent /dev/input/event3 0 0 0');
});
