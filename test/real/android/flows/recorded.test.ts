import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';
import type { RecordedCall } from '@handeye/core/guard/audit/entry';
import type { Element } from '@handeye/screen/snapshot';
import { LONG_RUN } from '@handeye/testing/long';
import type { Fault, StartPhoneOptions } from '@handeye/virtual-phone';
import { readFlow } from '../../../../packages/flows/src/file/read.ts';
import { performFlow } from '../../../../packages/flows/src/run/perform.ts';
import type { FlowResult } from '../../../../packages/flows/src/run/result.ts';
import { type PhoneTools, phoneTools } from '../phone-tools.ts';

const click = (target: string) => ['click_element', { element_id: target }] as const;
const write = (target: string, text: string) => ['set_text', { element_id: target, text }] as const;

type Task = readonly (readonly [string, Readonly<Record<string, unknown>>])[];

/** What an agent did, once. */
const tasks: Readonly<Record<string, Task>> = {
  airplane: [
    ['open_app', { app: 'com.android.settings' }],
    click('text:Network & internet'),
    click('text:Airplane mode'),
    ['press_back', {}],
  ],
  login: [
    ['open_app', { app: 'com.example.login' }],
    write('res:username', 'demo'),
    click('text:Remember me'),
    write('res:password', 'secret123'),
    click('res:sign_in'),
  ],
  contact: [
    ['open_app', { app: 'com.android.contacts' }],
    ['scroll', { until: 'Ada Naur' }],
    click('text:Ada Naur'),
  ],
  sum: [
    ['open_app', { app: 'com.android.calculator2' }],
    ...['text:7', 'res:op_add', 'text:8', 'res:eq'].map(click),
  ],
};

/** A policy that judges each act, so that what was touched is told. */
const judging = {
  readOnly: false,
  blockedApps: ['com.example.nothing'],
  allowedApps: [],
  allowedSchemes: [],
  writesPerSecond: 100_000,
  wake: true,
};

interface Stage extends PhoneTools {
  /** The elements that were touched, in order, by label and id. */
  readonly touched: string[];
}

async function stage(
  t: Pick<TestContext, 'after'>,
  flows: string,
  options: StartPhoneOptions & { tier: 'plain' | 'companion' },
): Promise<Stage> {
  const touched: string[] = [];
  const add = (call: RecordedCall) => {
    if (call.outcome === 'ok' && /^(click_element|tap|long_click_element)$/.test(call.tool))
      touched.push(
        ...call.judged
          .slice(-1)
          .flatMap(({ act }) =>
            act.reach === 'no application'
              ? []
              : act.reach
                  .slice(0, 1)
                  .flatMap(({ element }) => (element && !element.node.editable ? [nameOf(element)] : [])),
          ),
      );
    return undefined;
  };
  const frame = {
    screenFormat: 'lean' as const,
    toolsets: ['device', 'model', 'apps', 'state', 'flows'] as const,
    policy: judging,
    record: { mustBeWritable: () => undefined, add },
  };
  const tools = await phoneTools(t, { ...options, flows, frame });
  return { ...tools, touched };
}

/** By its words, or by its id without any, and by both ids: a finger on the text of a row presses the row. */
function nameOf({ node }: Element): string {
  const texts = (one: Element['node']): Element['node'][] => [
    ...(one.text === undefined ? [] : [one]),
    ...one.children.flatMap(texts),
  ];
  const [first] = texts(node);
  return `${first?.text ?? node.description ?? ''} ${node.resourceId ?? first?.resourceId ?? ''}`;
}

const FOLDER = mkdtempSync(join(tmpdir(), 'flows-recorded-'));
const expected = new Map<string, readonly string[]>();

async function perform(
  tools: Stage,
  task: string,
  env: Record<string, string> = { PASSWORD: 'secret123' },
): Promise<FlowResult> {
  tools.touched.length = 0;
  const read = readFlow(join(FOLDER, `${task}.flow.yaml`), { env });
  // What is not there does not come: most runs need not wait for it as long as people do.
  const commands = read.commands.map((one) =>
    one.name === 'tapOn' && !LONG_RUN ? { ...one, timeout: '4000' } : one,
  );
  const flow = { ...read, commands };
  return performFlow(flow, {
    toolbox: tools.toolbox,
    signal: new AbortController().signal,
    env,
    fresh: false,
  });
}

/** Whatever became of the flow: nothing but what was recorded was touched, in its order. */
function nothingElse(tools: Stage, task: string, about: string): void {
  const recorded = expected.get(task) ?? [];
  assert.deepEqual(tools.touched, recorded.slice(0, tools.touched.length), about);
}

