import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';

// `npm test` compiles the tests into another folder (scripts/compile-tests.mjs), `npx tsx --test` loads them where they are.

test('a test finds the files beside its source, wherever it runs from', () => {
  assert.match(readFileSync(new URL('compiled.test.ts', import.meta.url), 'utf8'), /wherever it runs from/);
  assert.equal(basename(import.meta.dirname), 'test');
});

test('what fails in a test names the line of its source', () => {
  const { stack = '' } = new Error('oops');
  const lines = readFileSync(new URL('compiled.test.ts', import.meta.url), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes("new Error('oops')")) + 1;
  assert.match(stack, new RegExp(`[/\\\\]test[/\\\\]compiled\\.test\\.ts:${line}:`));
});

test('properties draw their random cases from the seed of the run, if it has one', () => {
  const { TEST_SEED: wanted } = process.env;
  assert.equal(fc.readConfigureGlobal().seed, wanted === undefined ? undefined : Number(wanted));
});
