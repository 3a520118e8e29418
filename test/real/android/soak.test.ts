import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { apps } from '@handeye/virtual-phone';
import { size } from '@handeye/testing/long';
import { companionsOn } from './companion/on-phone.ts';
import { type PhoneTools, phoneTools } from './phone-tools.ts';

/** `npm run soak` makes 5,000 of them; every test run makes fewer, because looks wait for windows that open. */
const usualCalls = { plain: size(500, 120), companion: size(300, 120) } as const;
const callsOn = (tier: keyof typeof usualCalls) => Number(process.env.SOAK_CALLS ?? usualCalls[tier]);
const CLIENTS = 4;
/** The tolerance for a flat line: caches, JIT and the phone's own log. */
const MOST_GROWTH = 24 * 1024 * 1024;
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);

/** Downloads and the clock never rest, settings change the screen itself: other tests cover these. */
const usedApps = apps.filter(({ label }) => !['Downloads', 'Clock', 'Settings'].includes(label));
const components = [
  'com.android.calculator2/.Calculator',
  'com.android.contacts/.activities.PeopleActivity',
  'com.example.login/.LoginActivity',
  'com.example.notes/.NotesListActivity',
];

interface Turn {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The legitimate outcomes while other clients use the same screen. */
  readonly mayFail: readonly string[];
}

const x = fc.integer({ min: 40, max: 1039 });
const y = fc.integer({ min: 150, max: 2200 });
const number = fc.integer({ min: 0, max: 1000 });
const turn = (tool: string, args: fc.Arbitrary<Record<string, unknown>>, mayFail: readonly string[] = []) =>
  args.map((made): Turn => ({ tool, args: made, mayFail }));
const nothing = fc.constant({});
const gone = ['element_not_found', 'action_failed'];
const unable = ['permission_denied'];

const elementId = fc.record({ element_id: number });
const moment = (time: number) => ({ x: 300 + time, y: 900, time });

/**
 * Every tool; `element_id: n` stands for the n-th element that the client saw last. The number is how often it is used: tools
 * that take real seconds are used seldom.
 */
const turns = fc.oneof(
  ...(
    [
      [60, turn('get_screen_state', nothing)],
      [10, turn('get_screen_state', fc.constant({ format: 'lean' }))],
      [2, turn('get_screen_state', fc.constant({ include_screenshot: true }))],
      [40, turn('find_elements', fc.constant({ by: 'class_name', value: 'Button' }))],
      [20, turn('get_element_details', fc.constant({ ids: ['node_1'] }))],
      [50, turn('tap', fc.record({ x, y }))],
      [10, turn('double_tap', fc.record({ x, y }))],
      [10, turn('long_press', fc.record({ x, y, duration: fc.constant(60) }))],
      [10, turn('swipe', fc.record({ x1: x, y1: y, x2: x, y2: y, duration: fc.constant(40) }))],
      [1, turn('scroll', fc.record({ direction: fc.constantFrom('up', 'down') }))],
      [1, turn('pinch', fc.constant({ center_x: 540, center_y: 1200, scale: 2, duration: 50 }), unable)],
      [1, turn('custom_gesture', fc.constant({ paths: [[moment(0), moment(50)]] }), unable)],
      [30, turn('click_element', elementId, gone)],
      [1, turn('long_click_element', elementId, gone)],
      [1, turn('scroll_to_element', elementId, gone)],
      [20, turn('input_text', fc.constant({ text: "a 'b' $(c)" }), gone)],
      [10, turn('clear_text', nothing, gone)],
      [10, turn('set_text', fc.record({ element_id: number, text: fc.constant('new') }), gone)],
      [30, turn('press_back', nothing)],
      [20, turn('press_home', nothing)],
      [5, turn('press_recents', nothing)],
      [5, turn('open_notifications', nothing)],
      [5, turn('open_quick_settings', nothing)],
      [10, turn('press_key', fc.constantFrom({ key: 'BACK' }, { key: 'HOME' }))],
      [10, turn('press_key', fc.constantFrom({ key: 'ENTER' }, { key: 'DEL' }), gone)],
      [
        20,
        turn('get_device_logs', fc.constantFrom({ last_lines: 20 }, { package_name: 'com.example.login' })),
      ],
      [10, turn('get_clipboard', nothing, unable)],
      [10, turn('set_clipboard', fc.constant({ text: 'x' }), unable)],
      [5, turn('wait_for_element', fc.constant({ by: 'text', value: 'e', timeout: 500 }))],
      [5, turn('wait_for_idle', fc.constant({ timeout: 100 }))],
    ] as const
  ).map(([weight, arbitrary]) => ({ weight, arbitrary })),
);

