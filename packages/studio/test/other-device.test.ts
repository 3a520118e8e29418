import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { Studio } from '../src/studio.ts';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { post, serving, toolCall } from '@handeye/testing/serving';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { PlainPage } from './plain-page.ts';

/* Without --device, calls use an attached device, or else the built-in phone. The page can show another one. */

const CABLED = 'cabled';
const BUILT_IN = 'built-in';

/** A server for whatever is attached, an agent, and as many pages as a test opens. */
async function undecided(t: TestContext, ...attached: string[]) {
  const devices = [CABLED, BUILT_IN].map((id) => new ScriptedDevice(form(), { id }));
  const source = {
    ...sourceOf(devices),
    list: () =>
      Promise.resolve(attached.map((id) => ({ id, title: id, kind: 'phone', ready: true }) as const)),
  };
  const registry = new Registry({ sources: [source], configured: [], otherwise: BUILT_IN });
  const holds = new MemoryHolds({ clock: realClock });
  const log = () => undefined;
  const studio = new Studio({ registry, holds, clock: realClock, log, version: '1.2.3', policy: 'open' });
  const toolbox = studio.watched(createToolbox({ registry, holds, clock: realClock }));
  const { server } = await serving(t, { toolbox, mount: studio });
  t.after(() => {
    studio.close();
  });
  return {
    attach: (id: string) => attached.push(id),
    page: () => PlainPage.open(t, studio, server),
    tap: () => post(server, toolCall('tap', { x: 500, y: 500 })),
    acts: () => devices.flatMap(({ id, actions }) => actions.map(() => id)),
  };
}

test('a tool that is tried writes to the device that the page shows, or to none', async (t) => {
  const { page, acts } = await undecided(t, CABLED);
  const one = await page();
  const call = { tool: 'tap', arguments: { x: 500, y: 500 }, from: 'form' } as const;
  const refused = await one.isRefused('call', { ...call, device: BUILT_IN });
  assert.match(
    refused,
    /^Handeye writes to cabled in this run\. To use built-in, too, start it with --device/,
  );
  assert.deepEqual(acts(), []);
  assert.equal((await one.asks('call', { ...call, device: CABLED })).isError, false);
  assert.deepEqual(acts(), [CABLED]);
});

test('no call can be copied for a device that calls do not mean', async (t) => {
  const { page } = await undecided(t, CABLED);
  for (const device of [CABLED, BUILT_IN]) {
    const one = await page();
    await one.asks('watch', { device, visible: true });
    const { elements } = await one.hears('screen');
    const { calls, isThere } = await one.asks('element', { device, id: elements[0]?.id ?? '' });
    assert.equal(isThere, true);
    assert.equal(calls.length > 0, device === CABLED, device);
  }
});

test('a page that shows the device that is used by default follows the calls; one that was told which does not', async (t) => {
  const { attach, page, tap, acts } = await undecided(t);
  const [following, staying] = [await page(), await page()];
  await following.asks('watch', { visible: true });
  await staying.asks('watch', { device: BUILT_IN, visible: true });
  for (const one of [following, staying]) assert.equal((await one.hears('screen')).device, BUILT_IN);
  attach(CABLED);
  await tap();
  assert.deepEqual(acts(), [CABLED]);
  assert.equal((await following.hears('screen')).device, CABLED);
  // It gets the looks at its own device and no others.
  await staying.hears('looked');
  assert.equal((await staying.hears('looked')).device, BUILT_IN);
});
