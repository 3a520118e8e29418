import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { planTyping, type TypingStep } from '../../src/input/text.ts';
import { typedBy } from './typing-model.ts';
import { runs } from '@handeye/testing/runs';

function steps(text: string, sdk: number): readonly TypingStep[] {
  const plan = planTyping(text, sdk);
  assert.ok('steps' in plan, 'refusal' in plan ? plan.refusal : '');
  return plan.steps;
}

const commands = (text: string, sdk: number) => steps(text, sdk).map(({ argv }) => argv.join(' '));

test('plain words are one command, spaces travel as %s', () => {
  assert.deepEqual(commands('a b', 22), ['input text a%sb']);
  assert.deepEqual(commands('a b', 34), ['input text a%sb']);
  assert.deepEqual(commands('', 34), []);
});

test('each line break is a key of its own, so that its effect can be seen before the next', () => {
  assert.deepEqual(commands('a\n\r\nb', 34), [
    'input text a',
    'input keyevent 66',
    'input keyevent 66',
    'input text b',
  ]);
});

test('a %s that is meant goes out in two calls, a percent before a space in one', () => {
  assert.deepEqual(commands('100%s', 34), ['input text 100%', 'input text s']);
  assert.deepEqual(commands('5% of', 34), ['input text 5%%sof']);
});

test('what Android 5 would take for file names is typed from an empty directory, and never with a way out of it', () => {
  assert.deepEqual(
    steps('[s]ystem', 22).map(({ argv, inEmptyDirectory }) => [argv[2], inEmptyDirectory]),
    [['[s]ystem', true]],
  );
  assert.deepEqual(commands('/sys?em', 22), ['input text /sys', 'input text ?em']);
  assert.deepEqual(commands('../*', 22), ['input text ../', 'input text *']);
  assert.deepEqual(commands('{a,b}', 22), ['input text {', 'input text a,b}']);
  assert.deepEqual(
    steps('/sys?em {a,b}', 30).map(({ argv, inEmptyDirectory }) => [argv[2], inEmptyDirectory]),
    [['/sys?em%s{a,b}', false]],
  );
});

test('a long text goes out in calls of at most 150 characters', () => {
  const sizes = steps('x'.repeat(400), 34).map(({ text }) => text.length);
  assert.deepEqual(sizes, [150, 150, 100]);
});

test('a text with a character that has no key is refused before anything is typed, and the character is named', () => {
  const refusal = (text: string) => {
    const plan = planTyping(text, 34);
    return 'refusal' in plan ? plan.refusal : '';
  };
  assert.match(refusal('café'), /'é' \(U\+00E9\).*Nothing was typed\.$/);
  assert.match(refusal('ok 😀'), /'😀' \(U\+1F600\)/);
  assert.match(refusal('a\u0007'), /The character \(U\+0007\)/);
  assert.match(refusal('a\tb'), /^A tab .* moves the focus .* Nothing was typed\./);
});

test('what is typed is the text, for any text of keys, on Android 5 and on later ones', () => {
  const hostile = fc.constantFrom(
    '%s',
    '%',
    '%%s',
    's',
    ' ',
    '  ',
    "'",
    '"',
    '`',
    '$(reboot)',
    '$x',
    ';',
    '&',
    '|',
    '\\',
    '*',
    '?',
    '[',
    ']',
    '{',
    ',',
    '}',
    '(',
    ')',
    '/',
    '.',
    '..',
    '/sys*',
    '/d?',
    '.*',
    '@(a)',
    '-',
    '--',
    '~',
    '!',
    '#',
    '\n',
    '\r\n',
    'a',
    'system',
    '/system/bin',
  );
  const text = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme-ascii', maxLength: 12 })), { maxLength: 40 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (wanted) => {
      const expected = wanted.replace(/\r\n?/g, '\n');
      assert.equal(typedBy(steps(wanted, 22), { resplits: true }), expected);
      assert.equal(typedBy(steps(wanted, 22), { resplits: false }), expected);
      assert.equal(typedBy(steps(wanted, 34), { resplits: false }), expected);
    }),
    { numRuns: runs(5000) },
  );
});
