import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { run } from './run.ts';

const MOST_TOKENS = 600;

test('handeye skill prints a skill file: a name and a description for agents to choose by, and then the text', async (t) => {
  const { code, out, err } = await run(t, ['skill']);
  assert.deepEqual([code, err], [0, '']);
  const [, front = '', text = ''] = /^---\n(.*?)\n---\n\n(# .*)$/s.exec(out) ?? [];
  const keys = front.split('\n').map((line) => /^(\w+): (\S.*)$/.exec(line)?.slice(1) ?? []);
  assert.deepEqual(
    keys.map(([key]) => key),
    ['name', 'description'],
  );
  assert.match(keys[0]?.[1] ?? '', /^[a-z0-9-]{1,64}$/);
  // A colon followed by a space would begin another mapping in YAML.
  assert.doesNotMatch(keys[1]?.[1] ?? '', /: |^["'[{&*!|>%@`]/);
  assert.match(text, /\bdata\b/);
});

test(`it costs an agent less than ${MOST_TOKENS} tokens`, async (t) => {
  const { out } = await run(t, ['skill']);
  assert.ok(encode(out).length < MOST_TOKENS, `${encode(out).length} tokens`);
});

test('its help names no options, because it has none', async (t) => {
  const { out } = await run(t, ['skill', '--help']);
  assert.match(out, /^Usage: handeye skill$/m);
  assert.doesNotMatch(out, /options/i);
});
