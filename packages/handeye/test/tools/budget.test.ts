import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optInTools } from '../../src/tools/frame/toolsets.ts';
import { toolTokens } from '../../../../scripts/tokens.ts';

test('the list of the 27 tools costs a model at most 4,500 tokens', () => {
  const { total, each } = toolTokens();
  assert.equal(each.length, 27);
  assert.ok(total <= 4_500, `${total} tokens`);
});

test('the list of the 4 desktop tools costs a model at most 1,800 tokens', () => {
  const { total, each } = toolTokens('desktop');
  assert.equal(each.length, 4);
  assert.ok(total <= 1_800, `${total} tokens`);
});

test('what a model is shown of the tools costs at most 3,200 tokens, in lean as in compact', () => {
  for (const format of ['compact', 'lean'] as const) {
    const { shown } = toolTokens('device', format);
    assert.ok(shown <= 3_200, `${format}: ${shown} tokens`);
  }
  assert.equal(toolTokens('device', 'lean').each.length, 31);
});

test('what a model is shown of all tools of a phone costs at most 7,500 tokens', () => {
  const { shown, each } = toolTokens('all', 'lean');
  assert.equal(each.length, 31 + Object.values(optInTools).flat().length);
  assert.ok(
    shown <= 7_500,
    `${shown} tokens: ${each.map(([name, tokens]) => `${name} ${tokens}`).join(', ')}`,
  );
});
