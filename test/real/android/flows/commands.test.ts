import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readFlowText } from '../../../../packages/flows/src/file/read.ts';
import { performFlow, type PerformOptions } from '../../../../packages/flows/src/run/perform.ts';
import type { FlowResult } from '../../../../packages/flows/src/run/result.ts';
import { resultText } from '../../../../packages/flows/src/run/result-text.ts';
import { type PhoneTools, phoneTools } from '../phone-tools.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'flows-commands-'));
const CALCULATOR = 'com.android.calculator2';
const LOGIN = 'com.example.login';
const CONTACTS = 'com.android.contacts';
const SETTINGS = 'com.android.settings';

/** One phone for all flows: each begins on a fresh one. */
describe("Maestro's commands on a phone", () => {
  const ends: (() => unknown)[] = [];
  let tools: PhoneTools;
  before(async () => {
    const frame = {
      screenFormat: 'lean' as const,
      toolsets: ['device', 'model', 'flows'] as const,
      files: FOLDER,
    };
    const t = { after: (end: unknown) => void ends.push(end as () => unknown) };
    tools = await phoneTools(t, { tier: 'companion', flows: FOLDER, frame });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const perform = (
    commands: string,
    appId: string,
    more: Partial<PerformOptions> = {},
  ): Promise<FlowResult> => {
    const flow = readFlowText(`appId: ${appId}\n---\n- launchApp\n${commands}`, join(FOLDER, 'maestro.yaml'));
    return performFlow(flow, { toolbox: tools.toolbox, signal: new AbortController().signal, ...more });
  };
  const passed = async (commands: string, appId = CALCULATOR) => {
    const result = await perform(commands, appId);
    assert.equal(result.status, 'passed', resultText(result));
    return result;
  };
  const passes = async (commands: string, appId?: string): Promise<void> => {
    await passed(commands, appId);
  };
  const front = () => tools.phone.framework.resumedActivity()?.package;

  test('tapOn by text, id, point and index; assertVisible, assertNotVisible', () =>
    passes(`- tapOn: "7"
- tapOn: {id: op_add}
- tapOn: {id: digit_8}
- tapOn: {text: "=", repeat: 1}
- assertVisible: {id: formula, text: "15|7\\\\+8"}
- assertNotVisible: "Nothing like it"
- tapOn: {id: digit_7, point: "50%,50%"}`).then(() => {
      assert.equal(front(), CALCULATOR);
    }));

  test('inputText, eraseText, pressKey, copyTextFrom, pasteText, setClipboard, hideKeyboard', () =>
    passes(
      `- tapOn: {id: username}
- inputText: abcd
- pressKey: Backspace
- assertVisible: {id: username, text: abc}
- eraseText: 2
- assertVisible: {id: username, text: a}
- eraseText
- setClipboard: from the board
- pasteText
- assertVisible: from the board
- copyTextFrom: Sign in
- tapOn: {id: username}
- eraseText
- pasteText
- assertVisible: {id: username, text: Sign in}
- hideKeyboard
- inputRandomNumber: {length: 3}
- assertVisible: {id: username, text: "Sign in\\\\d{3}"}`,
      LOGIN,
    ));

  test('scroll, scrollUntilVisible, the forms of swipe, back, longPressOn', () =>
    passes(
      `- scrollUntilVisible: {element: Ada Naur, speed: 40}
- tapOn: Ada Naur
- assertVisible: Ada Naur
- back
- scroll
- swipe: {direction: DOWN, duration: 400}
- swipe: {start: "50%,60%", end: "50%,70%", duration: 400}
- swipe: {from: {id: list}, direction: UP}
- longPressOn: {id: cliv_name_textview, index: 3}`,
      CONTACTS,
    ));

  test('runFlow with when and env, repeat, retry, conditions, scripts, optional', async () => {
    const { steps } = await passed(`- evalScript: \${output.count = 0}
- repeat:
    times: 3
    commands:
      - tapOn: "1"
      - evalScript: \${output.count = output.count + 1}
- assertTrue: \${output.count == 3}
- assertVisible: {id: formula, text: "111"}
- runFlow:
    when: {visible: "Nothing like it"}
    commands:
      - tapOn: "9"
- runFlow:
    when: {notVisible: "Nothing like it"}
    env: {KEY: "2"}
    commands:
      - tapOn: \${KEY}
- repeat:
    while: {notVisible: {id: formula, text: "1112.*33"}}
    commands:
      - tapOn: "3"
- tapOn: {text: "Nothing like it", optional: true, timeout: 300}
- retry:
    maxRetries: 1
    commands:
      - assertVisible: "7"
- extendedWaitUntil: {visible: "7", timeout: 3000}
- waitForAnimationToEnd`);
    const statuses = steps.map(({ path, status }) => `${path} ${status}`);
    assert.ok(statuses.includes('6 skipped'), statuses.join());
    assert.ok(statuses.includes('9 warned'), statuses.join());
    assert.equal(statuses.filter((one) => one.startsWith('3.1 ')).length, 3);
  });

  test('a flow is verified on the reset phone, which is brought back as it was', async () => {
    const click = (value: string) => tools.text('click_element', { element_id: `text:${value}` });
    await tools.text('open_app', { app: CALCULATOR });
    await click('7');
    await click('8');
    // The trial leaves a 7; the user had 78.
    const said = await tools.text('save_flow', { name: 'seven', first: -3, last: -2, verify: true });
    assert.match(said, /^verified: performed once on the reset device, which is now as it was before$/m);
    const shown = await tools.text('get_screen_state');
    assert.match(shown, /78$/m);
  });

  test('stopApp, clearState, openLink, setOrientation, takeScreenshot', async () => {
    const { taken } = await passed(
      `- tapOn: Network & internet
- assertVisible: Airplane mode
- setOrientation: LANDSCAPE_LEFT
- takeScreenshot: turned
- setOrientation: PORTRAIT
- openLink: https://example.com/
- stopApp: ${CALCULATOR}
- clearState: ${LOGIN}
- killApp`,
      SETTINGS,
    );
    assert.deepEqual(
      taken.map(({ name }) => name),
      ['turned'],
    );
    assert.ok((taken[0]?.bytes.length ?? 0) > 1000);
    assert.notEqual(front(), SETTINGS);
  });

  test('what is not there ends the flow, and the flow completes all the same', async () => {
    const flow = readFlowText(
      `appId: ${CALCULATOR}
onFlowComplete:
  - pressKey: Home
---
- launchApp
- extendedWaitUntil: {visible: Send, timeout: 500}
- tapOn: "7"`,
      join(FOLDER, 'fails.yaml'),
    );
    const result = await performFlow(flow, { toolbox: tools.toolbox, signal: new AbortController().signal });
    assert.equal(result.status, 'failed');
    assert.equal(result.divergence?.step.path, '2');
    assert.deepEqual(
      result.steps.map(({ path, status }) => `${path} ${status}`),
      ['1 passed', '2 failed', 'complete.1 passed'],
    );
    assert.notEqual(front(), CALCULATOR);
  });

  test('it can be cancelled between steps', async () => {
    const stop = new AbortController();
    const result = await perform('- tapOn: "7"\n- tapOn: "8"', CALCULATOR, {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.kind === 'step began' && event.step.path === '3') stop.abort(new Error('stopped'));
      },
    });
    assert.equal(result.status, 'cancelled');
    assert.deepEqual(
      result.steps.map(({ path, status }) => `${path} ${status}`),
      ['1 passed', '2 passed', '3 failed'],
    );
    assert.match(await tools.text('get_screen_state'), /- 7$/m);
  });
});
