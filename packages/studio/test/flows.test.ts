import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { FlowEnd, FlowShelf, Performing, ShelfSaving } from '../src/flows/flow-shelf.ts';
import { form } from '@handeye/testing/screens';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { Registry } from '@handeye/core/device/registry';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { studioServer, TestPage } from './studio-server.ts';

const at = { file: '/flows/alarm.flow.yaml', line: 5, column: 3 };
const step = { number: 1, says: 'tapOn "Save"', at };
const wish = { name: 'alarm', isHealed: false, device: 'scripted', heal: true, goOn: false };

const diverged: FlowEnd = {
  status: 'failed',
  milliseconds: 10,
  remarks: [],
  problem: undefined,
  divergence: {
    ...{ at, step, expected: 'Save', found: 'it is not there', covering: undefined, advice: 'Look.' },
    candidates: [{ line: '7 Keep', reasons: ['same row'], selector: '{ text: Keep }' }],
  },
  resume: '1@abc',
};

/** A page on a server whose flows are performed by the test. */
async function atTheShelf(t: TestContext) {
  const asked: string[] = [];
  const performing: { how: Performing; end: (end: FlowEnd) => void; fail: (error: Error) => void }[] = [];
  const saved: ShelfSaving[] = [];
  const shelf: FlowShelf = {
    list: () => Promise.resolve([]),
    read: ({ name }) => Promise.resolve({ text: name, diff: undefined }),
    perform: (_, how) =>
      new Promise((end, fail) => {
        performing.push({ how, end, fail });
      }),
    choose: ({ name }, { at: { line }, selector }) => {
      asked.push(`${name}:${line} ${selector}`);
      return Promise.resolve();
    },
    accept: (name, diff) => {
      asked.push(`accept ${name} ${diff}`);
      return Promise.resolve();
    },
    discard: (name) => {
      asked.push(`discard ${name}`);
      return Promise.resolve();
    },
    save: (saving) => {
      saved.push(saving);
      return Promise.resolve({ isError: false, text: 'Saved' });
    },
  };
  const house = await studioServer(t, {}, { flows: shelf });
  const device = new ScriptedDevice(form());
  const registry = new Registry({ sources: [sourceOf([device])], configured: ['scripted'] });
  t.after(() => registry.close());
  const toolbox = house.studio.watched(createToolbox({ registry }));
  const page = await TestPage.open(t, house);
  const last = () => {
    const [newest] = performing.slice(-1);
    if (!newest) throw new Error('nothing is performed');
    return newest;
  };
  return { page, asked, saved, last, toolbox };
}

test('a page hears of each step of a flow, its target, and its divergence', async (t) => {
  const { page, last, asked } = await atTheShelf(t);
  await page.ask('performFlow', wish);
  assert.equal((await page.event('flowRun')).status, 'running');
  const { how, end } = last();
  assert.equal(how.heal, true);
  how.onEvent({ kind: 'step began', step });
  assert.deepEqual(
    (await page.event('flowRun')).steps.map(({ line, status }) => [line, status]),
    [[5, 'running']],
  );
  const box = { left: 1, top: 2, right: 3, bottom: 4 };
  how.onEvent({ kind: 'target found', step, box });
  assert.deepEqual((await page.event('flowRun')).target, box);
  how.onEvent({ kind: 'step ended', step: { ...step, status: 'failed', milliseconds: 9 } });
  const failed = await page.event('flowRun');
  assert.deepEqual([failed.target, failed.steps[0]?.status], [undefined, 'failed']);
  const inside = { ...step, number: 2, at: { ...at, file: '/flows/inside.yaml' } };
  how.onEvent({ kind: 'step began', step: inside });
  assert.equal((await page.event('flowRun')).steps[1]?.line, undefined);
  end(diverged);
  const { divergence, canGoOn, number } = await page.event('flowRun');
  assert.deepEqual([divergence?.place, divergence?.canChoose, canGoOn], ['alarm.flow.yaml:5', true, true]);
  await page.ask('chooseTarget', { run: number, candidate: 0 });
  assert.deepEqual(asked, ['alarm:5 { text: Keep }']);
  await assert.rejects(page.ask('chooseTarget', { run: number, candidate: 1 }), /Another run/);
});

test('a flow goes on only where its last run ended, and one runs at a time', async (t) => {
  const { page, last } = await atTheShelf(t);
  await assert.rejects(page.ask('performFlow', { ...wish, goOn: true }), /cannot be taken up/);
  await page.ask('performFlow', wish);
  await assert.rejects(page.ask('performFlow', { ...wish, name: 'other' }), /alarm is being performed/);
  await page.event('flowRun');
  last().end(diverged);
  await page.event('flowRun');
  await assert.rejects(page.ask('performFlow', { ...wish, name: 'other', goOn: true }), /cannot be taken up/);
  await page.ask('performFlow', { ...wish, goOn: true });
  assert.equal(last().how.from, '1@abc');
  await page.ask('stopFlow', undefined);
  assert.equal(last().how.signal.aborted, true);
  await page.event('flowRun');
  last().fail(new Error('alarm.flow.yaml:1:1: no flow'));
  assert.equal((await page.event('flowRun')).problem, 'alarm.flow.yaml:1:1: no flow');
});

test('a flow is saved from calls by their client and time', async (t) => {
  const { page, saved, toolbox } = await atTheShelf(t);
  const { signal } = new AbortController();
  await toolbox.call('click_element', { element_id: 'text:Save' }, { client: 'tests', signal });
  const [entry] = await page.ask('timeline', { limit: 1 });
  assert.ok(entry);
  const answer = await page.ask('saveFlow', { name: 'new', calls: [entry.number], variables: true });
  assert.deepEqual(answer, { isError: false, text: 'Saved' });
  const [{ calls, variables } = { calls: [], variables: false }] = saved;
  assert.equal(variables, true);
  assert.deepEqual(
    calls.map(({ client, tool, at: began }) => [client, tool, began]),
    [['tests', 'click_element', entry.at]],
  );
  await assert.rejects(page.ask('saveFlow', { name: 'new', calls: [99], variables: true }), /one device/);
});

test('a server without a folder of flows says so', async (t) => {
  const house = await studioServer(t);
  const page = await TestPage.open(t, house);
  assert.deepEqual(await page.ask('flows', undefined), {});
  await assert.rejects(page.ask('flow', { name: 'alarm', isHealed: false }), /--flows FOLDER/);
});
