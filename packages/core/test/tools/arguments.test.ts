import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bench } from '@handeye/testing/tools';
import { calculator } from '@handeye/testing/screens';

/** Each row: a tool, what is wrong with the arguments, and what the model is told. */
const wrong: readonly [string, unknown, string][] = [
  ['tap', {}, "Missing required parameter 'x'"],
  ['tap', undefined, "Missing required parameter 'x'"],
  ['tap', null, "Missing required parameter 'x'"],
  ['tap', { x: null, y: 1 }, "Missing required parameter 'x'"],
  ['tap', { x: 1 }, "Missing required parameter 'y'"],
  ['tap', { x: -1, y: 1 }, "Parameter 'x' must be >= 0, got: -1"],
  ['tap', { x: '500', y: 1 }, "Parameter 'x' must be a number, got string: '500'"],
  ['tap', { x: true, y: 1 }, "Parameter 'x' must be a number, got boolean: 'true'"],
  ['tap', { x: NaN, y: 1 }, "Parameter 'x' must be a number, got: NaN"],
  ['tap', { x: Infinity, y: 1 }, "Parameter 'x' must be a number, got: Infinity"],
  ['tap', { x: 1, y: 2, z: 3 }, "Unknown parameter 'z'. Valid parameters: x, y."],
  ['tap', { x: 1, y: 2, z: null }, "Unknown parameter 'z'. Valid parameters: x, y."],
  ['tap', [1, 2], 'The arguments must be an object. Valid parameters: x, y.'],
  ['tap', 'x', 'The arguments must be an object. Valid parameters: x, y.'],
  ['press_back', [], 'The arguments must be an object. This tool has no parameters: pass {}.'],
  ['long_press', { x: 1, y: 1, duration: 0 }, "Parameter 'duration' must be between 1 and 60000, got: 0"],
  [
    'long_press',
    { x: 1, y: 1, duration: 60001 },
    "Parameter 'duration' must be between 1 and 60000, got: 60001",
  ],
  ['swipe', { x1: 1, y1: 1, x2: 1 }, "Missing required parameter 'y2'"],
  ['scroll', {}, "Missing required parameter 'direction'"],
  [
    'scroll',
    { direction: 'north' },
    "Invalid 'direction' value: 'north'. Must be one of: up, down, left, right",
  ],
  [
    'scroll',
    { direction: 'up', amount: 'huge' },
    "Invalid 'amount' value: 'huge'. Must be one of: small, medium, large",
  ],
  ['pinch', { center_x: 1, center_y: 1, scale: 0 }, "Parameter 'scale' must be > 0, got: 0"],
  ['pinch', { center_x: 1, center_y: 1, scale: -2 }, "Parameter 'scale' must be > 0, got: -2"],
  [
    'find_elements',
    { by: 'foo', value: 'x' },
    "Invalid 'by' value: 'foo'. Must be one of: text, content_desc, resource_id, class_name",
  ],
  ['find_elements', { by: 'text', value: '' }, "Parameter 'value' must not be empty"],
  [
    'find_elements',
    { by: 'text', value: 'x', exact_match: 'yes' },
    "Parameter 'exact_match' must be a boolean, got string: 'yes'",
  ],
  ['click_element', { element_id: '' }, "Parameter 'element_id' must not be empty"],
  ['click_element', {}, "Missing required parameter 'element_id'"],
  ...['id', 'elementId', 'node_id', 'element-id', 'elemnt_id'].map((key): [string, unknown, string] => [
    'click_element',
    { [key]: 'node_1' },
    `Missing required parameter 'element_id'. Unknown parameter '${key}': did you mean 'element_id'? Valid parameters: element_id.`,
  ]),
  [
    'tap',
    { x: 1, top: 2 },
    "Missing required parameter 'y'. Unknown parameter 'top'. Valid parameters: x, y.",
  ],
  [
    'scroll',
    { direction: 'up', amuont: 'large' },
    "Unknown parameter 'amuont': did you mean 'amount'? Valid parameters: direction, amount.",
  ],
  [
    'click_element',
    { element_id: 'node_1', id: 'node_1' },
    "Unknown parameter 'id'. Valid parameters: element_id.",
  ],
  ['set_text', { element_id: 'node_1' }, "Missing required parameter 'text'"],
  ['input_text', {}, "Missing required parameter 'text'"],
  ['input_text', { text: 5 }, "Parameter 'text' must be a string, got: 5"],
  [
    'press_key',
    { key: 'F1' },
    "Invalid 'key' value: 'F1'. Must be one of: ENTER, BACK, DEL, HOME, TAB, SPACE",
  ],
  ['get_element_details', {}, "Missing required parameter 'ids'"],
  ['get_element_details', { ids: 'node_1' }, "Parameter 'ids' must be an array of strings"],
  ['get_element_details', { ids: [] }, "Parameter 'ids' must not be empty"],
  ['get_element_details', { ids: ['a', 1] }, "Each element in 'ids' must be a string"],
  ['wait_for_element', { by: 'text', value: 'x' }, "Missing required parameter 'timeout'"],
  [
    'wait_for_element',
    { by: 'text', value: 'x', timeout: 30001 },
    "Parameter 'timeout' must be between 1 and 30000, got: 30001",
  ],
  [
    'wait_for_element',
    { by: 'text', value: 'x', timeout: 1.5 },
    "Parameter 'timeout' must be an integer, got: 1.5",
  ],
  ['wait_for_idle', { timeout: 0 }, "Parameter 'timeout' must be between 1 and 30000, got: 0"],
  [
    'wait_for_idle',
    { timeout: 10, match_percentage: 101 },
    "Parameter 'match_percentage' must be between 0 and 100, got: 101",
  ],
  ['get_device_logs', { last_lines: 0 }, "Parameter 'last_lines' must be between 1 and 1000, got: 0"],
  ['get_device_logs', { last_lines: 1001 }, "Parameter 'last_lines' must be between 1 and 1000, got: 1001"],
  ['get_device_logs', { level: 'X' }, "Invalid 'level' value: 'X'. Must be one of: V, D, I, W, E, F"],
  [
    'get_device_logs',
    { since: 'yesterday' },
    "Parameter 'since' must be an ISO 8601 time such as 2024-01-15T10:30:00, got: 'yesterday'",
  ],
  [
    'get_device_logs',
    { until: '2024-13-45T99:00:00' },
    "Parameter 'until' must be an ISO 8601 time such as 2024-01-15T10:30:00, got: '2024-13-45T99:00:00'",
  ],
  [
    'get_device_logs',
    { since: '2024-02-30T10:00:00' },
    "Parameter 'since' must be an ISO 8601 time such as 2024-01-15T10:30:00, got: '2024-02-30T10:00:00'",
  ],
  ['custom_gesture', {}, "Missing required parameter 'paths'"],
  ['custom_gesture', { paths: 'x' }, "Parameter 'paths' must be an array"],
  ['custom_gesture', { paths: [5] }, "Parameter 'paths[0]' must be an array, got: 5"],
  ['custom_gesture', { paths: [[5, 6]] }, "Parameter 'paths[0][0]' must be an object, got: 5"],
  ['custom_gesture', { paths: [] }, "Parameter 'paths' must not be empty"],
  [
    'custom_gesture',
    { paths: [[{ x: 1, y: 1, time: 0 }]] },
    "Parameter 'paths[0]' must have at least 2 items, got: 1",
  ],
  [
    'custom_gesture',
    {
      paths: [
        [
          { x: 1, y: 1, time: 0 },
          { x: -1, y: 1, time: 5 },
        ],
      ],
    },
    "Parameter 'paths[0][1].x' must be >= 0, got: -1",
  ],
  [
    'custom_gesture',
    {
      paths: [
        [
          { x: 1, y: 1, time: 0 },
          { x: 1, y: 1 },
        ],
      ],
    },
    "Missing required parameter 'paths[0][1].time'",
  ],
  [
    'custom_gesture',
    {
      paths: [
        [
          { x: 1, y: 1, time: 5 },
          { x: 1, y: 1, time: 5 },
        ],
      ],
    },
    "Parameter 'paths[0][1].time' must be later than the previous point, got: 5",
  ],
  [
    'custom_gesture',
    {
      paths: [
        [
          { x: 1, y: 1, time: 0 },
          { x: 1, y: 1, time: 60001 },
        ],
      ],
    },
    "Parameter 'paths[0][1].time' must be between 0 and 60000, got: 60001",
  ],
  [
    'custom_gesture',
    {
      paths: Array.from({ length: 11 }, () => [
        { x: 1, y: 1, time: 0 },
        { x: 1, y: 1, time: 1 },
      ]),
    },
    "Parameter 'paths' must have at most 10 items, got: 11",
  ],
];

