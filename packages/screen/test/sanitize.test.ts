import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { cell, codePoints, cut, shown } from '../src/sanitize.ts';
import { texts } from './trees.ts';
import { runs } from '@handeye/testing/runs';

const spelling = {
  'a family joined by ZWJ': '👨‍👩‍👧‍👦',
  'a heart on fire with its variation selector': '❤️‍🔥',
  'a skin tone and a profession': '👩🏽‍🚀',
  'a flag of two letters': '🇩🇪',
  'the flag of Scotland in tag letters': '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'a Persian word with ZWNJ': 'می‌خواهم',
  'a Devanagari half form with ZWJ': 'क्‍ष',
  'Hebrew and Arabic without marks': 'שלום مرحبا',
  'a combining accent': 'e\u0301',
  'tabs and line breaks': 'a\tb\r\nc\u2028d',
};
for (const [what, text] of Object.entries(spelling)) {
  test(`${what} is shown as it is`, () => {
    assert.equal(shown(text), text);
  });
}

const hidden: [what: string, text: string, result: string][] = [
  ['a control character', 'a\0b\x1b[31mc\x7f\x85', 'ab[31mc'],
  ['a right-to-left override', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['isolates, embeddings and marks', '\u2066a\u2069\u202ab\u202c\u200e\u200f\u061c', 'ab'],
  ['zero-width spaces and fillers', 'a\u200bb\u2060c\ufeffd\u3164e\u00adf\u034f', 'abcdef'],
  ['a joiner with nothing to join', '\u200dpay 1\u200d2 \u200c', 'pay 12 '],
  ['a message in tag characters', `hi${String.fromCodePoint(0xe0001, 0xe0068, 0xe0069, 0xe007f)}`, 'hi'],
  ['tags after a flag that they do not spell', '\u{1f3f4}\u{e0061}!', '\u{1f3f4}!'],
  ['a run of variation selectors', '❤\ufe0f\ufe0f\u{e0100}\u{e0101}', '❤\ufe0f'],
  ['a glyph of an icon font', '\ue5d2Menu\u{f0001}', 'Menu'],
  ['a noncharacter', 'a\ufdd0\u{1ffff}b', 'ab'],
  ['an annotation or object anchor', '\ufff9a\ufffc', 'a'],
  ['a lone surrogate', 'a\ud83d b\ude00', 'a\ufffd b\ufffd'],
  ['everything', '\u200b\ue000', ''],
];
for (const [what, text, result] of hidden) {
  test(`${what} is not shown`, () => {
    assert.equal(shown(text), result);
  });
}

test('no text stays no text', () => {
  assert.equal(shown(undefined), undefined);
});

test('a sanitized text is well-formed, holds nothing invisible, and stays the same when sanitized again', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const result = shown(text)!;
      assert.doesNotMatch(
        result,
        /[\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u,
      );
      assert.equal(shown(result), result);
    }),
    { numRuns: runs(5_000) },
  );
});

test('a cell is one line, trimmed, and a dash if it is empty', () => {
  assert.equal(cell(' a\tb\r\nc\u2029 '), 'a b  c');
  assert.equal(cell('\n'), '-');
  assert.equal(cell(undefined), '-');
});

test('a cut text has as many characters as allowed, and never half of one', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 150 }), (text, limit) => {
      const safe = shown(text)!;
      const result = cut(safe, limit);
      if (codePoints(safe) <= limit) {
        assert.equal(result, safe);
        return;
      }
      assert.ok(result.endsWith('...truncated'));
      const kept = result.slice(0, -'...truncated'.length);
      assert.equal(codePoints(kept), limit);
      assert.ok(safe.startsWith(kept));
      assert.doesNotMatch(kept, /\p{Cs}/u);
    }),
    { numRuns: runs(2_000) },
  );
});

test('characters are counted as code points', () => {
  assert.equal(codePoints('añ😀'), Array.from('añ😀').length);
  assert.equal(codePoints(''), 0);
});
