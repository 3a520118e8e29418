import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import fc from 'fast-check';
import { sh } from '../src/shell/quote.ts';
import { quote } from '../src/shell/quote.ts';
import { testOnEach, text, within } from '@handeye/testing/attached';
import { runs } from '@handeye/testing/runs';

const HOSTILE = [
  "'; touch pwned; '",
  '"; touch pwned; "',
  '$(touch pwned)',
  '`touch pwned`',
  "'\\''; touch pwned; '\\''",
  '\n touch pwned \n',
  '\r\ntouch pwned\r\n',
  '& touch pwned &',
  '| touch pwned',
  '> pwned',
  '; exit 1',
  '\\',
  "\\'",
  "'",
  '"',
  '',
  ' ',
  '-n',
  '--',
  '*',
  '~',
  '$HOME',
  '${IFS}',
  '#',
  '!!',
  '\u001b[31m',
  '\u0003\u0004',
  '日本語 🙂',
  "' ) </dev/null; touch pwned; (eval '",
];

/** Hostile pieces in any order, mixed with all other characters that a string can hold. */
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), { maxLength: 5 })
  .map((pieces) => pieces.join('').replaceAll('\0', ''));

test('whatever is inserted into a command is one word to a shell', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { minLength: 40, maxLength: 40 }), (words) => {
      const printed = execFileSync('sh', ['-c', sh`printf '%s\0' ${words}`.text]);
      assert.deepEqual(printed.toString().split('\0').slice(0, -1), words);
    }),
    { numRuns: 50 },
  );
});

testOnEach(
  'thousands of hostile strings reach the phone as they are, and nothing else runs',
  async (_t, { phone, machine }) => {
    const words = [...HOSTILE, ...fc.sample(hostileText, { numRuns: runs(2000), seed: 4 })];
    const results = await within(60_000, (call) =>
      phone.script(
        words.map((word) => sh`printf %s ${word}`),
        call,
      ),
    );
    assert.deepEqual(
      results.map(({ stdout }) => text(stdout)),
      words,
    );
    assert.ok(results.every(({ code, stderr }) => code === 0 && stderr === ''));
    assert.deepEqual(await machine.traces(), []);
    assert.equal(machine.shells, 1);
  },
);

test('numbers, lists and commands can be inserted', () => {
  const inner = sh`input tap ${1} ${-2}`;
  assert.equal(sh`${inner}; am start ${['-n', "it's"]}`.text, `input tap '1' '-2'; am start '-n' 'it'\\''s'`);
});

test('a value inside quotes of the template is refused at once', () => {
  const value = 'x';
  assert.throws(() => sh`echo "${value}"`, TypeError);
  assert.throws(() => sh`echo '${value}'`, TypeError);
  assert.equal(sh`echo "a\"b" 'c"d' \' ${value}`.text, `echo "a\\"b" 'c"d' \\' 'x'`);
});

test('a text with a NUL, which no command line can hold, is refused', () => {
  assert.throws(() => quote('a\0b'), { name: 'UnquotableText' });
});
