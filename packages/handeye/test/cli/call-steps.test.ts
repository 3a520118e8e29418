import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Services } from '../../src/cli/services.ts';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { emptyHome } from '../config/given.ts';
import { fakeServices } from './fake-services.ts';
import { run } from './run.ts';

const annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** Runs `handeye call --steps` with tools whose run_steps gives this answer, and returns its arguments. */
async function steps(
  t: TestContext,
  content: unknown,
  {
    answer,
    prefix = '',
    from = 'file',
  }: { answer?: ToolResult; prefix?: string; from?: 'file' | 'stdin' } = {},
) {
  const calls: unknown[] = [];
  const listing = {
    name: `${prefix}run_steps`,
    title: 'Run steps',
    description: '',
    inputSchema: { type: 'object' },
    annotations,
  } as const;
  const toolbox: Toolbox = {
    instructions: '',
    tools: [listing],
    has: (name) => name === listing.name,
    call(name, args) {
      calls.push([name, args]);
      return Promise.resolve(answer ?? { content: [{ type: 'text', text: '1-2 ok' }] });
    },
  };
  const fakes = fakeServices();
  const opened: unknown[] = [];
  const services: Services = {
    ...fakes,
    async openTools(config, options) {
      opened.push(config.toolset);
      return { ...(await fakes.openTools(config, options)), toolbox };
    },
  };
  const cwd = emptyHome(t);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(cwd, 'steps.json'), text);
  const file = from === 'stdin' ? '-' : 'steps.json';
  const result = await run(t, ['call', '--steps', file], { services, cwd, stdin: text });
  return { ...result, calls, opened };
}

const two = [
  { tool: 'click_element', arguments: { element_id: 'text:Save' }, times: 2 },
  { tool: 'press_back' },
];

test('a list of steps, from a file or from standard input, is one call of run_steps', async (t) => {
  for (const from of ['file', 'stdin'] as const) {
    const { code, out, calls, opened } = await steps(t, two, { from });
    assert.deepEqual([code, out], [0, '1-2 ok\n']);
    assert.deepEqual(calls, [['run_steps', { steps: two }]]);
    assert.deepEqual(opened, [['device', 'model']]);
  }
});

test('an object says how to observe as well; a prefix of the tools is no matter', async (t) => {
  const asked = { steps: two, observe: 'screen', device: 'virtual' };
  const { calls } = await steps(t, asked, { prefix: 'my_' });
  assert.deepEqual(calls, [['my_run_steps', asked]]);
});

test('both items of the answer are printed, and a step that failed ends with code 1', async (t) => {
  const { code, out } = await steps(t, two, {
    answer: {
      content: [
        { type: 'text', text: '1 ok' },
        { type: 'text', text: 'now: settings' },
      ],
      isError: true,
    },
  });
  assert.deepEqual([code, out], [1, '1 ok\nnow: settings\n']);
});

for (const [content, complaint] of [
  ['[{]', /^--steps: steps\.json is not valid JSON: /],
  [7, /^--steps: steps\.json: must be a list of steps, or an object with steps and observe\n$/],
  [{ observe: 'none' }, /^--steps: steps\.json: must be a list of steps\n$/],
  [{ steps: [], watch: 1 }, /^--steps: steps\.json: .*"watch"/],
  [
    [...two, 'press_back'],
    /^--steps: steps\.json: step 3: must be an object with tool, arguments and times\n$/,
  ],
  [[{ arguments: {} }], /^--steps: steps\.json: step 1: tool: must be the name of a tool\n$/],
  [[{ tool: 'tap', args: {} }], /^--steps: steps\.json: step 1: .*"args"/],
  [[{ tool: 'tap', arguments: [1] }], /^--steps: steps\.json: step 1: arguments: must be an object\n$/],
  [[{ tool: 'tap', times: 'twice' }], /^--steps: steps\.json: step 1: times: must be a whole number\n$/],
] as const) {
  test(`${JSON.stringify(content)} is no list of steps: nothing is opened, and the complaint names the place`, async (t) => {
    const { code, err, opened } = await steps(t, content);
    assert.equal(code, 2);
    assert.match(err, complaint);
    assert.deepEqual(opened, []);
  });
}

test('a file that is not there, and a tool beside the steps, are wrong usage', async (t) => {
  const missing = await run(t, ['call', '--steps', 'nowhere.json']);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /^--steps: nowhere\.json cannot be read: ENOENT/);
  const both = await run(t, ['call', 'press_back', '--steps', '-'], { stdin: '[]' });
  assert.deepEqual([both.code, both.err], [2, '--steps: takes the place of a tool; leave out press_back\n']);
});
