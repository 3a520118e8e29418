import { join } from 'node:path';
import { AndroidSource } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { callers } from '@handeye/testing/tools';
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

interface Deed {
  readonly what: string;
  /** How many times as fast as plain ADB the companion should be at least. */
  readonly goal?: number;
  readonly deed: (tools: Tools) => Promise<unknown>;
}

const deeds: readonly Deed[] = [
  {
    what: 'get_screen_state',
    goal: 20,
    deed: (on) => on.text('get_screen_state'),
  },
  {
    what: 'get_screen_state with picture',
    deed: (on) => on.call('get_screen_state', { include_screenshot: true }),
  },
  {
    what: 'click_element',
    goal: 20,
    deed: async (on) => on.text('click_element', { element_id: await on.idOf('edit_body') }),
  },
  // With both the finger stays down for 50 ms, as a person's does; `input tap` lifts it at once.
  { what: 'tap', deed: (on) => on.text('tap', { x: 540, y: 1300 }) },
  { what: 'press_key', goal: 1, deed: (on) => on.text('press_key', { key: 'ENTER' }) },
  {
    what: 'custom_gesture of 100 ms',
    deed: (on) => on.text('custom_gesture', { paths: [STROKE] }),
  },
  {
    what: `set_text, ${TEXT.length} characters`,
    goal: 5,
    deed: async (on) => on.text('set_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
  {
    what: `input_text, ${TEXT.length} characters`,
    goal: 5,
    deed: async (on) => on.text('input_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
];

/**
 * The same on each tier, each on a phone of its own with the waits of a real one (a dump waits for a second of rest).
 */
export async function tiers(place: Workplace): Promise<Figure[]> {
  const on = {
    plain: await toolsOn(place, 'plain'),
    companion: await toolsOn(place, 'companion'),
  };
  const figures: Figure[] = [];
  for (const { what, goal, deed } of deeds) {
    const times: Record<TierName, number[]> = { plain: [], companion: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const tier of ['plain', 'companion'] as const)
        times[tier].push(await timed(() => deed(on[tier].tools)));
    }
    const [fast, slow] = [median(times.companion), median(times.plain)];
    figures.push({
      what: `${what} with the companion, against plain ADB`,
      measured: slow / fast,
      unit: 'x faster',
      goal: goal === undefined ? undefined : { atLeast: goal },
      how: `${fast.toFixed(0)} ms against ${slow.toFixed(0)} ms`,
    });
  }
  return [...figures, ...(await clickCost(on.companion))];
}

/** The cost of a click on the phone, counted there. */
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
