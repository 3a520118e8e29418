import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import type { UiNode } from '@handeye/screen/node';
import { SkippingClock } from '@handeye/testing/clock';
import { box, full, node, viewOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';

const careful: Policy = { ...defaultPolicy, ...profiles.careful };
const policies: Record<string, Policy> = {
  careful,
  'a rule on the label': {
    ...defaultPolicy,
    rules: [{ when: { label: 'Pay *' }, then: 'deny', from: 'rule 1' }],
  },
};

const pay = node('TextView', box(100, 1000, 500, 1120), { text: 'Pay 49 €' });

function holding(texts: readonly string[]): UiNode {
  const lines = texts.map((text, at) =>
    node('TextView', box(100, 200 + 60 * at, 500, 250 + 60 * at), { text }),
  );
  return node('FrameLayout', box(0, 100, 1080, 1300), {
    clickable: true,
    longClickable: true,
    children: [...lines, pay],
  });
}

const holders = {
  row: holding(['Blue bicycle with three gears and a bell', 'In stock']),
  card: holding(['One', 'Two', 'Three', 'Four', 'Five', 'Six']),
};

for (const [holder, root] of Object.entries(holders)) {
  for (const [tier, capabilities] of Object.entries({ companion: {}, plain: fingerOnly })) {
    for (const [name, policy] of Object.entries(policies)) {
      test(`what is named on a ${holder} is judged, not only what takes the click (${tier}, ${name})`, async () => {
        const view = viewOf(node('FrameLayout', full, { children: [root] }));
        const device = new ScriptedDevice(view, { capabilities: capable(capabilities) });
        const { fails, idOf } = bench(view, { policy, device });
        const ids = [await idOf('Pay 49 €'), 'text:Pay 49 €', 'text:pay 49 €'];
        for (const element_id of ids) {
          await fails('click_element', { element_id }, 'permission_denied');
          await fails('long_click_element', { element_id }, 'permission_denied');
        }
        assert.deepEqual(
          device.deeds.filter(({ did }) => did !== 'look'),
          [],
        );
      });
    }
  }

  test(`what is named on a ${holder} is asked about once, and then done`, async () => {
    const view = viewOf(node('FrameLayout', full, { children: [root] }));
    const clock = new SkippingClock();
    const asked: (string | undefined)[] = [];
    const asker = {
      way: 'a person',
      ask: ({ label }: { label: string | undefined }) => {
        asked.push(label);
        return Promise.resolve('once' as const);
      },
    };
    const asking = new Asking({ clock, askers: [asker] });
    for (const capabilities of [{}, fingerOnly]) {
      const device = new ScriptedDevice(view, { capabilities: capable(capabilities) });
      const { call } = bench(view, { policy: careful, device, clock, asking });
      const result = await call('click_element', { element_id: 'text:Pay 49 €' });
      assert.match(textOf(result), /^Click performed on element 'text:Pay 49 €'/);
      assert.equal(device.deeds.filter(({ did }) => did !== 'look').length, 1);
    }
    assert.deepEqual(asked, ['Pay 49 €', 'Pay 49 €']);
  });
}