for (const tier of ['plain', 'companion'] as const) {
  const calls = callsOn(tier);
  test(`${calls} mixed calls of ${CLIENTS} clients: nothing fails, nothing leaks (${tier}, SOAK_SEED=${SEED})`, async (t) => {
    const tools = await phoneTools(t, { idleWaitMs: 5, apps: usedApps, tier });
    const plan = fc.sample(turns, { numRuns: calls, seed: SEED });
    const heap: number[] = [];
    const failures: string[] = [];
    const third = calls / 3;
    for (let part = 0; part < 3; part++) {
      const rest = plan.slice(part * third, (part + 1) * third);
      await Promise.all(Array.from({ length: CLIENTS }, () => client(tools, rest, failures)));
      heap.push(heapAfterCollection());
    }
    assert.deepEqual(failures.slice(0, 5), []);
    // Of the server and of the phone, which is the same process here.
    t.diagnostic(`heap: ${heap.map((bytes) => Math.round(bytes / 1024 / 1024)).join(', ')} MB`);
    const [, early = 0, late = 0] = heap;
    const growth = late - early;
    assert.ok(growth < MOST_GROWTH, `the heap grew by ${Math.round(growth / 1024)} KB in the last third`);
    // Only shells for the next commands, up to the idle limit, and the companion's stream stay.
    const companions = tier === 'companion' ? 1 : 0;
    const streams = tools.adbPhone.openStreams;
    assert.ok(streams <= 5 + companions, `${streams} streams are open`);
    assert.equal(companionsOn(tools.phone).length, companions);
    assert.equal(tools.tiers.length, 1, `nothing else had to serve: ${tools.tiers.join('; ')}`);
  });
}

test('a dozen calls with the idle wait of a real phone', async (t) => {
  const tools = await phoneTools(t, { idleWaitMs: 1000, apps: usedApps });
  const failures: string[] = [];
  const plan = fc.sample(turns, { numRuns: 12, seed: SEED });
  await Promise.all(Array.from({ length: 3 }, () => client(tools, plan, failures)));
  assert.deepEqual(failures, []);
});

/** Takes the next turn of the plan again and again, on the elements that it saw last. */
async function client(tools: PhoneTools, plan: Turn[], failures: string[]): Promise<void> {
  let seen: string[] = [];
  for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
    const { tool, args, mayFail } = next;
    if (tool === 'press_home') await tools.open(components[plan.length % components.length] ?? '');
    const { isError, content, _meta } = await tools.call(tool, pointed(args, seen));
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    // Another client opens apps all the time: the answer may say that a window is not there yet, which is right.
    const opening = text.endsWith('Wait a moment and try again.');
    if (isError && !opening && !mayFail.includes(_meta?.['handeye/error'].kind ?? ''))
      failures.push(`${tool}: ${text}`);
    if (tool === 'get_screen_state') seen = text.match(/^node_\d+/gm) ?? [];
  }
}

function pointed(args: Record<string, unknown>, seen: readonly string[]): Record<string, unknown> {
  if (typeof args.element_id !== 'number') return args;
  return { ...args, element_id: seen[args.element_id % Math.max(1, seen.length)] ?? 'node_1' };
}

/** Bytes in use once everything unreachable is gone. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
