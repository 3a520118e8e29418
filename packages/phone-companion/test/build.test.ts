import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { companionDex } from '../index.js';
import { buildDex, committedDex, JAR, sources } from '../dex/build.ts';
import { referencesOf } from './support/dex.ts';

const LARGEST_BYTES = 60_000;

test('the committed dex equals a build of the source, byte for byte', () => {
  assert.ok(buildDex().equals(committedDex()), 'run npm run build:companion and commit the jar');
});

test('the file pushed to a phone has at most 60 kB', () => {
  assert.ok(companionDex().equals(readFileSync(JAR)));
  assert.ok(statSync(JAR).size <= LARGEST_BYTES, `${statSync(JAR).size} bytes`);
});

test('the dex is one that Android 5 reads, with classes of java, android and the companion only', () => {
  const dex = committedDex();
  assert.equal(dex.toString('latin1', 0, 8), 'dex\n035\0');
  const { types } = referencesOf(dex);
  assert.ok(types.includes('Lhandeye/companion/Main;'));
  assert.deepEqual(
    types.filter(
      (type) => /^\[*L/.test(type) && !/^\[*L(?:java\/|android\/|handeye\/companion\/)/.test(type),
    ),
    [],
  );
});

test('the companion uses no Java API that Android 5 lacks', () => {
  const { types, methods } = referencesOf(committedDex());
  // The build uses API 23's android.jar, which has none of these packages; the names below are additions of 22 and 23.
  assert.deepEqual(
    types.filter((type) => /java\/(?:util\/(?:function|stream)|time|lang\/invoke)\//.test(type)),
    [],
  );
  assert.deepEqual(
    methods.filter((method) => /^L(?:java\/util\/Optional|java\/lang\/String;->(?:join|chars))/.test(method)),
    [],
  );
  // Additions of API 22 and 23 to classes that the companion calls directly; it must use reflection for these.
  const added =
    /AccessibilityNodeInfo;->(?:isContextClickable|getTraversal|setContext)|AccessibilityWindowInfo;->getTitle/;
  assert.deepEqual(
    methods.filter((method) => added.test(method)),
    [],
  );
});

test('no source has a lambda, which dx cannot translate, or prints to the stream of frames', () => {
  for (const file of sources()) {
    const text = readFileSync(file, 'utf8');
    assert.ok(!text.includes('->'), file);
    assert.ok(!text.includes('System.out.print'), file);
  }
});