describe('wrong arguments are refused before a device is touched', () => {
  for (const [tool, args, message] of wrong) {
    test(`${tool} ${JSON.stringify(args ?? null).slice(0, 80)}`, async () => {
      const { device, fails } = bench(calculator());
      assert.equal(await fails(tool, args, 'invalid_params'), message);
      assert.deepEqual(device.deeds, []);
    });
  }
});

describe('what real clients send is understood', () => {
  test('a tool without parameters ignores whatever comes', async () => {
    const { text } = bench(calculator());
    assert.equal(await text('press_home', { dummy: 1 }), 'Home button press executed successfully');
  });

  test('a null optional is absent', async () => {
    const { text } = bench(calculator());
    assert.equal(
      await text('long_press', { x: 1, y: 1, duration: null }),
      'Long press executed at (1, 1) for 1000ms',
    );
  });

  test('"true" and "false" stand for booleans', async () => {
    const { json } = bench(calculator());
    const exact = await json('find_elements', { by: 'class_name', value: 'button', exact_match: 'true' });
    const loose = await json('find_elements', { by: 'class_name', value: 'button', exact_match: 'false' });
    assert.equal((exact.elements as unknown[]).length, 0);
    assert.equal((loose.elements as unknown[]).length, 12);
  });

  test('an integer may arrive as 1.0', async () => {
    const { json } = bench(calculator());
    const arrived = JSON.parse('{"timeout": 1000.0}') as unknown;
    assert.equal((await json('wait_for_idle', arrived)).message, 'UI is idle');
  });

  test("a key's name ignores case", async () => {
    const { text } = bench(calculator());
    assert.equal(await text('press_key', { key: 'home' }), "Key 'HOME' pressed successfully");
  });

  test('a hostile value is shown short and without control characters', async () => {
    const { fails } = bench(calculator());
    const message = await fails(
      'scroll',
      { direction: `\u001b[31m\u202e${'x'.repeat(500)}` },
      'invalid_params',
    );
    assert.ok(message.length < 250);
    assert.doesNotMatch(message, /[\u001b\u202e]/);
  });
});