describe('flows recorded on Android 14', () => {
  before(async () => {
    const ends: (() => unknown)[] = [];
    const tools = await stage({ after: (end) => void ends.push(end as () => unknown) }, FOLDER, {
      release: 14,
      tier: 'companion',
    });
    for (const [name, task] of Object.entries(tasks)) {
      tools.phone.reset();
      tools.touched.length = 0;
      const first = tools.flows?.runs[0]?.acts.at(-1)?.number ?? 0;
      for (const [tool, args] of task) await tools.text(tool, args);
      // What the last act brought is seen by a look.
      await tools.text('get_screen_state');
      expected.set(name, [...tools.touched]);
      await tools.text('save_flow', { name, first: first + 1 });
    }
    for (const end of ends) await end();
  });

  const variants: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    rotated: { rotation: 90 },
    dark: { dark_theme: true },
    'larger font': { font_scale: 1.3 },
  };
  const phones = [
    { release: 5, tier: 'plain' },
    { release: 9, tier: 'companion' },
    { release: 12, tier: 'plain' },
    { release: 14, tier: 'companion' },
  ] as const;

  // The other tests perform on 12 and 14.
  const quick = phones.filter(({ release }) => LONG_RUN || release === 5 || release === 14);
  for (const [at, { release, tier }] of quick.entries())
    test(`are performed on Android ${release} over ${tier}, and touch nothing else`, async (t) => {
      const tools = await stage(t, FOLDER, { release, tier });
      const names = Object.keys(variants).filter((_, turn) => LONG_RUN || turn === at % 3);
      for (const variant of ['as it is', ...names]) {
        for (const [turn, task] of Object.keys(tasks).entries()) {
          if (!LONG_RUN && variant === 'as it is' && (turn + at) % 2 === 1) continue;
          tools.phone.reset();
          if (variants[variant]) await tools.call('set_device_state', variants[variant]);
          const result = await perform(tools, task);
          const about = `${task} on ${release}, ${variant}: ${result.status} ${result.divergence?.found ?? result.problem ?? ''}`;
          t.diagnostic(about);
          nothingElse(tools, task, about);
          if (release === 14 && variant !== 'rotated') assert.equal(result.status, 'passed', about);
          if (!LONG_RUN && variant !== 'as it is') break;
        }
      }
    });

  test('in another language are refused where only texts were recorded, and touch nothing else', async (t) => {
    const tools = await stage(t, FOLDER, { release: 14, tier: 'companion' });
    for (const task of LONG_RUN ? Object.keys(tasks) : ['airplane', 'login']) {
      tools.phone.reset();
      await tools.text('set_device_state', { locale: 'de-DE' });
      const result = await perform(tools, task);
      t.diagnostic(`${task}: ${result.status} ${result.divergence?.found ?? ''}`);
      const ids = (names: readonly string[]) => names.map((name) => name.replace(/^.* /, ''));
      assert.deepEqual(ids(tools.touched), ids(expected.get(task) ?? []).slice(0, tools.touched.length));
      if (task === 'airplane') assert.equal(result.status, 'failed');
      if (task === 'login') assert.equal(result.status, 'passed', result.divergence?.found);
    }
  });

  const faults: readonly Fault[] = [
    { kind: 'slow', delayMs: 40 },
    { kind: 'never-idle' },
    { kind: 'secure' },
    { kind: 'dump', how: 'null-root', times: 2 },
    { kind: 'dump', how: 'killed', times: 2 },
    { kind: 'inject-denied' },
    { kind: 'kill', package: 'com.android.calculator2' },
  ];
  test('touch nothing else with each fault of the phone', async (t) => {
    const tools = await stage(t, FOLDER, { release: 12, tier: 'plain' });
    for (const fault of LONG_RUN ? faults : faults.slice(0, 1)) {
      tools.phone.reset();
      tools.phone.faults.apply(fault);
      const result = await perform(tools, 'sum');
      t.diagnostic(`${fault.kind}: ${result.status} ${result.divergence?.found ?? result.problem ?? ''}`);
      nothingElse(tools, 'sum', fault.kind);
    }
  });

  if (LONG_RUN)
    test('a phone that vanishes is no failure of the flow', async (t) => {
      const tools = await stage(t, FOLDER, { release: 14, tier: 'companion' });
      const flow = readFlow(join(FOLDER, 'sum.flow.yaml'));
      const signal = new AbortController().signal;
      const result = await performFlow(flow, {
        toolbox: tools.toolbox,
        signal,
        fresh: false,
        onEvent: async (event) => {
          if (event.kind === 'step began' && event.step.path === '3') await tools.phone.close();
        },
      });
      assert.equal(result.status, 'infrastructure', result.divergence?.found);
      assert.equal(result.divergence, undefined);
      assert.ok(result.resume?.startsWith('3@'));
    });
});
