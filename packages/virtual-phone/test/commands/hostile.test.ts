import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';

/** Names that every JavaScript object has; a lookup that finds them also searches the prototype. */
const inherited = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

test('a word that only the host language knows is unknown to every command', async (t) => {
  const { run } = await phoneShell(t);
  for (const word of inherited) {
    for (const [line, answer] of [
      [`cmd ${word}`, `cmd: Can't find service: ${word}\n`],
      [`cmd activity ${word}`, `Unknown command: ${word}\n`],
      [`cmd package ${word}`, `Unknown command: ${word}\n`],
      [`input ${word}`, `Unknown command: ${word}\n`],
      [`logcat -d --${word}`, `logcat: unrecognized option '--${word}'\n`],
      [`ls --${word}`, `ls: Unknown option '${word}'\n`],
      [`ulimit ${word}`, 'unlimited\n'],
      [`am start -a ${word}`, `Starting: Intent { act=${word} }\n`],
      [`svc ${word} enable`, 'Available commands:\n'],
    ] as const) {
      const { text } = await run(line);
      assert.equal(text.slice(0, answer.length), answer, line);
      assert.doesNotMatch(text, /TypeError|native code/, line);
    }
  }
});

const VICTIM = `${'a'.repeat(60)}!`;

test('an expensive expression does not block the phone', { timeout: 10_000 }, async (t) => {
  const { run } = await phoneShell(t);
  const { err } = await run(`echo '${VICTIM}' | grep -E '(a+)+$'`);
  assert.equal(err, 'grep: regular expression too costly\n');
  assert.equal((await run('echo alive')).out, 'alive\n');
});

test('limits of the host language are reported in the words of the phone', async (t) => {
  const { run } = await phoneShell(t);
  assert.equal((await run('printf %999999999d 1')).err, 'printf: bad width 999999999\n');
  assert.equal((await run("printf '%.*d' 999999999 1")).err, 'printf: bad width 999999999\n');
  assert.match((await run('printf %.150f 0.5')).out, /^0\.50+$/);
});
