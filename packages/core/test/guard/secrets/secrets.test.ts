import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  parseSecretLines,
  SecretProblems,
  secretsOfEnvironment,
} from '../../../src/guard/secrets/secret-lines.ts';
import { filled, Secrets } from '../../../src/guard/secrets/secrets.ts';
import { assertNoSecrets, formsOfSecret } from '@handeye/testing/secret-scan';

function problemsOf(text: string): readonly string[] {
  try {
    parseSecretLines(text);
  } catch (error) {
    assert.ok(error instanceof SecretProblems);
    return error.problems;
  }
  return [];
}

describe('a file of secrets', () => {
  test('has a name and a value a line; comments and empty lines are none', () => {
    const text = '# mine\n\nPIN=4821\r\n  # more\nMAIL@com.mail=a=b "c" $d \nMAIL@com.bank.*=other\n';
    assert.deepEqual(parseSecretLines(text), [
      { name: 'PIN', app: undefined, value: '4821' },
      { name: 'MAIL', app: 'com.mail', value: 'a=b "c" $d ' },
      { name: 'MAIL', app: 'com.bank.*', value: 'other' },
    ]);
  });

  test('says what is wrong with each line, and quotes none', () => {
    const lines = [
      'no value at all hunter22',
      'MY-NAME=hunter22',
      'A@=hunter22',
      'EMPTY=',
      'BLANK=   ',
      'TAB=hun\tter22',
      'TOKEN={{OTHER}}',
      'A@com.bank=hunter22',
      'A@COM.bank=hunter22',
      '=hunter22',
    ];
    const problems = problemsOf(lines.join('\n'));
    assert.deepEqual(
      problems.map((problem) => /^line (\d+): /.exec(problem)?.[1]),
      ['1', '2', '3', '4', '5', '6', '7', '9', '10'],
    );
    assertNoSecrets(problems, ['hunter22']);
  });

  test('the environment brings secrets, too, bound ones as well', () => {
    const env = {
      HANDEYE_SECRET_PIN: '4821',
      'HANDEYE_SECRET_KEY@com.bank': 'hunter22',
      HANDEYE_SECRETS: 'x',
    };
    assert.deepEqual(secretsOfEnvironment(env), [
      { name: 'PIN', app: undefined, value: '4821' },
      { name: 'KEY', app: 'com.bank', value: 'hunter22' },
    ]);
    assert.throws(
      () => secretsOfEnvironment({ HANDEYE_SECRET_A: 'one\ntwo' }),
      /HANDEYE_SECRET_A: .*line break/,
    );
  });
});

describe('masking', () => {
  const value = 'p%ss w"rd&1+ü';
  const secrets = new Secrets([
    { name: 'LONG', app: undefined, value },
    { name: 'LONGER', app: undefined, value: `${value}-and-more` },
    { name: 'PIN', app: undefined, value: '4821' },
    { name: 'CARD', app: undefined, value: '4111111111111111' },
  ]);

  test('finds a value in every usual form', () => {
    for (const form of formsOfSecret(value)) {
      const masked = secrets.mask(`before ${form} after`);
      assertNoSecrets([masked], [value]);
      assert.match(masked, /\{\{LONG\}\}/, form);
    }
    assert.equal(secrets.mask('4111 1111 1111 1111, 4111-1111-1111-1111'), '{{CARD}}, {{CARD}}');
  });

  test('what a value begins or ends with belongs to it', () => {
    const odd = new Secrets([
      { name: 'A', app: undefined, value: '- hunter/22.-' },
      { name: 'B', app: undefined, value: '-.-.-.x' },
    ]);
    assert.equal(odd.mask('a- hunter/22.-b'), 'a{{A}}b');
    assert.equal(odd.mask('a-.-.-.x.x b'), 'a{{B}}.x b');
  });

  test('the longest value wins, and what is masked already stays', () => {
    assert.equal(secrets.mask(`${value}-and-more`), '{{LONGER}}');
    assert.equal(secrets.mask(secrets.mask(`a ${value} b`)), 'a {{LONG}} b');
    const named = new Secrets([
      { name: 'PASSWORD', app: undefined, value: 'hunter22' },
      { name: 'WORD', app: undefined, value: 'PASSWORD' },
    ]);
    assert.equal(named.mask('hunter22'), '{{PASSWORD}}');
    assert.equal(named.mask(named.mask('hunter22 PASSWORD')), '{{PASSWORD}} {{WORD}}');
  });

  test('a short value is left where nobody typed it', () => {
    assert.equal(secrets.mask('Room 4821'), 'Room 4821');
  });

  test('an element id is never taken for a number that is secret', () => {
    const number = new Secrets([{ name: 'N', app: undefined, value: '407123' }]);
    assert.equal(number.mask('node_407123\tButton\t407123'), 'node_407123\tButton\t{{N}}');
  });

  test('any value arrives exactly and is masked, whatever it is made of', () => {
    const character = fc.oneof(
      fc.constantFrom(...Array.from('$`\\"\'!*?[]{}()<>|&;#~%^ =+-./,:@_aZ09üß€漢👩')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const values = fc
      .array(character, { minLength: 6, maxLength: 30 })
      .map((characters) => characters.join(''))
      .filter((text) => problemsOf(`X=${text}`).length === 0);
    fc.assert(
      fc.property(values, fc.string(), (text, rest) => {
        const own = new Secrets(parseSecretLines(`X=${text}`));
        const typed = filled('a{{X}}b{{Y}}', own.chosenFor('a{{X}}', []));
        assert.equal(typed, `a${text}b{{Y}}`);
        for (const shown of [`${rest}${text}${rest}`, JSON.stringify({ text }), encodeURIComponent(text)]) {
          const masked = own.mask(shown).replaceAll('{{X}}', '');
          assert.ok(!masked.includes(text) || rest.includes(text), masked);
        }
      }),
    );
  });
});

describe('a secret that is bound to applications', () => {
  const secrets = new Secrets([
    { name: 'PASSWORD', app: 'com.bank.*', value: 'of the bank' },
    { name: 'PASSWORD', app: 'com.mail', value: 'of the mail' },
    { name: 'BOTH', app: 'com.bank.*', value: 'special' },
    { name: 'BOTH', app: undefined, value: 'ordinary' },
  ]);
  const typed = (text: string, ...apps: readonly (string | undefined)[]) =>
    filled(
      text,
      secrets.chosenFor(
        text,
        apps.map((name) => ({ name })),
      ),
    );

  test('is the one of the application that gets it', () => {
    assert.equal(typed('{{PASSWORD}}', 'com.bank.app'), 'of the bank');
    assert.equal(typed('{{PASSWORD}}', 'com.mail'), 'of the mail');
    assert.equal(typed('{{BOTH}}', 'com.bank.app'), 'special');
    assert.equal(typed('{{BOTH}}', 'com.evil'), 'ordinary');
  });

  test('goes nowhere else: not to another, an unknown one, or one of two', () => {
    assert.throws(
      () => typed('{{PASSWORD}}', 'com.evil'),
      /only into 'com\.bank\.\*', 'com\.mail', .*'com\.evil'/,
    );
    assert.throws(() => typed('{{PASSWORD}}', undefined), /not known which application/);
    assert.throws(() => typed('{{PASSWORD}}'), /not known which application/);
    assert.throws(() => typed('{{PASSWORD}}', 'com.mail', 'com.evil'), /may be typed only into/);
  });
});
