import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { helped } from '../helped.ts';
import { watchRequests } from './watch-requests.ts';

/** What a call costs with the companion: requests to it, and turns of the phone's shell. */

async function counted(t: TestContext) {
  const commands: string[] = [];
  const onCommand = (argv: readonly string[]) => commands.push(argv.join(' '));
  const tools = await helped(t, { tier: 'companion', onCommand });
  const asked: string[] = [];
  watchRequests(t, (method) => {
    asked.push(method);
    return undefined;
  });
  /** What the work sends: requests, and commands of the shell. */
  const during = async (work: () => Promise<unknown>) => {
    asked.length = 0;
    commands.length = 0;
    await work();
    assert.deepEqual(commands, [], 'no turn of the shell');
    return [...asked];
  };
  return { tools, during };
}

test('a click is a look and an act, and no turn of the shell', async (t) => {
  const { tools, during } = await counted(t);
  await tools.opens('Calculator', 'formula');
  const five = await tools.idOf('digit_5');
  assert.deepEqual(await during(() => tools.text('click_element', { element_id: five })), ['look', 'act']);
});

test('a tap, a key and the clipboard are a request or two', async (t) => {
  const { tools, during } = await counted(t);
  await tools.text('get_screen_state');
  assert.deepEqual(await during(() => tools.text('tap', { x: 10, y: 300 })), ['display', 'touch']);
  assert.deepEqual(await during(() => tools.text('press_home')), ['display', 'global']);
  assert.deepEqual(await during(() => tools.text('set_clipboard', { text: 'a' })), [
    'display',
    'clipboard.set',
  ]);
  assert.deepEqual(await during(() => tools.text('get_clipboard')), ['clipboard.get']);
  assert.deepEqual(await during(() => tools.text('get_screen_state')), ['look']);
});
