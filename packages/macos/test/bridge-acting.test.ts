// Actions on elements, and that they never reach another element.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressOf } from '../src/bridge/address.ts';
import { sharedBridge } from './fake/bridge.ts';
import type { FakeElement, FakeWorld } from './fake/world.ts';

const facing = sharedBridge({ after });

const at = (y: number) => ({ x: 0, y, width: 100, height: 20 });

/** A custom action of an application has a name like this. */
const CUSTOM = 'Name:Close tab\nTarget:0x0\nSelector:(null)';

const back: FakeElement = {
  key: 'back',
  role: 'AXButton',
  attributes: { AXDescription: 'Back' },
  actions: ['AXPress', CUSTOM],
  bounds: at(0),
};
const forward: FakeElement = {
  key: 'forward',
  role: 'AXButton',
  attributes: { AXDescription: 'Forward' },
  actions: ['AXPress'],
  bounds: at(20),
};
const address: FakeElement = {
  key: 'address',
  role: 'AXTextField',
  value: 'about:blank',
  settable: ['AXValue', 'AXFocused'],
  bounds: at(40),
};
const volume: FakeElement = {
  key: 'volume',
  role: 'AXSlider',
  value: { float: 0.5 },
  settable: ['AXValue'],
  bounds: at(60),
};
const label: FakeElement = { key: 'label', role: 'AXStaticText', value: 'Hello', bounds: at(80) };

const safari = (...children: FakeElement[]): FakeWorld => ({
  frontmost: 400,
  applications: [
    { pid: 400, name: 'Finder', tree: { key: 'finder', role: 'AXApplication' } },
    {
      pid: 501,
      name: 'Safari',
      tree: {
        key: 'safari',
        role: 'AXApplication',
        children: [
          {
            key: 'window',
            role: 'AXWindow',
            title: 'Start',
            actions: ['AXRaise'],
            bounds: at(-20),
            children,
          },
        ],
      },
    },
  ],
});

async function safariWith(...children: FakeElement[]) {
  const { mac, bridge } = facing(safari(...children));
  const { nodes } = await bridge.ask('tree', { pid: 501, milliseconds: 20_000, nodes: 100 });
  const found = (matches: (node: (typeof nodes)[number]) => boolean) =>
    addressOf(501, nodes, nodes.findIndex(matches));
  return {
    mac,
    bridge,
    ofRole: (role: string) => found((node) => node.role === role),
    described: (description: string) => found((node) => node.description === description),
  };
}

test('an element that is no longer as it was is stale, and nothing is done', async () => {
  const { mac, bridge, described } = await safariWith(back, forward, label);
  const element = described('Forward');
  const worlds: Record<string, FakeWorld> = {
    'another slid into its place': safari(back, label),
    'an equal one with another description': safari(back, { ...back, key: 'other' }),
    'it has a title now': safari(back, { ...forward, title: 'Go' }),
    'it has an identifier now': safari(back, {
      ...forward,
      attributes: { AXDescription: 'Forward', AXIdentifier: 'x' },
    }),
    'it lost its description': safari(back, { ...forward, attributes: {} }),
    'it became another kind': safari(back, {
      ...forward,
      attributes: { AXDescription: 'Forward', AXSubrole: 'AXToggle' },
    }),
    'it moved on the screen': safari(back, { ...forward, bounds: at(200) }),
    'it is gone': safari(back),
    'the window is empty': safari(),
  };
  for (const [what, world] of Object.entries(worlds)) {
    mac.become(world);
    for (const ask of ['perform', 'focus', 'setValue'] as const) {
      const { kind } = await bridge.fails(ask, { element, action: 'AXPress', value: 'x' });
      assert.equal(kind, 'stale', `${ask}: ${what}`);
    }
  }
  assert.deepEqual(mac.log(), []);
});

test('an element that vanishes between the check and the action is stale', async () => {
  const { mac, bridge, described } = await safariWith(back, forward);
  // Children twice and the identifying attributes once: the action is the fourth message.
  mac.become({ ...safari(back, forward), then: { messages: 3, world: safari(back) } });
  const { kind } = await bridge.fails('perform', { element: described('Forward'), action: 'AXPress' });
  assert.equal(kind, 'stale');
  assert.deepEqual(mac.log(), []);
});

test('an action that opens a modal dialog succeeds if the application answers other requests', async () => {
  const { mac, bridge, described } = await safariWith(back);
  mac.become({ ...safari(back), then: { messages: 3, world: safari({ ...back, fault: 'hang' }) } });
  await bridge.ask('perform', { element: described('Back'), action: 'AXPress' });
});

test('an action of an application that hangs is a timeout', async () => {
  const { mac, bridge, described } = await safariWith(back);
  const world = safari(back);
  const hanging = {
    ...world,
    applications: world.applications!.map((app) => ({ ...app, fault: 'hang' as const })),
  };
  mac.become({ ...world, then: { messages: 3, world: hanging } });
  assert.equal(
    (await bridge.fails('perform', { element: described('Back'), action: 'AXPress' })).kind,
    'timeout',
  );
});

test('texts, numbers and booleans keep their type', async () => {
  const check: FakeElement = { key: 'check', role: 'AXCheckBox', value: 0, settable: ['AXValue'] };
  const { mac, bridge, ofRole } = await safariWith(address, volume, check);
  const text = 'Grüße 🎈 "x"\n\u2028 \ud800';
  await bridge.ask('setValue', { element: ofRole('AXTextField'), value: text });
  await bridge.ask('setValue', { element: ofRole('AXSlider'), value: 0.25 });
  await bridge.ask('setValue', { element: ofRole('AXSlider'), value: -3 });
  await bridge.ask('setValue', { element: ofRole('AXCheckBox'), value: true });
  assert.deepEqual(mac.log(), [
    { did: 'set', element: 'address', attribute: 'AXValue', value: text },
    { did: 'set', element: 'volume', attribute: 'AXValue', value: 0.25 },
    { did: 'set', element: 'volume', attribute: 'AXValue', value: -3 },
    { did: 'set', element: 'check', attribute: 'AXValue', value: true },
  ]);
  const { nodes } = await bridge.ask('tree', { pid: 501, milliseconds: 20_000, nodes: 100 });
  assert.deepEqual(
    nodes.slice(2).map(({ value }) => value),
    [text, -3, true],
  );
});

test('nothing is focused in an application that does not come to the front', async () => {
  const { mac, bridge, ofRole } = await safariWith(address);
  const element = ofRole('AXTextField');
  const world = safari(address);
  mac.become({ ...world, applications: world.applications!.map((app) => ({ ...app, shy: true })) });
  assert.equal((await bridge.fails('focus', { element })).kind, 'timeout');
  assert.deepEqual(mac.log(), [{ did: 'set', element: 'safari', attribute: 'AXFrontmost', value: true }]);
});
