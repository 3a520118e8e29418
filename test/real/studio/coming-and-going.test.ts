import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import type { Browser } from 'playwright-core';
import { AndroidSource } from '@handeye/android/source';
import { realClock } from '@handeye/core/call/clock';
import { type DeviceSource, Registry } from '@handeye/core/device/registry';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { startHttp } from '@handeye/core/server/http';
import { Studio } from '@handeye/studio/studio';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../support/endings.ts';
import { freePort } from '@handeye/testing/ports';
import { openBrowser } from './browser.ts';
import { sampleOf, tellAll } from './sample.ts';
import { scriptedServer } from './scripted-server.ts';

const nothingLogged = () => undefined;

interface Serving {
  readonly port?: number;
  readonly sources?: readonly DeviceSource[];
  readonly configured?: readonly string[];
}

/** A server with Studio, and with whatever devices the test has; it can end before the test does. */
async function serve(t: TestContext, { port = 0, sources = [], configured = [] }: Serving = {}) {
  const registry = new Registry({ sources, configured });
  const holds = new MemoryHolds({ clock: realClock });
  const studio = new Studio({
    registry,
    holds,
    clock: realClock,
    log: nothingLogged,
    version: '0.0.0',
    policy: 'open',
  });
  const server = await startHttp({
    toolbox: studio.watched(createToolbox({ registry, holds, policy: defaultPolicy })),
    name: 'handeye',
    version: '0.0.0',
    log: nothingLogged,
    token: 'a-token-of-the-tests',
    port,
    mount: studio,
  });
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    await server.close({ grace: 0 });
    await registry.close();
  };
  endings(t)(end);
  return { end, link: () => new URL(studio.newLink(), server.url).href };
}

async function openPage(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(link);
  return page;
}

test('devices and servers come and go', async (t) => {
  const browser = await openBrowser(t);
  await t.test(
    'without a device the page says what to do, and shows one as soon as it is there',
    async (t) => {
      const phone = await startPhone({ idleWaitMs: 50 });
      endings(t)(() => phone.close());
      const source = new AndroidSource({ keyFolder: await scratchFolder(t), env: NO_ADB, tier: 'companion' });
      let isPluggedIn = false;
      // Simulates plugging in: a list that gains a phone.
      const cable: DeviceSource = {
        claims: () => true,
        list: () =>
          Promise.resolve(
            isPluggedIn ? [{ id: `tcp:${phone.serial}`, title: 'Pixel 8', kind: 'phone', ready: true }] : [],
          ),
        open: (name, call) => source.open(name, call),
        close: () => source.close(),
      };
      const server = await serve(t, { sources: [cable] });
      const page = await openPage(browser, server.link());
      await page.getByText('No device is attached. Attach one').waitFor();
      isPluggedIn = true;
      await page.getByRole('img', { name: /The screen of/ }).waitFor();
    },
  );

  await t.test('a phone that has not allowed this computer says what its owner has to do', async (t) => {
    const phone = await startPhone({ auth: { accept: 'known', knownKeys: new Set() } });
    endings(t)(() => phone.close());
    const source = new AndroidSource({ keyFolder: await scratchFolder(t), env: NO_ADB, tier: 'companion' });
    const server = await serve(t, { sources: [source], configured: [`tcp:${phone.serial}`] });
    const page = await openPage(browser, server.link());
    const told = page.getByText('has not allowed this computer yet. Unlock it and tap "Allow"');
    await told.first().waitFor();
  });

  await t.test(
    'the page says that the server is gone, and that a new one does not know it; a new link brings it back',
    async (t) => {
      // A port that stays unused meanwhile.
      const port = await freePort();
      const first = await serve(t, { port });
      const page = await openPage(browser, first.link());
      await page.getByText('No device is attached').waitFor();
      await first.end();
      await page.getByText('The server does not answer. This page keeps trying').waitFor();
      const refused = page.getByText('does not know this browser any more');
      const second = await serve(t, { port });
      await refused.getByText('handeye studio').waitFor();
      // In another tab of the same browser.
      const other = await page.context().newPage();
      await other.goto(second.link());
      await other.getByText('No device is attached').waitFor();
      await other.close();
      await refused.waitFor({ state: 'detached' });
      await page.getByText('No device is attached').waitFor();
    },
  );

  await t.test(
    'a connection that breaks comes back by itself, and the page goes on where it was',
    async (t) => {
      const server = await serve(t);
      const page = await openPage(browser, server.link());
      // Gone until the page has reported it: it tries again after half a second.
      let [isGone, cut] = [false, () => undefined as unknown];
      await page.routeWebSocket(/\/studio\/live/, (socket) => {
        if (isGone) void socket.close();
        else socket.connectToServer();
        cut = () => socket.close({ code: 1012 });
      });
      await page.reload();
      await page.getByText('No device is attached').waitFor();
      await page.getByRole('tab', { name: 'Devices' }).click();
      isGone = true;
      await cut();
      const gone = page.getByText('The server does not answer. This page keeps trying');
      await gone.waitFor();
      isGone = false;
      await gone.waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('tab', { name: 'Devices' }).getAttribute('aria-selected'), 'true');
    },
  );

  await t.test(
    'what cannot be answered while the server is gone is not asked, and what it could not tell is told when it is back',
    async (t) => {
      const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes' });
      const hello = { ...sample.hello, questions: [sample.question] };
      const server = await scriptedServer(t, { hello, answers: sample.answers });
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(10_000);
      let [isGone, cut] = [false, () => undefined as unknown];
      await page.routeWebSocket(/\/studio\/live/, (socket) => {
        if (isGone) void socket.close();
        else socket.connectToServer();
        cut = () => socket.close({ code: 1012 });
      });
      await page.goto(server.url);
      const card = page.getByRole('alertdialog');
      await card.waitFor();
      assert.equal(await page.title(), '(1) Handeye Studio');
      // The question comes with the greeting; the calls are requested after it.
      const call = page.getByRole('option', { name: /#1 / });
      await call.waitFor();
      isGone = true;
      await cut();
      await page.getByText('The server does not answer. This page keeps trying').waitFor();
      await card.waitFor({ state: 'detached' });
      assert.equal(await page.title(), 'Handeye Studio');
      await call.click();
      const details = page.getByRole('region', { name: 'Call 1' });
      await details.getByRole('alert').getByText('The server is gone.').waitFor();
      isGone = false;
      await card.waitFor();
      await details.getByText('Answer, as the model got it').waitFor();
    },
  );

  await t.test(
    'devices of the same name are told apart, and one that is held but not shown is told',
    async (t) => {
      const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes' });
      const [first, second] = sample.answers.devices ?? [];
      assert.ok(first && second);
      const devices = [first, { ...second, id: 'tcp:10.0.0.2:5555', title: first.title, state: 'ready' }];
      const answers = { ...sample.answers, devices };
      const server = await scriptedServer(t, { hello: sample.hello, answers });
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(10_000);
      await page.goto(server.url);
      await page.getByText('Waiting for the first picture').waitFor();
      await tellAll(server, { ...sample, answers });
      const picker = page.getByRole('combobox', { name: 'Device', exact: true });
      await picker.getByText(`tcp:10.0.0.2:5555: ${first.title}`).waitFor({ state: 'attached' });
      server.tell('hands', { stopped: false, takenOver: [sample.screen.device] });
      await page.getByText('You have the device').waitFor();
      await picker.selectOption('tcp:10.0.0.2:5555');
      await page.getByText(`You still have ${sample.screen.device}`).waitFor();
    },
  );
});
