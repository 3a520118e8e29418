import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { activity, button, column, defineApp, screen } from '@handeye/virtual-phone';
import { realClock } from '@handeye/core/call/clock';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { profiles } from '@handeye/core/guard/profiles';
import { eventually } from '@handeye/testing/attached';
import { LONG_RUN } from '../../support/long.ts';
import { phoneTools } from './phone-tools.ts';
import { type Tier, tiers } from './toolsets/stage.ts';

/*
 * Switches of the application and of a label at random moments around touches, under `careful`. A press is wrong if it reaches
 * another application or label than was judged, or than a person allowed. On the phone's side of the companion 1 to 10 ms
 * pass between the comparison and what follows it, as two requests to the system do on a real phone: what slips through there
 * is counted and printed. What the comparison could see must never be pressed.
 */

const DRAWS = LONG_RUN ? 500 : 42;
/** Of an old release, which differs in what its shell and its windows tell. */
const DRAWS_OLD = LONG_RUN ? 140 : 28;
const SEED = 20261119;

const acts = ['tap', 'click', 'long press', 'swipe', 'drag', 'allowed tap', 'allowed click'] as const;
type Act = (typeof acts)[number];
const kinds = ['application', 'label'] as const;

const HARMLESS = 'Cancel';
const ALLOWED = 'Pay 1 €';
const WRONG = 'Pay 49 €';

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => realClock.after(ms, resolve));

/** An app whose whole screen is one button, and the sight of what was pressed. */
function buttonApp(name: string, label: string, onPress: (label: string) => void) {
  let show: (label: string) => void = () => undefined;
  const app = defineApp({
    package: `test.${name}`,
    label: name,
    icon: { glyph: name.charAt(0), color: '#000000' },
    main: '.Main',
    data: () => undefined,
    activities: {
      '.Main': activity({
        initial: () => ({ label }),
        render: (state, self) => {
          show = (next) => {
            self.setState({ label: next });
          };
          const press = () => {
            onPress(state.label);
          };
          const wide = { width: 'fill', height: 600 } as const;
          return screen(name, [
            column([{ ...button(state.label, press, wide), onLongPress: press, onDrag: press }], wide),
          ]);
        },
      }),
    },
  });
  return {
    app,
    show: (next: string) => {
      show(next);
    },
  };
}

interface Tally {
  /** Acts during which a label, or the application, changed. */
  readonly changed: Record<(typeof kinds)[number] | 'atAnyMoment', number>;
  rightPresses: number;
  /** Wrong presses that a comparison had let through although it could see the change. */
  readonly wrong: string[];
  /** Wrong presses whose change came between the last comparison and what it allowed: aimed at that, or at any moment. */
  readonly slipped: { aimed: number; random: number };
  /** Wrong presses whose change came under a finger that was down already, to move. */
  underFinger: number;
  /** On plain ADB: `input` ran without the focus check right before it. */
  unchecked: number;
  /** On plain ADB: the label changed inside of the judged window, which it cannot see. */
  unseen: number;
}

interface Race {
  readonly tier: Tier;
  readonly release: 9 | 14;
  readonly draws: number;
}

function told({ tier, release, draws }: Race, tally: Tally): string {
  const { changed, wrong, slipped, underFinger, unseen } = tally;
  const all = changed.application + changed.label;
  const share = (count: number, of: number) => `${count} of ${of} (${((100 * count) / of).toFixed(1)} %)`;
  const rest = [
    `wrong presses that a comparison could have seen: ${wrong.length}`,
    `slipped between the last comparison and what it allowed: ${share(slipped.aimed + slipped.random, all)}, of changes at any moment ${share(slipped.random, changed.atAnyMoment)}`,
    ...(tier === 'plain'
      ? [`labels that changed unseen in the judged window: ${share(unseen, changed.label)}`]
      : []),
    `changed under a finger that was down, to move: ${share(underFinger, all)}`,
  ];
  return `${tier}, Android ${release}, seed ${SEED}, ${draws} acts, a change during ${all} of them; ${rest.join('; ')}`;
}

interface DrawState {
  /** The change is still to come, around the touch. */
  isNear: boolean;
  /** A finger was down when it came. */
  wasOnGlass: boolean;
  isOver: boolean;
}

