import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { DeviceUnreachable } from '@handeye/core/device/errors';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { SkippingClock } from '@handeye/testing/clock';
import { size } from '@handeye/testing/long';
import { sourceOf } from '@handeye/testing/scripted-device';
import { callers } from '@handeye/testing/tools';
import { type ReadFlow, readFlow } from '../src/file/read.ts';
import { Flows } from '../src/flows.ts';
import { performFlow } from '../src/run/perform.ts';
import { type App, generatedApp, type Mutation, mutations, MutantPhone } from './mutant-app.ts';

/** Skips waits, but not the limits of whole calls: files are written while nothing else goes on. */
function clockOfFlows(): Clock {
  const skipping = new SkippingClock();
  return {
    now: () => skipping.now(),
    after: (milliseconds, then) =>
      milliseconds > 60_000 ? realClock.after(milliseconds, then) : skipping.after(milliseconds, then),
  };
}

function toolsOn(phone: MutantPhone, folder: string) {
  const clock = clockOfFlows();
  const registry = new Registry({ sources: [sourceOf([phone])], configured: [phone.id] });
  const flows = new Flows({ registry, clock, folder, history: true });
  const toolsets = ['device', 'model', 'flows'] as const;
  const policy = {
    readOnly: false,
    blockedApps: [],
    allowedApps: [],
    allowedSchemes: [],
    writesPerSecond: 1e6,
    wake: true,
  };
  const toolbox = createToolbox({ registry, clock, flows, toolsets, policy, screenFormat: 'lean' });
  return { toolbox, ...callers(toolbox) };
}

async function recorded(app: App, folder: string) {
  const phone = new MutantPhone(app);
  const { text } = toolsOn(phone, folder);
  await text('open_app', { app: app.id });
  for (const key of app.path) {
    const part = Object.values(app.pages)
      .flat()
      .find((one) => one.key === key);
    assert.ok(part);
    await text('get_screen_state');
    const target = part.label === undefined ? `desc:${part.desc}` : `text:${part.label}`;
    await text('click_element', { element_id: target });
  }
  await text('save_flow', { name: app.id });
  return readFlow(join(folder, `${app.id}.flow.yaml`));
}

const known = new Map<string, Promise<{ folder: string; flow: ReadFlow }>>();

function recordedOnce(app: App) {
  const made =
    known.get(app.id) ??
    (async () => {
      const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
      return { folder, flow: await recorded(app, folder) };
    })();
  known.set(app.id, made);
  return made;
}

async function performed(app: App, mutated: { key: string; by: Mutation } | undefined, heal: boolean) {
  const { folder, flow } = await recordedOnce(app);
  const phone = new MutantPhone(app, mutated);
  const { toolbox } = toolsOn(phone, folder);
  const result = await performFlow(flow, { toolbox, signal: new AbortController().signal, heal });
  return { result, pressed: phone.pressed, folder };
}

const APPS = size(12, 6);
const DEADLY: readonly Mutation[] = [
  'removed',
  'duplicated',
  'disabled',
  'effect missing',
  'another app in front',
];

test('a recorded flow passes on the app that it was recorded on, wherever its targets stand', async () => {
  for (let seed = 0; seed < APPS; seed += 1) {
    const app = generatedApp(seed);
    for (const mutated of [undefined, ...app.path.map((key) => ({ key, by: 'moved' as const }))]) {
      const { result, pressed } = await performed(app, mutated, false);
      assert.equal(result.status, 'passed', JSON.stringify([seed, mutated, result.divergence]));
      assert.deepEqual(pressed, app.path);
    }
  }
});

test('no mutant passes that must not, none is used at the wrong element, most that can be healed are healed right', async (t) => {
  const count = { mutants: 0, falsePasses: 0, wrong: 0, healable: 0, healed: 0 };
  for (let seed = 0; seed < APPS; seed += 1) {
    const app = generatedApp(seed);
    for (const key of app.path)
      for (const by of mutations) {
        if (by === 'other id' && seed % 3 === 2) continue;
        const { result, pressed } = await performed(app, { key, by }, true);
        count.mutants += 1;
        const right = pressed.every((one, at) => one === app.path[at]);
        if (!right) count.wrong += 1;
        const isFine = result.status === 'passed' || result.status === 'healed';
        if (isFine && (DEADLY.includes(by) || pressed.length !== app.path.length)) count.falsePasses += 1;
        assert.ok(right, `${seed} ${key} ${by}: ${pressed.join()}`);
        if (by !== 'renamed' && by !== 'other id') continue;
        // A row is named by the text in it: that its own id changed is not noticed, and it is the right one all the same.
        if (result.status === 'passed') continue;
        // With nothing left of what was recorded, nothing can be healed.
        if (by === 'renamed' && seed % 3 === 2) continue;
        count.healable += 1;
        if (result.status === 'healed') count.healed += 1;
        else t.diagnostic(`not healed: ${seed} ${key} ${by}: ${result.divergence?.found ?? result.problem}`);
      }
  }
  t.diagnostic(JSON.stringify(count));
  assert.ok(count.mutants >= 200, String(count.mutants));
  assert.equal(count.falsePasses, 0);
  assert.equal(count.wrong, 0);
  assert.ok(count.healed >= 0.8 * count.healable, JSON.stringify(count));
});

