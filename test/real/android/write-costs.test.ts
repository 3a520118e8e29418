import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { AdbDevice } from '@handeye/adb/adb-device';
import { realClock } from '@handeye/core/call/clock';
import { Asking } from '@handeye/core/guard/asking';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { type ProfileName, profiles } from '@handeye/core/guard/profiles';
import { allTools, toolsets } from '@handeye/core/tools/toolsets';
import { textOf } from '@handeye/testing/tools';
import { eventually } from '@handeye/testing/attached';
import { forms } from './forms.ts';
import { openStage, type Stage, type Tier, tiers } from './toolsets/stage.ts';
import { rowOf, type Trial, trials } from './toolsets/trial.ts';

/*
 * The cost of a policy: every tool that writes, on the same phone, under `open` and under `careful`, counted in requests to the
 * phone: round trips of the shell, transfers and requests to the companion.
 */

/** Tools of the server itself lease devices, and send nothing to a phone. Those of flows make the calls of other tools. */
const writers = new Set(
  allTools
    .filter((tool) => tool.runsOn === 'device' && !tool.hints.readOnlyHint && !toolsets.flows.includes(tool))
    .map(({ name }) => name),
);

type Write = Omit<Trial, 'verify'> & Partial<Pick<Trial, 'verify'>>;

const FORMS = 'test.forms';

/** Shows a screen, and lets the client look at it: its touches are compared with that look. */
function shows(component: string, extras: Readonly<Record<string, string>> = {}) {
  return async ({ phone, call }: Stage) => {
    phone.framework.home();
    phone.framework.start({ component, extras });
    const name = component.slice(0, component.indexOf('/'));
    await eventually(() => {
      const window = phone.framework.focusedWindow();
      return window?.package === name && window.root() !== null;
    }, `${name} is in front`);
    await call('get_screen_state');
  };
}

const onPage = { before: shows(`${FORMS}/.Addresses`) };
const onForm = { before: shows(`${FORMS}/.Main`) };
const onHome = {
  before: async ({ phone, call }: Stage) => {
    phone.framework.home();
    await call('get_screen_state');
  },
};
const point = { x: 540, y: 1500 };
const across = [
  { x: 540, y: 1500, time: 0 },
  { x: 540, y: 1300, time: 100 },
];

/** The tools that every client has. Those of the opt-in toolsets have trials already. */
const writes: readonly Write[] = [
  { tool: 'tap', args: point, ...onPage },
  { tool: 'double_tap', args: point, ...onPage },
  { tool: 'long_press', args: point, ...onPage },
  { tool: 'swipe', args: { x1: 540, y1: 1500, x2: 540, y2: 1300 }, ...onPage },
  { tool: 'scroll', args: { direction: 'down' }, ...onPage },
  { tool: 'pinch', args: { center_x: 540, center_y: 1500, scale: 2 }, ...onPage },
  { tool: 'custom_gesture', args: { paths: [across] }, ...onPage },
  { tool: 'click_element', args: { element_id: 'res:subject' }, ...onForm },
  { tool: 'long_click_element', args: { element_id: 'res:subject' }, ...onForm },
  { tool: 'set_text', args: { element_id: 'res:subject', text: 'Bread' }, ...onForm },
  { tool: 'clear_text', args: { element_id: 'res:subject' }, ...onForm },
  { tool: 'select_text', args: { element_id: 'res:subject' }, ...onForm },
  { tool: 'scroll_to_element', args: { element_id: 'text:Line 3 of what there is to read' }, ...onPage },
  {
    tool: 'input_text',
    args: { text: ' and milk' },
    before: async (stage) => {
      await onForm.before(stage);
      await stage.call('click_element', { element_id: 'res:body' });
      await stage.call('get_screen_state');
    },
  },
  { tool: 'press_key', args: { key: 'DEL' } },
  { tool: 'press_key', what: 'ENTER', args: { key: 'ENTER' } },
  { tool: 'press_key', what: 'TAB', args: { key: 'TAB' }, ...onForm },
  { tool: 'set_clipboard', args: { text: 'Bread' } },
  { tool: 'press_back', args: {}, ...onForm },
  { tool: 'press_home', args: {}, ...onForm },
  { tool: 'press_recents', args: {}, ...onHome },
  { tool: 'open_notifications', args: {}, ...onHome },
  { tool: 'open_quick_settings', args: {}, ...onHome },
  { tool: 'open_app', args: { app: 'Calculator' }, ...onHome },
  {
    tool: 'set_value',
    args: { element_id: 'text:Brightness level', value: '40%' },
    before: shows('com.android.settings/.SubSettings', { page: 'display' }),
  },
  {
    tool: 'run_steps',
    args: { steps: [{ tool: 'click_element', arguments: { element_id: 'res:subject' } }] },
    ...onForm,
  },
  ...trials,
];

