import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AndroidSource } from '@handeye/android/source';
import type { TierName } from '@handeye/android/tier-choice';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import type { Session } from '@handeye/core/device/session';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { startHttp } from '@handeye/core/server/http';
import { Studio } from '@handeye/studio/studio';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { callers } from '@handeye/testing/tools';
import { launchChromium, type Page } from '../../test/real/studio/browser.ts';
import { startPhone } from '../android/workplace.ts';

/** Deadline of each step in milliseconds. */
const LIMIT = 30_000;

/** A virtual phone of its own that is served with Studio, and a browser that has not opened the page yet. */
export interface StudioPlace {
  /** An agent's tools on it. */
  readonly tools: ReturnType<typeof callers>;
  readonly link: () => string;
  /** A page without cookies. */
  readonly newPage: () => Promise<Page>;
  /** Acts on the device itself, past the tools and the page. */
  readonly raw: <T>(work: (session: Session, call: Call) => Promise<T>) => Promise<T>;
}

/** Runs `work` with such a place and removes it afterwards. */
export async function atStudio<T>(tier: TierName, work: (place: StudioPlace) => Promise<T>): Promise<T> {
  const cleanUps: (() => unknown)[] = [];
  try {
    return await work(await open(tier, cleanUps));
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function open(tier: TierName, cleanUps: (() => unknown)[]): Promise<StudioPlace> {
  const home = await mkdtemp(join(tmpdir(), 'handeye-bench-'));
  cleanUps.push(() => rm(home, { recursive: true, force: true }));
  const phone = await startPhone(cleanUps);
  const device = `tcp:${phone.serial}`;
  const source = new AndroidSource({ keyFolder: join(home, 'key'), tier });
  const registry = new Registry({ sources: [source], configured: [device] });
  cleanUps.push(() => registry.close());
  const holds = new MemoryHolds({ clock: realClock });
  const log = () => undefined;
  const studio = new Studio({ registry, holds, clock: realClock, log, version: '0.0.0', policy: 'open' });
  const policy = { ...defaultPolicy, writesPerSecond: 1000 };
  const toolbox = studio.watched(createToolbox({ registry, holds, policy }));
  const token = 'a-token-of-this-bench';
  const server = await startHttp({
    ...{ toolbox, log, token, name: 'handeye', version: '0.0.0', port: 0, mount: studio },
  });
  cleanUps.push(() => server.close({ grace: 0 }));
  const browser = await launchChromium(home);
  cleanUps.push(() => browser.close());
  return {
    tools: callers(toolbox),
    link: () => new URL(studio.newLink(), server.url).href,
    newPage: async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      page.setDefaultTimeout(LIMIT);
      return page;
    },
    raw: (work) =>
      withinLimit({ clock: realClock, limit: LIMIT }, async (call) =>
        work(await registry.sessionOf(device, call), call),
      ),
  };
}
