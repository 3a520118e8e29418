import type { TestContext } from 'node:test';
import { Registry } from '../../../src/device/registry.ts';
import { Live } from '../../../src/studio/live/live.ts';
import { screenRequests } from '../../../src/studio/live/screen-requests.ts';
import type { Seen } from '../../../src/studio/live/watched-device.ts';
import type { Looked } from '../../../src/studio/wire/screen.ts';
import { DEFAULT_MAX_TOKENS } from '../../../src/tools/frame/defaults.ts';
import { createToolbox } from '../../../src/tools/create-toolbox.ts';
import type { View } from '../../../src/ui/snapshot.ts';
import { SkippingClock } from '../../support/clock.ts';
import { ScriptedDevice, sourceOf } from '../../support/scripted-device.ts';
import { callers } from '../../support/tools.ts';

/** A scripted device that Studio can watch until the test ends, and a client's tools on it. */
export function watchable(t: TestContext, view: View) {
  const device = new ScriptedDevice(view);
  const clock = new SkippingClock();
  const registry = new Registry({ sources: [sourceOf([device])], configured: [device.id] });
  const seen: Seen[] = [];
  const looked: Looked[] = [];
  const unseen: string[] = [];
  const maxTokens = DEFAULT_MAX_TOKENS;
  const live = new Live({
    registry,
    clock,
    maxTokens,
    onSeen: (one) => seen.push(one),
    onLooked: (one) => looked.push(one),
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
