import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { literalPattern, matchesPattern } from '../../src/file/pattern.ts';

test('a pattern matches the whole text, whatever its case, as in Maestro', () => {
  const cases: readonly [string, string, boolean][] = [
    ['Save', 'save', true],
    ['Save', 'Save all', false],
    ['Save.*', 'Save\nall', true],
    ['Save all', 'Save\nall', true],
    ['a|b', 'b', true],
    ['a|b', 'ab', false],
    ['^a$', 'a', true],
    ['^a$', 'a\nb', false],
    ['(?i)abc', 'ABC', true],
    ['\\QC++ (x)\\E.*', 'C++ (x) y', true],
    ['a++b', 'aab', true],
    ['\\p{L}+', 'Größe', true],
    [':(', ':(', true],
    [':(', ':)', false],
    ['[a', '[A', true],
    ['C++', 'C++', true],
    ['$5.00', '$5.00', true],
  ];
  for (const [pattern, text, matches] of cases)
    assert.equal(matchesPattern(pattern, text), matches, `${pattern} on ${JSON.stringify(text)}`);
});

test('the literal pattern of a text matches that text alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = literalPattern(text);
      assert.equal(matchesPattern(pattern, text), true);
      const isSame = [other, other.replaceAll('\n', ' ')].some(
        (each) => each.toLowerCase() === text.toLowerCase() || each === pattern,
      );
      if (!isSame) assert.equal(matchesPattern(pattern, other), false);
    }),
  );
});
