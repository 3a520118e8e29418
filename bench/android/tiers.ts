import { join } from 'node:path';
import { AndroidSource } from '../../packages/handeye/src/android/source.ts';
import type { TierName } from '../../packages/handeye/src/android/tier-choice.ts';
import { Registry } from '../../packages/handeye/src/device/registry.ts';
import { createToolbox } from '../../packages/handeye/src/tools/create-toolbox.ts';
import { defaultPolicy } from '../../packages/handeye/src/guard/policy.ts';
import { callers } from '../../packages/handeye/test/support/tools.ts';
import { type Figure, median, timed } from './goals.ts';
import { type BenchPhone, startPhone, type Workplace } from './workplace.ts';

const ROUNDS = 7;
const TEXT = 'The quick brown fox jumps over the lazy dog, twice. '.repeat(4);
const STROKE = [
  { x: 300, y: 900, time: 0 },
  { x: 600, y: 900, time: 50 },
  { x: 600, y: 1200, time: 100 },
];

type Tools = ReturnType<typeof callers>;

/** How many times as fast as another tier it should be at least. */
interface Goals {
  readonly helper?: number;
  readonly companion?: number;
  readonly companionAgainstHelper?: number;
}

interface Deed {
  readonly what: string;
  readonly goals: Goals;
  /** Plain ADB cannot do it. */
  readonly needsMore?: true;
  readonly deed: (tools: Tools) => Promise<unknown>;
}

const deeds: readonly Deed[] = [
  {
    what: 'get_screen_state',
    // Not slower than the helper's; noise is allowed for.
    goals: { helper: 20, companion: 20, companionAgainstHelper: 0.95 },
    deed: (on) => on.text('get_screen_state'),
  },
  {
    what: 'get_screen_state with picture',
    goals: {},
    deed: (on) => on.call('get_screen_state', { include_screenshot: true }),
  },
  {
    what: 'click_element',
    goals: { companion: 20 },
    deed: async (on) => on.text('click_element', { element_id: await on.idOf('edit_body') }),
  },
  // With both the finger stays down for 50 ms, as a person's does; `input tap` lifts it at once.
  { what: 'tap', goals: {}, deed: (on) => on.text('tap', { x: 540, y: 1300 }) },
  { what: 'press_key', goals: { companion: 1 }, deed: (on) => on.text('press_key', { key: 'ENTER' }) },
  {
    what: 'custom_gesture of 100 ms',
    goals: {},
    deed: (on) => on.text('custom_gesture', { paths: [STROKE] }),
  },
  {
    what: `set_text, ${TEXT.length} characters`,
    goals: { helper: 20, companion: 5 },
    deed: async (on) => on.text('set_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
  {
    what: `input_text, ${TEXT.length} characters`,
    goals: { helper: 5, companion: 5 },
    deed: async (on) => on.text('input_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
  {
    what: 'set_clipboard',
    goals: {},
    needsMore: true,
    deed: (on) => on.text('set_clipboard', { text: TEXT }),
  },
  { what: 'get_clipboard', goals: {}, needsMore: true, deed: (on) => on.json('get_clipboard') },
];

const tierNames: readonly TierName[] = ['plain', 'helper', 'companion'];

/**
 * The same on each tier, each on a phone of its own with the waits of a real one (a dump waits for a second of rest).
 */
export async function tiers(place: Workplace): Promise<Figure[]> {
  const on = {
    plain: await toolsOn(place, 'plain'),
    helper: await toolsOn(place, 'helper'),
    companion: await toolsOn(place, 'companion'),
  };
  const figures: Figure[] = [];
  for (const { what, goals, needsMore, deed } of deeds) {
    const compared = needsMore ? tierNames.filter((tier) => tier !== 'plain') : tierNames;
    const times: Record<TierName, number[]> = { plain: [], helper: [], companion: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const tier of compared) times[tier].push(await timed(() => deed(on[tier].tools)));
    }
    const ratio = (fast: TierName, slow: TierName, goal: number | undefined): Figure[] =>
      compared.includes(slow) ? [against({ what, fast, slow, goal }, times)] : [];
    figures.push(
      ...ratio('helper', 'plain', goals.helper),
      ...ratio('companion', 'plain', goals.companion),
      ...ratio('companion', 'helper', goals.companionAgainstHelper),
    );
  }
  return [...figures, ...(await clickCost(on.companion))];
}

const names: Record<TierName, string> = {
  plain: 'plain ADB',
  helper: 'the helper',
  companion: 'the companion',
};

function against(
  pair: { what: string; fast: TierName; slow: TierName; goal: number | undefined },
  times: Record<TierName, readonly number[]>,
): Figure {
  const [fast, slow] = [median(times[pair.fast]), median(times[pair.slow])];
  return {
    what: `${pair.what} with ${names[pair.fast]}, against ${names[pair.slow]}`,
    measured: slow / fast,
    unit: 'x faster',
    goal: pair.goal === undefined ? undefined : { atLeast: pair.goal },
    how: `${fast.toFixed(0)} ms against ${slow.toFixed(0)} ms`,
  };
}

/** What a click costs on the phone, counted there. */
async function clickCost({ tools, phone }: TierTools): Promise<Figure[]> {
  const id = await tools.idOf('edit_body');
  const before = await phone.counts();
  await tools.text('click_element', { element_id: id });
  const after = await phone.counts();
  const figure = (what: string, measured: number, atMost: number): Figure => ({
    what: `${what} of click_element with the companion`,
    measured,
    unit: '',
    goal: { atMost },
    how: 'as the phone counts them',
  });
  return [
    figure('requests', after.requests - before.requests, 3),
    figure('shell commands', after.commands - before.commands, 0),
  ];
}

interface TierTools {
  readonly tools: Tools;
  readonly phone: BenchPhone;
}

/** A phone with a new note open, and the tools on it. */
async function toolsOn({ home, cleanUps }: Workplace, tier: TierName): Promise<TierTools> {
  const phone = await startPhone(cleanUps);
  const source = new AndroidSource({ keyFolder: join(home, tier), tier });
  const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
  cleanUps.push(() => registry.close());
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  const tools = callers(createToolbox({ registry, policy }));
  await tools.text('click_element', { element_id: await tools.idOf('Notes') });
  await tools.json('wait_for_element', { by: 'content_desc', value: 'New note', timeout: 10_000 });
  await tools.text('click_element', { element_id: await tools.idOf('fab_new_note') });
  await tools.json('wait_for_element', { by: 'resource_id', value: 'edit_body', timeout: 10_000 });
  await tools.json('wait_for_idle', { timeout: 5000 });
  return { tools, phone };
}
