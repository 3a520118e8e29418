// Values of applications: every type they use, and some they should not use.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { AxNode } from '../src/bridge/protocol.ts';
import { sharedBridge } from './fake/bridge.ts';
import type { FakeElement, FakeValue } from './fake/world.ts';

const facing = sharedBridge({ after });

async function read(...children: FakeElement[]): Promise<AxNode[]> {
  const { bridge } = facing({
    applications: [{ pid: 501, name: 'Odd', tree: { role: 'AXApplication', children } }],
  });
  const { nodes } = await bridge.ask('tree', { pid: 501, milliseconds: 5000, nodes: 1000 });
  return nodes.slice(1);
}

const nothing = { parent: 0, role: 'AXGroup', actions: [] };

test('a value has the type that the application gave it', async () => {
  const values: [FakeValue, AxNode['value']][] = [
    ['plain', 'plain'],
    ['', ''],
    [{ styled: 'bold words' }, 'bold words'],
    [{ url: 'https://example.org/?q=ü' }, 'https://example.org/?q=ü'],
    [42, 42],
    [{ float: -0.125 }, -0.125],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    [true, true],
    [false, false],
    [{ float: NaN }, undefined],
    [{ float: Infinity }, undefined],
    [{ point: [1, 2] }, undefined],
    [{ rect: [1, 2, 3, 4] }, undefined],
    [{ data: true }, undefined],
    [{ error: -25205 }, undefined],
  ];
  const nodes = await read(...values.map(([value]) => ({ role: 'AXGroup', value })));
  assert.deepEqual(
    nodes.map(({ value }) => value),
    values.map(([, expected]) => expected),
  );
});

test('every attribute has its field in the node', async () => {
  const [node] = await read({
    role: 'AXOutline',
    title: 'title',
    bounds: { x: -1.5, y: 2, width: 3, height: 4.25 },
    attributes: {
      AXSubrole: 'AXSourceList',
      AXDescription: 'description',
      AXHelp: 'help',
      AXPlaceholderValue: 'placeholder',
      AXIdentifier: 'identifier',
      AXEnabled: true,
      AXFocused: false,
      AXSelected: 1,
      AXExpanded: 0,
      AXMain: true,
      AXMinimized: false,
      AXModal: true,
      AXHidden: false,
      AXURL: { url: 'file:///tmp' },
      AXSelectedTextRange: { range: [3, 12] },
    },
    actions: ['AXPress', 'Name:special action\nTarget:0x0\nSelector:(null)'],
  });
  assert.deepEqual(node, {
    parent: 0,
    role: 'AXOutline',
    subrole: 'AXSourceList',
    title: 'title',
    description: 'description',
    identifier: 'identifier',
    bounds: { x: -1.5, y: 2, width: 3, height: 4.25 },
    help: 'help',
    placeholder: 'placeholder',
    enabled: true,
    focused: false,
    selected: true,
    expanded: false,
    main: true,
    minimized: false,
    modal: true,
    hidden: false,
    url: 'file:///tmp',
    selection: { start: 3, length: 12 },
    actions: ['AXPress', 'Name:special action\nTarget:0x0\nSelector:(null)'],
  });
});

test('attributes of the wrong type count as absent', async () => {
  const attributes: Record<string, FakeValue> = {
    AXTitle: 7,
    AXSubrole: true,
    AXEnabled: 'yes',
    AXPosition: { size: [1, 2] },
    AXSize: { size: [1, 2] },
    AXURL: { data: true },
    AXFrame: { range: [1, 2] },
    AXSelectedTextRange: { rect: [1, 2, 3, 4] },
    AXChildren: 'none',
  };
  assert.deepEqual(await read({ role: 'AXGroup', attributes }), [nothing]);
});

test('a field without a name gets the text of its label', async () => {
  const labelled = (attributes: Record<string, FakeValue>): FakeElement => ({
    role: 'AXTextField',
    attributes,
  });
  const nodes = await read(
    { key: 'label', role: 'AXStaticText', value: 'Name:' },
    { key: 'button', role: 'AXButton', title: 'Colour' },
    { key: 'secret', role: 'AXTextField', value: 'hunter2', attributes: { AXSubrole: 'AXSecureTextField' } },
    { key: 'bad', role: 'AXStaticText', value: 'x', fault: { error: -25202 } },
    labelled({ AXTitleUIElement: { element: 'label' } }),
    labelled({ AXTitleUIElement: { element: 'button' }, AXTitle: '' }),
    labelled({ AXTitleUIElement: { element: 'label' }, AXDescription: 'own' }),
    labelled({ AXTitleUIElement: { element: 'secret' } }),
    labelled({ AXTitleUIElement: { element: 'bad' } }),
    labelled({ AXTitleUIElement: 'text' }),
  );
  assert.deepEqual(
    nodes.slice(4).map(({ role, label }) => [role, label]),
    ['Name:', 'Colour', undefined, undefined, undefined, undefined].map((label) => ['AXTextField', label]),
  );
});

test('the content of a secure field never leaves the bridge', async () => {
  const secret = 'correct horse';
  const { bridge } = facing({
    applications: [
      {
        pid: 501,
        name: 'Login',
        tree: {
          role: 'AXApplication',
          children: [
            {
              role: 'AXTextField',
              value: secret,
              attributes: {
                AXSubrole: 'AXSecureTextField',
                AXPlaceholderValue: 'Password',
                AXSelectedTextRange: { range: [13, 0] },
              },
              settable: ['AXValue'],
              children: [{ role: 'AXGroup', children: [{ role: 'AXStaticText', value: secret }] }],
            },
            { role: 'AXTextArea', value: secret, attributes: { AXContainsProtectedContent: true } },
          ],
        },
      },
    ],
  });
  const answer = await bridge.ask('tree', { pid: 501, milliseconds: 5000, nodes: 100 });
  assert.ok(!JSON.stringify(answer).includes(secret));
  assert.deepEqual(answer.nodes[1], {
    parent: 0,
    role: 'AXTextField',
    subrole: 'AXSecureTextField',
    placeholder: 'Password',
    settable: true,
    actions: [],
  });
});