test('healing writes a second file with a diff, and leaves the flow as it was', async () => {
  const app = generatedApp(0);
  const { result, folder } = await performed(app, { key: 'show', by: 'renamed' }, true);
  assert.equal(result.status, 'healed');
  const { healing } = result;
  assert.ok(healing);
  assert.match(healing.diff, /^-.*Show Studio\n\+.*Brand/m);
  const flows = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  assert.deepEqual(flows.toSorted(), [`${app.id}.flow.yaml`, `${app.id}.healed.flow.yaml`]);
  assert.match(readFileSync(join(folder, `${app.id}.flow.yaml`), 'utf8'), /Show Studio/);
});

test('a device that vanishes is no failure of the flow', async () => {
  const app = generatedApp(0);
  const { folder, flow } = await recordedOnce(app);
  const phone = new MutantPhone(app);
  const { toolbox } = toolsOn(phone, folder);
  phone.react = ({ did }) => {
    if (phone.pressed.length > 1 && did !== 'open')
      throw new DeviceUnreachable('permission_denied', 'The phone is not attached any more.');
  };
  const result = await performFlow(flow, { toolbox, signal: new AbortController().signal });
  assert.equal(result.status, 'infrastructure');
  assert.match(result.problem ?? '', /not attached/);
  assert.equal(result.divergence, undefined);
});

test('what deletes is never healed', async () => {
  const plain = generatedApp(0);
  const parts = Object.values(plain.pages)
    .flat()
    .map((part) => (part.key === 'show' ? { ...part, label: 'Delete Studio' } : part));
  const pages = Object.fromEntries(
    Object.entries(plain.pages).map(([page, own]) => [
      page,
      own.map(({ key }) => parts.find((one) => one.key === key)!),
    ]),
  );
  const app: App = { ...plain, id: 'org.example.deletes', pages };
  const { result, pressed } = await performed(app, { key: 'show', by: 'renamed' }, true);
  assert.equal(result.status, 'failed');
  assert.equal(result.divergence?.candidates.length, 1);
  assert.deepEqual(pressed, ['open', 'switch']);
});

test('a divergence names the place, the step, what is there and how to go on; the flow resumes there', async () => {
  const app = generatedApp(0);
  const { result, folder } = await performed(app, { key: 'show', by: 'renamed' }, false);
  const { divergence, resume } = result;
  assert.equal(result.status, 'failed');
  assert.ok(divergence && resume);
  assert.equal(divergence.kind, 'not there');
  assert.match(divergence.step.says, /^tapOn .*Show Studio/);
  assert.ok(divergence.at.line > 1);
  assert.match(divergence.screen, /Brand/);
  assert.match(divergence.candidates[0]?.line ?? '', /Brand/);
  assert.deepEqual(divergence.candidates[0]?.reasons, ['label other', 'resource id equal', 'role equal']);
  const file = join(folder, `${app.id}.flow.yaml`);
  const { toolbox } = toolsOn(new MutantPhone(app), folder);
  const at = { toolbox, signal: new AbortController().signal };
  const wrong = await performFlow(readFlow(file), { ...at, from: '4@000000000000' });
  assert.match(wrong.problem ?? '', /not those that were performed/);
  const resumed = await performFlow(readFlow(file), { ...at, from: resume });
  assert.equal(resumed.divergence?.step.path, divergence.step.path);
  writeFileSync(file, readFileSync(file, 'utf8').replace('Open Garden', 'Open Gardens'));
  const changed = await performFlow(readFlow(file), { ...at, from: resume });
  assert.match(changed.problem ?? '', /not those that were performed/);
});
