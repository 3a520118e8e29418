/**
 * Prints what a recorded flow costs against the same acts in one run_steps, on the virtual phone over the companion, and how long
 * a fresh phone takes over 50 flows in one process.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readFlow } from '../packages/flows/src/file/read.ts';
import { performFlow } from '../packages/flows/src/run/perform.ts';
import { phoneTools } from '../test/real/android/phone-tools.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const ROUNDS = Number(values.rounds);
const FLOWS = 50;

const click = (target: string) => ({ tool: 'click_element', arguments: { element_id: target } });
const back = { tool: 'press_back', arguments: {} };
const acts = [
  click('text:Network & internet'),
  click('text:Airplane mode'),
  back,
  click('text:Apps'),
  back,
  click('text:Network & internet'),
  click('text:Airplane mode'),
  back,
];

const ends: (() => unknown)[] = [];
const FOLDER = mkdtempSync(join(tmpdir(), 'bench-flows-'));
const frame = { screenFormat: 'lean' as const, toolsets: ['device', 'model', 'apps', 'flows'] as const };
const t = { after: (end: unknown) => void ends.push(end as () => unknown) };
const { phone, text, toolbox } = await phoneTools(t, { tier: 'companion', flows: FOLDER, frame });
const { signal } = new AbortController();
const start = { tool: 'open_app', arguments: { app: 'com.android.settings' } };

await text('open_app', start.arguments);
for (const { tool, arguments: args } of acts) await text(tool, args);
await text('get_screen_state');
await text('save_flow', { name: 'bench' });
const flow = readFlow(join(FOLDER, 'bench.flow.yaml'));

/** Milliseconds of each way, measured in turn. */
const times = { steps: [] as number[], flow: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  phone.reset();
  let began = performance.now();
  await text('run_steps', { steps: [start, ...acts] });
  times.steps.push(performance.now() - began);
  phone.reset();
  began = performance.now();
  const result = await performFlow(flow, { toolbox, signal, fresh: false });
  times.flow.push(performance.now() - began);
  if (result.status !== 'passed')
    throw new Error(result.divergence?.found ?? result.problem ?? result.status);
}
const median = (list: readonly number[]) =>
  list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0;
console.log(compared(median(times.steps), median(times.flow)));

const fresh: number[] = [];
for (let count = 0; count < FLOWS; count += 1) {
  const began = performance.now();
  phone.reset();
  fresh.push(performance.now() - began);
  const only = { ...flow, commands: flow.commands.slice(0, 2) };
  const { status } = await performFlow(only, { toolbox, signal, fresh: false });
  if (status !== 'passed') throw new Error(`flow ${count + 1}: ${status}`);
}
console.log(
  `a fresh phone: median ${median(fresh).toFixed(1)} ms, worst ${Math.max(...fresh).toFixed(1)} ms over ${FLOWS} flows`,
);
for (const end of ends) await end();

function compared(steps: number, whole: number): string {
  return `run_steps ${steps.toFixed(0)} ms, the flow ${whole.toFixed(0)} ms: ${(whole / steps).toFixed(2)}x (median of ${ROUNDS})`;
}
