import { realClock } from '../../src/call/clock.ts';
import { Registry } from '../../src/device/registry.ts';
import { Asking, type AskingOptions } from '../../src/guard/asking.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { createToolbox } from '../../src/tools/create-toolbox.ts';
import type { Toolbox } from '../../src/tools/frame/toolbox.ts';
import { box, button, full, node, viewOf } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

/** Where Pay is. */
export const payAt = { x: 300, y: 1060 };
export const otherAt = { x: 300, y: 250 };

/** A shop whose policy asks before anything on the buttons Pay and Send is touched. */
export function shop(asking: Partial<AskingOptions> = {}): { device: ScriptedDevice; toolbox: Toolbox } {
  const children = [
    button('Pay', box(100, 1000, 500, 1120)),
    button('Send', box(100, 1300, 500, 1420)),
    button('Other', box(100, 200, 500, 300)),
  ];
  const device = new ScriptedDevice(viewOf(node('FrameLayout', full, { children })));
  const ask = (label: string) =>
    ({ when: { label }, then: 'ask', why: 'It matters.', from: 'test' }) as const;
  const toolbox = createToolbox({
    registry: new Registry({ sources: [sourceOf([device])], configured: [device.id] }),
    policy: { ...defaultPolicy, rules: [ask('Pay'), ask('Send')] },
    asking: new Asking({ clock: realClock, ...asking }),
    toolsets: ['device', 'model'],
  });
  return { device, toolbox };
}

/** How often something was touched. */
export function touches({ deeds }: ScriptedDevice): number {
  return deeds.filter(({ did }) => did === 'touch').length;
}
