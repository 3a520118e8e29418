import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { ElementAction, PicturedView, Remark, Wish } from '@handeye/core/device/port';
import { Registry } from '@handeye/core/device/registry';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { Element } from '@handeye/screen/snapshot';
import { box, button, node, windowOf } from '@handeye/testing/screens';
import { sourceOf } from '@handeye/testing/scripted-device';
import { readFlowText } from '../src/file/read.ts';
import { Flows } from '../src/flows.ts';
import { divergenceOf } from '../src/run/divergence.ts';
import { Diverged } from '../src/run/diverged.ts';
import { performFlow } from '../src/run/perform.ts';
import { generatedApp, MutantPhone } from './mutant-app.ts';

const ASKER = 'com.android.permissioncontroller';

/** A phone on which the system asks something over the app, until it is answered. */
class AskingPhone extends MutantPhone {
  isAsking = true;

  override async look(wish: Wish, call: Call): Promise<PicturedView> {
    const view = await super.look(wish, call);
    if (!this.isAsking) return view;
    const bounds = box(100, 800, 980, 1400);
    const question = node('TextView', box(120, 820, 960, 900), {
      text: 'Allow Garden to send you notifications?',
    });
    const answers = ['Allow', "Don't allow"].map((label, at) =>
      button(label, box(120, 950 + at * 150, 960, 1050 + at * 150), { tooltip: label }),
    );
    const root = node('FrameLayout', bounds, { children: [question, ...answers] });
    const dialog = windowOf(root, { key: 'dialog', type: 'dialog', title: 'Permission', app: ASKER, bounds });
    const behind = view.windows.map((window) => ({ ...window, active: false }));
    return { ...view, app: ASKER, activity: '.GrantPermissionsActivity', windows: [dialog, ...behind] };
  }

  override async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    if (on.window.app === ASKER) this.isAsking = false;
    return super.act(on, action, call);
  }
}

async function perform(onDialog: string) {
  const app = generatedApp(0);
  const phone = new AskingPhone(app);
  const registry = new Registry({ sources: [sourceOf([phone])], configured: [phone.id] });
  const flows = new Flows({ registry, clock: realClock, history: false });
  const toolbox = createToolbox({ registry, flows, toolsets: ['device', 'flows'] });
  const text = `appId: ${app.id}\n${onDialog}---\n- tapOn: {text: Open Garden, role: button, timeout: 600}\n`;
  const flow = readFlowText(text, '/flows/dialog.flow.yaml');
  const result = await performFlow(flow, { toolbox, signal: new AbortController().signal });
  return { result, pressed: phone.pressed };
}

test('a dialog of the system over the target is named, and nothing is answered by itself', async () => {
  const { result, pressed } = await perform('');
  assert.equal(result.status, 'failed');
  assert.match(
    result.divergence?.covering ?? '',
    /dialog of the system \(com\.android\.permissioncontroller, "Permission"\)/,
  );
  assert.match(result.divergence?.screen ?? '', /Don't allow/);
  assert.deepEqual(pressed, []);
});

test('the header says what to do with which dialog', async () => {
  const rule = `onDialog:\n  - match: {text: "Allow .* to send you notifications\\\\?"}\n    do:\n      - tapOn: "Don't allow"\n    times: 1\n`;
  const { result, pressed } = await perform(rule);
  assert.equal(result.status, 'passed', result.divergence?.found);
  assert.deepEqual(pressed, ["Don't allow", 'open']);
  const other = await perform(rule.replace('Allow .*', 'Other .*'));
  assert.equal(other.result.status, 'failed');
});

const step = {
  path: '2',
  number: 2,
  depth: 0,
  at: { file: 'a.flow.yaml', line: 4, column: 3 },
  command: 'tapOn',
  says: 'tapOn "Save"',
};

function advice({ acted, next }: { acted: boolean; next: string | undefined }): string {
  const why = new Diverged('not there', {
    expected: 'tapOn "Save"',
    found: 'nothing like it is there',
    acted,
  });
  const finder = { strict: true, app: undefined };
  return divergenceOf(step, why, { screen: undefined, finder, maxTokens: 1000, resume: '2@ab', next }).advice;
}

test('the advice names the step to go on with, or says that there is none', () => {
  for (const acted of [false, true]) {
    assert.match(
      advice({ acted, next: '3@cd' }),
      /go on with from: "3@cd"; .*call again with from: "2@ab"\.$/,
    );
    const last = advice({ acted, next: undefined });
    assert.match(last, /the flow is done.*; .*call again with from: "2@ab"\.$/);
    assert.doesNotMatch(last, /and it was/);
  }
});
