/**
 * What the helper on the phone is worth: the same looks, taps and texts with it and over plain ADB, on the virtual
 * phone with the waits of a real one (a dump waits for a second of rest). In turns, so that a busy machine slows both.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AndroidSource } from '../src/android/index.ts';
import { Registry } from '../src/device/registry.ts';
import { startPhone } from '../src/phone/phone.ts';
import { createToolbox } from '../src/tools/frame.ts';
import { defaultPolicy } from '../src/tools/policy.ts';
import { callers } from '../test/support/tools.ts';

const ROUNDS = 5;
const GOAL = 20;
const TEXT = 'The quick brown fox jumps over the lazy dog, twice. '.repeat(4);

type Tools = ReturnType<typeof callers>;
const cleanUps: (() => Promise<unknown>)[] = [];
const home = await mkdtemp(join(tmpdir(), 'handeye-bench-'));

async function tools(helper: 'auto' | 'off'): Promise<Tools> {
  const phone = await startPhone();
  const source = new AndroidSource({ keyFolder: join(home, helper), helper });
  const registry = new Registry({ sources: [source], configured: [`tcp:${phone.serial}`] });
  cleanUps.push(async () => {
    await registry.close();
    await phone.close();
  });
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  const made = callers(createToolbox({ registry, policy }));
  await made.text('click_element', { element_id: await made.idOf('Notes') });
  await made.json('wait_for_element', { by: 'content_desc', value: 'New note', timeout: 10_000 });
  await made.text('click_element', { element_id: await made.idOf('fab_new_note') });
  await made.json('wait_for_element', { by: 'resource_id', value: 'edit_body', timeout: 10_000 });
  await made.json('wait_for_idle', { timeout: 5000 });
  return made;
}

const deeds: Readonly<Record<string, (tools: Tools) => Promise<unknown>>> = {
  look: (on) => on.text('get_screen_state'),
  'look with picture': (on) => on.call('get_screen_state', { include_screenshot: true }),
  tap: (on) => on.text('tap', { x: 540, y: 1300 }),
  'set_text, 208 characters': async (on) =>
    on.text('set_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
  'input_text, 208 characters': async (on) =>
    on.text('input_text', { element_id: await on.idOf('edit_body'), text: TEXT }),
};

async function main(): Promise<void> {
  const [helped, plain] = [await tools('auto'), await tools('off')];
  console.log(`Medians of ${ROUNDS} rounds, in ms\n`);
  console.log(`${''.padEnd(28)}${'plain ADB'.padStart(12)}${'helper'.padStart(12)}${'faster'.padStart(10)}`);
  for (const [name, deed] of Object.entries(deeds)) {
    const times = { helped: [] as number[], plain: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.plain.push(await timed(() => deed(plain)));
      times.helped.push(await timed(() => deed(helped)));
    }
    const [slow, fast] = [median(times.plain), median(times.helped)];
    const goal = name === 'look' ? `   (goal ${GOAL}x)` : '';
    console.log(
      `${name.padEnd(28)}${slow.toFixed(0).padStart(12)}${fast.toFixed(0).padStart(12)}${(slow / fast).toFixed(1).padStart(9)}x${goal}`,
    );
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

try {
  await main();
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
  await rm(home, { recursive: true, force: true });
}
