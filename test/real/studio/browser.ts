import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { startPhone, type StartPhoneOptions, type VirtualPhone } from '@handeye/virtual-phone';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { AndroidSource } from '@handeye/android/source';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { Asking } from '@handeye/core/guard/asking';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { Flows } from '@handeye/flows/flows';
import { Shelf } from '@handeye/flows/shelf';
import { startHttp } from '@handeye/core/server/http';
import { Studio } from '@handeye/studio/studio';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { hostKey, NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { patientLimits } from '@handeye/testing/patience';
import { endings } from '../../support/endings.ts';
import { Agent, type Tier } from '../android/house.ts';

export type { Page } from 'playwright-core';

/** Debian's path. */
const CHROMIUM = '/usr/bin/chromium';

export interface StudioHouseOptions {
  readonly tier?: Tier;
  readonly policy?: Partial<Policy>;
  readonly phone?: StartPhoneOptions;
  /** Milliseconds that a person has to answer. */
  readonly askLimit?: number;
  /** The folder of --record. */
  readonly record?: string;
  /** The folder of --flows. */
  readonly flows?: string;
}

export interface StudioHouse {
  readonly phone: VirtualPhone;
  readonly studio: Studio;
  /** An MCP client beside the page. */
  readonly agent: Agent;
  /** The server's address, and a link for one browser. */
  readonly url: string;
  link(): string;
  readonly log: readonly string[];
}

/** A virtual phone served over HTTP with Studio beside MCP, as the product does; all of it ends with the test. */
export async function studioHouse(t: TestContext, options: StudioHouseOptions = {}): Promise<StudioHouse> {
  const { tier = 'companion', policy, askLimit = 20_000, record } = options;
  const atEnd = endings(t);
  const phone = await startPhone({ idleWaitMs: 50, ...options.phone });
  atEnd(() => phone.close());
  const name = `tcp:${phone.serial}`;
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, key: hostKey, env: NO_ADB, tier });
  const registry = new Registry({ sources: [source], configured: [name] });
  atEnd(() => registry.close());
  const log: string[] = [];
  const tell = (level: string, event: string, fields?: object) =>
    log.push(JSON.stringify({ level, event, ...fields }));
  const holds = new MemoryHolds({ clock: realClock });
  const { flows: folder } = options;
  const flows =
    folder === undefined ? undefined : new Flows({ registry, clock: realClock, folder, history: true });
  const studio = new Studio({
    ...(flows && folder !== undefined && { flows: new Shelf(flows, folder) }),
    registry,
    holds,
    clock: realClock,
    log: tell,
    version: '0.0.0',
    policy: 'open',
    record,
    levers: { device: name, phone: () => Promise.resolve(phone) },
  });
  const toolbox = studio.watched(
    createToolbox({
      registry,
      holds,
      limits: patientLimits,
      policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
      asking: new Asking({ clock: realClock, askers: [studio.asker], limit: askLimit }),
      ...(flows && { flows, toolsets: ['device', 'model', 'flows'] }),
    }),
  );
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0.0.0',
    log: tell,
    token: 'a-token-of-the-tests',
    port: 0,
    mount: studio,
  });
  atEnd(() => server.close({ grace: 1000 }));
  studio.mcp = new URL('/mcp', server.url).href;
  const agent = await Agent.connect(new URL('/mcp?screen=lean', server.url));
  atEnd(() => agent.leave());
  return {
    phone,
    studio,
    agent,
    log,
    url: server.url,
    link: () => new URL(studio.newLink(), server.url).href,
  };
}

/** A real Chromium with a home folder of its own. */
export function launchChromium(home: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    // Tests may run as root, where Chromium refuses its sandbox; it opens our own pages only.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...args],
    env: { ...process.env, HOME: home },
  });
}

/** A real Chromium for one test. */
export async function openBrowser(t: TestContext, args: readonly string[] = []): Promise<Browser> {
  const profile = await scratchFolder(t);
  const browser = await launchChromium(profile, args);
  endings(t)(async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  });
  return browser;
}

/** One Chromium for all tests of a file, started by the first. Call this outside of tests. */
export function sharedBrowser(): () => Promise<Browser> {
  let opening: Promise<{ readonly browser: Browser; readonly profile: string }> | undefined;
  const open = async () => {
    const profile = await mkdtemp(join(tmpdir(), 'handeye-test-'));
    return { browser: await launchChromium(profile), profile };
  };
  after(async () => {
    if (!opening) return;
    const { browser, profile } = await opening;
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  });
  return async () => (await (opening ??= open())).browser;
}

/** A page that was opened with a link and shows the phone; in a browser of its own if none is given. */
export async function openStudio(
  t: TestContext,
  house: StudioHouse,
  options: BrowserContextOptions & { readonly browser?: Browser } = {},
): Promise<Page> {
  const { browser = await openBrowser(t), ...context } = options;
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  endings(t)(() => own.close());
  const page = await own.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(house.link());
  return page;
}
