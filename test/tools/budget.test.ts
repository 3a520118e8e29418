import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolTokens } from '../../scripts/tokens.ts';

test('the list of the 27 tools costs a model at most 4,500 tokens', () => {
  const { total, each } = toolTokens();
  assert.equal(each.length, 27);
  assert.ok(total <= 4_500, `${total} tokens`);
});
