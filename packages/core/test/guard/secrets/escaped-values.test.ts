import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secrets } from '../../../src/guard/secrets/secrets.ts';

/** A value, and how programs write it. */
const written: readonly (readonly [value: string, by: string, text: string])[] = [
  [
    'pass!word(1)',
    'a form (URLSearchParams, URLEncoder)',
    String(new URLSearchParams({ p: 'pass!word(1)' })),
  ],
  ["it's-me-42", 'HTML', 'it&#39;s-me-42'],
  ["it's-me-42", 'HTML, hexadecimal', 'it&#x27;s-me-42'],
  ['say "hi" & go', 'the text of an XML element, where quotes stand as they are', 'say "hi" &amp; go'],
  ['c2VjcmV0a2V5==', 'Gson', '{"key":"c2VjcmV0a2V5\\u003d\\u003d"}'],
  ["o'hara&sons", 'Gson', '{"key":"o\\u0027hara\\u0026sons"}'],
  ['abc/def+ghi', "Android's org.json, PHP", '{"key":"abc\\/def+ghi"}'],
  ['Schlüssel-1', "Python's json", '{"key":"Schl\\u00fcssel-1"}'],
  ['päß wörd 😀', "Python's json", '{"key":"p\\u00e4\\u00df w\\u00f6rd \\ud83d\\ude00"}'],
  ['a&b=c d/e', 'an address within an address', encodeURIComponent(encodeURIComponent('a&b=c d/e'))],
  ['back\\slash\\!x', 'JSON', JSON.stringify('back\\slash\\!x')],
  ['back\\slash\\!x', 'an address', encodeURIComponent('back\\slash\\!x')],
  ['p"q\\r"stu', 'a log of JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify('p"q\\r"stu')))],
];

test('a value is masked however programs usually escape it', () => {
  for (const [value, by, text] of written) {
    const masked = new Secrets([{ name: 'KEY', app: undefined, value }]).mask(text);
    assert.match(masked, /\{\{KEY\}\}/, `${by}: ${masked}`);
  }
});

test('a value of backslashes and marks does not make an answer wait', () => {
  const value = String.raw`\!\"\\\/`.repeat(20);
  const secrets = new Secrets([{ name: 'KEY', app: undefined, value }]);
  // A search that tries every way to escape it would not come to an end.
  for (const text of [
    `${String.raw`\\\\\\\\!`.repeat(2_000)}y`,
    '\\'.repeat(20_000),
    `${value.slice(0, -1)}y`.repeat(50),
    `${JSON.stringify(JSON.stringify(value)).slice(1, -2)}y`.repeat(50),
  ])
    secrets.mask(text);
  assert.match(secrets.mask(JSON.stringify(JSON.stringify(value))), /\{\{KEY\}\}/);
});
