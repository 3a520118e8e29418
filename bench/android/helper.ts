import { join } from 'node:path';
import { AndroidSource } from '../../packages/handeye/src/android/source.ts';
import type { TierChoice } from '../../packages/handeye/src/android/tier-choice.ts';
import { Registry } from '../../packages/handeye/src/device/registry.ts';
import { createToolbox } from '../../packages/handeye/src/tools/frame/frame.ts';
import { defaultPolicy } from '../../packages/handeye/src/tools/frame/policy.ts';
import { callers } from '../../packages/handeye/test/support/tools.ts';
import { type Figure, median, timed } from './goals.ts';
import { startPhone, type Workplace } from './workplace.ts';

const ROUNDS = 5;
const TEXT = 'The quick brown fox jumps over the lazy dog, twice. '.repeat(4);

type Tools = ReturnType<typeof callers>;

interface Deed {
  readonly what: string;
  /** How many times as fast as plain ADB it should be at least. */
  readonly goal: number | undefined;
  readonly deed: (tools: Tools) => Promise<unknown>;
}

const deeds: readonly Deed[] = [
  { what: 'get_screen_state', goal: 20, deed: (on) => on.text('get_screen_state') },
  {
    what: 'get_screen_state with picture',
    goal: undefined,
    deed: (on) => on.call('get_screen_state', { include_screenshot: true }),
  },
  // From Android 12 on the same command makes it; noise is allowed for.
  { what: 'tap', goal: 0.8, deed: (on) => on.text('tap', { x: 540, y: 1300 }) },
  {
    what: `set_text, ${TEXT.length} characters`,
    goal: 20,
    deed: async (on) => on.text('set_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
  {
    what: `input_text, ${TEXT.length} characters`,
    goal: 5,
    deed: async (on) => on.text('input_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  },
];

/**
 * The same with the helper on the phone and over plain ADB, each on a phone of its own with the waits of a real one
 * (a dump waits for a second of rest).
 */
export async function helper(place: Workplace): Promise<Figure[]> {
  const [helped, plain] = [await tools(place, 'helper'), await tools(place, 'plain')];
  const figures: Figure[] = [];
  for (const { what, goal, deed } of deeds) {
    const times = { helped: [] as number[], plain: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.plain.push(await timed(() => deed(plain)));
      times.helped.push(await timed(() => deed(helped)));
    }
    const [slow, fast] = [median(times.plain), median(times.helped)];
    figures.push({
      what: `${what} with the helper, against plain ADB`,
      measured: slow / fast,
      unit: 'x faster',
      goal: goal === undefined ? undefined : { atLeast: goal },
      how: `${fast.toFixed(0)} ms against ${slow.toFixed(0)} ms`,
    });
  }
  return figures;
}

/** A phone with a new note open, and the tools on it. */
async function tools({ home, cleanUps }: Workplace, choice: TierChoice): Promise<Tools> {
  const serial = await startPhone(cleanUps);
  const source = new AndroidSource({ keyFolder: join(home, choice), tier: choice });
  const registry = new Registry({ sources: [source], configured: [`tcp:${serial}`] });
  cleanUps.push(() => registry.close());
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  const made = callers(createToolbox({ registry, policy }));
  await made.text('click_element', { element_id: await made.idOf('Notes') });
  await made.json('wait_for_element', { by: 'content_desc', value: 'New note', timeout: 10_000 });
  await made.text('click_element', { element_id: await made.idOf('fab_new_note') });
  await made.json('wait_for_element', { by: 'resource_id', value: 'edit_body', timeout: 10_000 });
  await made.json('wait_for_idle', { timeout: 5000 });
  return made;
}
