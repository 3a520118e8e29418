import type { TestContext } from 'node:test';
import { Registry } from '@handeye/core/device/registry';
import { Live } from '../../src/live/live.ts';
import { screenRequests } from '../../src/live/screen-requests.ts';
import type { Seen } from '../../src/live/watched-device.ts';
import type { Looked } from '../../src/wire/screen.ts';
import { DEFAULT_MAX_TOKENS } from '@handeye/core/tools/frame/defaults';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { callers } from '@handeye/testing/tools';

/** A scripted device that Studio can watch until the test ends, and a client's tools on it. */
export function watchable(t: TestContext, view: View) {
  const device = new ScriptedDevice(view);
  const clock = new SkippingClock();
  const registry = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
  const seen: Seen[] = [];
  const looked: Looked[] = [];
  const unseen: string[] = [];
  const signs: number[] = [];
  const maxTokens = DEFAULT_MAX_TOKENS;
  const live = new Live({
    registry,
    clock,
    maxTokens,
    onSeen: (one) => seen.push(one),
    onLooked: (one) => {
      looked.push(one);
      signs.push(clock.now());
    },
    onAlive: () => signs.push(clock.now()),
    onUnseen: ({ message }) => unseen.push(message),
  });
  t.after(() => {
    live.close();
  });
  const { texts, element } = screenRequests({ live, maxTokens, registry, clock, prefix: '' });
  /** Advances the device's clock. */
  const pass = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve);
    });
  return {
    device,
    clock,
    live,
    seen,
    looked,
    unseen,
    /** The times of all signs of life. */
    signs,
    pass,
    looks: () => device.deeds.filter(({ did }) => did === 'look').length,
    /** Starts or stops watching. */
    watch: () => {
      live.watch(new Set([device.id]));
    },
    leave: () => {
      live.watch(new Set());
    },
    // The handlers of these requests need no page.
    texts: async () => texts?.({ device: device.id }, NO_PAGE),
    element: async (id: string) => element?.({ device: device.id, id }, NO_PAGE),
    tools: callers(createToolbox({ registry, clock, screenFormat: 'lean' })),
  };
}

const NO_PAGE = undefined as never;
