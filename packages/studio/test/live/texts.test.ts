import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountedText } from '../../src/wire/screen.ts';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import type { View } from '@handeye/screen/snapshot';
import { box, button, calculator, form, full, node, viewOf } from '@handeye/testing/screens';
import { watchable } from './watched.ts';

function textOf(text: CountedText | undefined): string | undefined {
  return text?.lines.map((line) => line.text).join('\n');
}

/** Lean does not list an empty panel, compact does. */
function dialogWithPanel(bottom: number): View {
  const panel = node('View', box(0, 500, 1080, bottom), { resourceId: 'com.example.app:id/panel' });
  return viewOf(node('FrameLayout', full, { children: [button('OK', box(0, 0, 100, 100)), panel] }));
}

test('the page shows lean, compact and changes exactly as a model gets them, and what they cost', async (t) => {
  const { device, tools, texts, pass, watch, leave } = watchable(t, calculator('0'));
  watch();
  await pass(1_000);
  assert.equal((await texts())?.changes, undefined);
  const since = /^\S+ (\S+)/.exec(await tools.text('get_screen_state'))?.[1];
  device.view = calculator('7');
  await pass(3_000);
  const shown = await texts();
  leave();
  const told = await tools.text('get_screen_state', { since });
  assert.equal(textOf(shown?.changes), told);
  assert.equal(shown?.changes?.tokens, Math.ceil(estimatedTokens(told)));
  assert.equal(textOf(shown.lean), await tools.text('get_screen_state', { format: 'lean' }));
  assert.equal(textOf(shown.compact), await tools.text('get_screen_state', { format: 'compact' }));
});

test('what only the compact text tells is as new as the rest', async (t) => {
  const { device, tools, texts, pass, watch, leave } = watchable(t, dialogWithPanel(600));
  watch();
  await pass(1_000);
  await texts();
  device.view = dialogWithPanel(700);
  await pass(2_000);
  const shown = await texts();
  leave();
  assert.match(textOf(shown?.compact) ?? '', /com\.example\.app:id\/panel\t0,500,1080,700/);
  assert.equal(textOf(shown?.compact), await tools.text('get_screen_state', { format: 'compact' }));
});

test('what the page shows is no screen that a model was shown: its next changes are told against its own', async (t) => {
  const { device, tools, texts, pass, watch, leave } = watchable(t, calculator('0'));
  await tools.text('get_screen_state');
  watch();
  device.view = calculator('5');
  await pass(3_000);
  await texts();
  device.view = calculator('7');
  await pass(3_000);
  await texts();
  leave();
  const { content } = await tools.observed('click_element', { element_id: 'res:key_0' });
  assert.match(JSON.stringify(content), /7 \(was 0\)/);
});

test('a line knows its element, in every text, and only lines that are about one do', async (t) => {
  const { device, texts, seen, pass, watch, leave } = watchable(t, form());
  watch();
  await pass(1_000);
  device.view = calculator();
  await pass(2_000);
  const shown = await texts();
  const elements = new Map(seen.at(-1)?.screen.elements.map((element) => [element.id, element]));
  leave();
  for (const text of [shown?.lean, shown?.compact, shown?.changes]) {
    const seven = text?.lines.find((line) => /(\d+ 7$|\tButton\t7\t)/.test(line.text));
    assert.deepEqual(elements.get(seven?.element ?? '')?.box, {
      left: 60,
      top: 900,
      right: 360,
      bottom: 1200,
    });
    assert.equal(text?.lines[0]?.element, undefined);
  }
});