test('every tool that writes is counted', () => {
  const counted = new Set(writes.map(({ tool }) => tool));
  assert.deepEqual(
    [...writers].filter((name) => !counted.has(name)),
    [],
  );
});

interface Cost {
  readonly requests: readonly string[];
  /** The number of questions to a person. */
  readonly questions: number;
  readonly isRefused: boolean;
}

/** The requests of each write under a profile. Questions are answered with yes. */
async function costsUnder(
  t: TestContext,
  profile: ProfileName,
  tier: Tier,
): Promise<ReadonlyMap<string, Cost>> {
  const requests: string[] = [];
  let questions = 0;
  const ask = () => {
    questions += 1;
    return Promise.resolve('once' as const);
  };
  const stage = await openStage(t, 14, tier, {
    apps: [forms],
    onCompanionRequest: (method) => requests.push(method),
    frame: {
      policy: { ...defaultPolicy, writesPerSecond: 100_000, ...profiles[profile] },
      asking: new Asking({ clock: realClock, askers: [{ way: 'the test', ask }] }),
    },
  });
  countRequests(stage.adbPhone, requests);
  const costs = new Map<string, Cost>();
  for (const write of writes) {
    await write.before?.(stage);
    const args = typeof write.args === 'function' ? write.args(stage) : write.args;
    [requests.length, questions] = [0, 0];
    const result = await stage.call(write.tool, args);
    const answer = textOf(result);
    const isRefused = result._meta?.['handeye/error'].kind === 'permission_denied';
    costs.set(rowOf(write), { requests: [...requests], questions, isRefused });
    if (!isRefused) await write.verify?.(stage, answer, result);
  }
  return costs;
}

/** Records every use of the connection to a phone. */
function countRequests(phone: AdbDevice, requests: string[]): void {
  for (const method of ['run', 'script', 'stream', 'connect', 'push', 'pull', 'list', 'stat'] as const) {
    // Each has its own arguments, which are passed on unchanged.
    const original = phone[method].bind(phone) as (...args: unknown[]) => unknown;
    const wrapper = (...args: unknown[]): unknown => {
      requests.push(method);
      return original(...args);
    };
    Object.assign(phone, { [method]: wrapper });
  }
}

/** `careful` refuses it whatever it hits: its second tap cannot be judged before the first has acted. */
const refused = ['double_tap'];

describe('a policy costs a write at most one request', { concurrency: 2 }, () => {
  for (const tier of tiers) {
    test(`with ${tier}`, async (t) => {
      const [open, careful] = await Promise.all([
        costsUnder(t, 'open', tier),
        costsUnder(t, 'careful', tier),
      ]);
      const rows = [...careful.keys()];
      const more = (row: string) => careful.get(row)!.requests.length - open.get(row)!.requests.length;
      const told = (row: string) =>
        `${row}: ${open.get(row)!.requests.join(', ')} / ${careful.get(row)!.requests.join(', ')}`;
      assert.deepEqual(rows.filter((row) => more(row) > 1).map(told), []);
      const newlyRefused = rows.filter((row) => careful.get(row)!.isRefused && !open.get(row)!.isRefused);
      assert.deepEqual(newlyRefused, refused);
      const asked = rows.filter((row) => careful.get(row)!.questions > 0);
      assert.ok(asked.includes('install_app') && asked.includes('delete_file'), 'it was careful that judged');
      assert.equal(rows.filter((row) => open.get(row)!.questions > 0).length, 0);
      t.diagnostic(`one request more: ${rows.filter((row) => more(row) === 1).join(', ')}`);
    });
  }
});