async function race(t: TestContext, { tier, release, draws }: Race): Promise<Tally> {
  const random = randomFrom(SEED);
  // Numbers of events in their order: the switch, the last comparison, the press.
  let now = 0;
  let [switchedAt, comparedAt] = [0, 0];
  let isOnGlass = false;
  let onTouch: () => void = () => undefined;
  let program = '';
  const presses: { readonly what: string; readonly comparedAt: number }[] = [];
  const pressed = (what: string) => presses.push({ what, comparedAt });
  const race = buttonApp('race', HARMLESS, (label) => pressed(label));
  const other = buttonApp('other', WRONG, (label) => pressed(`${label} of another app`));
  const changed = { application: 0, label: 0, atAnyMoment: 0 };
  const slipped = { aimed: 0, random: 0 };
  const counts = { rightPresses: 0, underFinger: 0, unchecked: 0, unseen: 0 };
  const tally: Tally = { changed, wrong: [], slipped, ...counts };
  const { phone, call } = await phoneTools(t, {
    tier,
    release,
    apps: [race.app, other.app],
    onCommand: ([next = '']) => {
      if (next === 'dumpsys') comparedAt = ++now;
      if (next === 'input') {
        if (program !== 'dumpsys') tally.unchecked += 1;
        onTouch();
      }
      program = next;
    },
    onCompanionRequest: (method) => {
      isOnGlass = false;
      if (method === 'touch' || method === 'act') onTouch();
    },
    onCompanionCompared: async () => {
      comparedAt = ++now;
      await sleep(1 + 9 * random());
      isOnGlass = true;
    },
    frame: {
      policy: { ...defaultPolicy, writesPerSecond: 100_000, ...profiles.careful },
      asking: new Asking({
        clock: realClock,
        askers: [{ way: 'the test', ask: ({ label }) => Promise.resolve(label === ALLOWED ? 'once' : 'no') }],
      }),
    },
  });
  let usual = 200;
  for (let draw = 0; draw < draws; draw += 1) {
    const act = acts[draw % acts.length]!;
    const kind = kinds[Math.floor(draw / acts.length) % kinds.length]!;
    const meant = act.startsWith('allowed') ? ALLOWED : HARMLESS;
    phone.framework.start({ component: 'test.race/.Main' });
    await eventually(() => {
      const window = phone.framework.focusedWindow();
      return window?.package === 'test.race' && window.root() !== null;
    }, 'the app is in front');
    race.show(meant);
    const shown = await call('find_elements', { by: 'text', value: meant, exact_match: true });
    const [found] = (shown.structuredContent as { elements: Found[] }).elements;
    assert.ok(found, `${meant} is on the screen`);
    presses.length = 0;
    switchedAt = 0;
    // Half of the switches come at any moment of the call, half around the touch itself.
    const state: DrawState = { isNear: draw % 2 === 0, wasOnGlass: false, isOver: false };
    const change = () => {
      if (state.isOver || switchedAt > 0) return;
      switchedAt = ++now;
      state.wasOnGlass = isOnGlass;
      if (kind === 'label') race.show(WRONG);
      else phone.framework.start({ component: 'test.other/.Main' });
    };
    const delay = random() * 14;
    onTouch = () => {
      if (!state.isNear) return;
      state.isNear = false;
      void sleep(delay).then(change);
    };
    const start = realClock.now();
    const made = makeAct(act, found, (tool, args) => call(tool, args));
    if (!state.isNear) void sleep(random() * usual).then(change);
    await made;
    const took = realClock.now() - start;
    usual = (usual * 3 + took) / 4;
    if (switchedAt > 0) changed[kind] += 1;
    if (switchedAt > 0 && draw % 2 > 0) changed.atAnyMoment += 1;
    state.isOver = true;
    if (presses.some(({ what }) => what === meant)) tally.rightPresses += 1;
    const wrong = presses.find(({ what }) => what !== meant);
    if (wrong !== undefined) {
      const isMoving = state.wasOnGlass && (act === 'swipe' || act === 'drag');
      if (isMoving) tally.underFinger += 1;
      else if (tier === 'plain' && kind === 'label') tally.unseen += 1;
      else if (switchedAt > wrong.comparedAt) slipped[draw % 2 > 0 ? 'random' : 'aimed'] += 1;
      else tally.wrong.push(`${act}, ${kind}: ${wrong.what}`);
    }
  }
  return tally;
}

