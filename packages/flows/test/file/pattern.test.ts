import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePattern, literalPattern } from '../../src/file/pattern.ts';

const matches = (pattern: string, text: string) => compilePattern(pattern).test(text);

test('a pattern matches the whole text, whatever its case, as in Maestro', () => {
  const cases: readonly [string, string, boolean][] = [
    ['Save', 'save', true],
    ['Save', 'Save all', false],
    ['Save.*', 'Save\nall', true],
    ['a|b', 'b', true],
    ['a|b', 'ab', false],
    ['^a$', 'a', true],
    ['^a$', 'a\nb', false],
    ['(?i)abc', 'ABC', true],
    ['\\QC++ (x)\\E.*', 'C++ (x) y', true],
    ['a++b', 'aab', true],
    ['\\p{L}+', 'Größe', true],
  ];
  for (const [pattern, text, isMatch] of cases)
    assert.equal(matches(pattern, text), isMatch, `${pattern} on ${JSON.stringify(text)}`);
});

test('the literal pattern of a text matches that text alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = literalPattern(text);
      assert.equal(matches(pattern, text), true);
      if (other.toLowerCase() !== text.toLowerCase()) assert.equal(matches(pattern, other), false);
    }),
  );
});

test('an invalid expression is told apart, also one that what is around it would complete', () => {
  for (const invalid of [':(', '[a', 'a)(b', '*a', 'a{2,1}'])
    assert.throws(() => compilePattern(invalid), SyntaxError, invalid);
});
