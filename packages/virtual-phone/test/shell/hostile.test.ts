import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Cursor } from '../../src/shell/syntax/cursor.ts';
import { Parser } from '../../src/shell/syntax/parse.ts';
import { ShellSyntaxError } from '../../src/shell/syntax/syntax.ts';
import { argumentsProgram, createPhone } from './phone.ts';
import { runs } from '../support/runs.ts';

const quote = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;

/** Texts with far more special characters of the shell than random ones have. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from('\'"\\$`;&|<>(){}[]*?!#~^% \t\n=-')),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

test('any text in single quotes reaches a program unchanged, and nothing else runs', async (t) => {
  const phone = createPhone(t, { programs: new Map([['show', argumentsProgram]]) });
  await fc.assert(
    fc.asyncProperty(nasty, async (value) => {
      assert.deepEqual(await phone.run(`show ${quote(value)}`), { out: `[${value}]\n`, err: '', code: 0 });
      assert.deepEqual(await phone.run(`printf %s ${quote(value)}`), { out: value, err: '', code: 0 });
      assert.deepEqual(await phone.run(`x=${quote(value)}; show "$x"`), {
        out: `[${value}]\n`,
        err: '',
        code: 0,
      });
    }),
    { numRuns: runs(150) },
  );
});

test('a text in quotes survives a nested shell as well', async (t) => {
  const phone = createPhone(t, { programs: new Map([['show', argumentsProgram]]) });
  await fc.assert(
    fc.asyncProperty(nasty, async (value) => {
      const line = `sh -c ${quote(`show ${quote(value)}`)}`;
      assert.deepEqual(await phone.run(line), { out: `[${value}]\n`, err: '', code: 0 });
    }),
    { numRuns: runs(60) },
  );
});

const WORDS = (
  'if then else elif fi for in do done while until case esac { } ( ) (( )) [[ ]] ! ; ;; & && | || \n < > >> << <<- <<< >& 2>&1 &> \' " ` $ ' +
  '$( ${ $(( )) } # \\ echo a x=1 f() : * ? [ ] = == -f E \t'
).split(' ');

const script = fc
  .array(fc.constantFrom(...WORDS, ' ', '\n'), { maxLength: 40 })
  .map((words) => words.join(' '));

test('the parser accepts or rejects any text, and always ends', () => {
  fc.assert(
    fc.property(fc.oneof(script, nasty), (text) => {
      const parser = new Parser(new Cursor(text));
      try {
        for (let lines = 0; parser.nextLine(); lines++) assert.ok(lines <= text.length, 'no progress');
      } catch (error) {
        assert.ok(error instanceof ShellSyntaxError, String(error));
      }
    }),
    { numRuns: runs(3000) },
  );
});

test('any script ends, by itself or by the closing of its stream', async (t) => {
  const phone = createPhone(t);
  await fc.assert(
    fc.asyncProperty(script, async (line) => {
      const process = phone.shell.spawn(line);
      process.stdin.end();
      const timer = setTimeout(() => {
        process.kill(9);
      }, 200);
      assert.equal(typeof (await process.exit), 'number');
      clearTimeout(timer);
    }),
    { numRuns: runs(400) },
  );
});

for (const [name, text] of Object.entries({
  'deep parentheses': '('.repeat(5000),
  'deep substitutions': '$('.repeat(5000),
  'deep braces': '${x:-'.repeat(5000),
  'deep backquotes': '`'.repeat(5001),
  'deep arithmetic': `echo $((${'('.repeat(5000)}1${')'.repeat(5000)}))`,
  'deep ifs': 'if '.repeat(5000),
  'deep negations': '! '.repeat(5000),
  'many unary signs': `echo $((${'-'.repeat(4000)}1))`,
  'many brace groups': `echo ${'{a,b}'.repeat(40)} | wc -c`,
  'a costly pattern': `x=${'a'.repeat(5000)}; case $x in ${'*a'.repeat(50)}*b) echo;; esac; echo \${x%%${'*a'.repeat(20)}b}| wc -c`,
  'a variable that names itself': 'x=x; echo $((x))',
  'a very long line': `echo ${'x'.repeat(200_000)} | wc -c`,
})) {
  test(`hostile input is answered: ${name}`, async (t) => {
    const { code } = await createPhone(t).run(text);
    assert.equal(typeof code, 'number');
  });
}