interface Found {
  readonly id: string;
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

type Caller = (tool: string, args: object) => Promise<unknown>;

function makeAct(act: Act, { id, bounds }: Found, call: Caller): Promise<unknown> {
  const x = Math.round((bounds.left + bounds.right) / 2);
  const y = Math.round((bounds.top + bounds.bottom) / 2);
  switch (act) {
    case 'tap':
    case 'allowed tap':
      return call('tap', { x, y });
    case 'click':
    case 'allowed click':
      return call('click_element', { element_id: id });
    case 'long press':
      return call('long_press', { x, y, duration: 700 });
    case 'swipe':
      return call('swipe', { x1: x, y1: y, x2: x + 200, y2: y, duration: 100 });
    case 'drag': {
      const path = [
        { x, y, time: 0 },
        { x, y, time: 300 },
        { x: x + 200, y, time: 400 },
      ];
      return call('custom_gesture', { paths: [path] });
    }
  }
}

describe('nothing is pressed that was not judged, whenever the screen changes', { concurrency: 2 }, () => {
  const races = tiers.flatMap((tier): readonly Race[] => [
    { tier, release: 14, draws: DRAWS },
    { tier, release: 9, draws: DRAWS_OLD },
  ]);
  for (const one of races) {
    test(`with ${one.tier}, Android ${one.release}`, async (t) => {
      const tally = await race(t, one);
      t.diagnostic(told(one, tally));
      assert.deepEqual([tally.wrong, tally.unchecked], [[], 0]);
      assert.ok(tally.changed.application > 0 && tally.changed.label > 0, 'the changes came in time');
      assert.ok(tally.rightPresses > 0, 'what did not change was pressed');
    });
  }
});

test('an application that stops answering when it is to be compared is not touched by other means', async (t) => {
  const pressed: string[] = [];
  const { app, show } = buttonApp('race', HARMLESS, (label) => pressed.push(label));
  const { phone, call } = await phoneTools(t, {
    tier: 'auto',
    apps: [app],
    onCommand: ([program]) => {
      if (program !== 'input') return;
      phone.faults.clear();
      show(WRONG);
    },
    onCompanionRequest: (method) => {
      if (method === 'touch') phone.faults.apply({ kind: 'hang', package: 'test.race' });
    },
    frame: { policy: { ...defaultPolicy, ...profiles.careful } },
  });
  phone.framework.start({ component: 'test.race/.Main' });
  const shown = async () =>
    (
      (await call('find_elements', { by: 'text', value: HARMLESS })).structuredContent as {
        elements: Found[];
      }
    ).elements[0];
  let found = await shown();
  for (; !found; found = await shown()) await sleep(20);
  const { left, top } = found.bounds;
  const result = await call('tap', { x: left + 50, y: top + 50 });
  assert.deepEqual(pressed, []);
  assert.equal(result._meta?.['handeye/error'].kind, 'permission_denied');
  assert.match(
    JSON.stringify(result.content),
    /cannot be read now, so it is unknown what would be touched\. Nothing was touched\./,
  );
});

for (const release of [5, 9, 12, 14] as const)
  test(`plain ADB, Android ${release}: what came to the front while the screen was read is not pressed`, async (t) => {
    const pressed: string[] = [];
    const race = buttonApp('race', HARMLESS, (label) => pressed.push(label));
    const other = buttonApp('other', WRONG, (label) => pressed.push(label));
    let state: 'open' | 'armed' | 'dumped' | 'switched' = 'open';
    const { phone, call } = await phoneTools(t, {
      release,
      apps: [race.app, other.app],
      onCommand: ([program]) => {
        if (state === 'armed' && program === 'uiautomator') state = 'dumped';
        if (state !== 'dumped' || program !== 'dumpsys') return;
        state = 'switched';
        phone.framework.start({ component: 'test.other/.Main' });
      },
      frame: { policy: { ...defaultPolicy, ...profiles.careful }, screenFormat: 'lean' },
    });
    phone.framework.start({ component: 'test.race/.Main' });
    const shown = async () => JSON.stringify(await call('get_screen_state', {}));
    while (!(await shown()).includes(HARMLESS)) await sleep(20);
    state = 'armed';
    const result = await call('click_element', { element_id: `text:${HARMLESS}` });
    assert.equal(state, 'switched');
    assert.deepEqual(pressed, []);
    assert.match(JSON.stringify(result.content), /The screen changed since you looked: .*\(test\.other\)/);
  });
