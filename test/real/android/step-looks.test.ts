import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { phoneTools } from './phone-tools.ts';

/** Tools on plain ADB, where each look waits for a second of rest, and how many looks a call takes. */
async function counted(t: TestContext) {
  let dumps = 0;
  const tools = await phoneTools(t, {
    onCommand: ([program]) => {
      if (program === 'uiautomator') dumps += 1;
    },
    frame: { screenFormat: 'lean' },
  });
  const dumpsOf = async (steps: readonly object[]) => {
    const before = dumps;
    await tools.text('run_steps', { steps });
    return dumps - before;
  };
  return { ...tools, dumpsOf };
}

const click = (target: string) => ({ tool: 'click_element', arguments: { element_id: target } });

test('steps at points are made without a look in between, steps on elements with one each', async (t) => {
  const { dumpsOf, open } = await counted(t);
  await open('com.android.calculator2/.Calculator');
  const tap = { tool: 'tap', arguments: { x: 100, y: 1500 } };
  assert.equal(await dumpsOf([tap, tap, tap]), 1);
  assert.equal(await dumpsOf([click('text:7'), click('text:8'), click('text:9')]), 3 + 1);
});

test('a step goes on from the look that the one before ended with', async (t) => {
  const { dumpsOf, open } = await counted(t);
  await open('com.android.calculator2/.Calculator');
  const wait = { tool: 'wait_for_element', arguments: { by: 'text', value: '7', timeout: 20_000 } };
  assert.equal(await dumpsOf([wait, click('text:7')]), 1 + 1);
  await open('com.android.settings/.Settings');
  const scroll = (direction: string) => ({ tool: 'scroll', arguments: { direction } });
  // One before the first and one after each; the last one tells what happened.
  assert.equal(await dumpsOf([scroll('down'), scroll('up'), scroll('down')]), 4);
});
