import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readClipboardAsShell } from '../../src/clipboard/as-shell.ts';
import { DeviceError } from '@handeye/core/device/errors';
import { Phone } from '../../src/phone.ts';
import { attach, within } from '@handeye/testing/attached';
import * as answers from './answers.ts';

interface Asked {
  /** The text, or the kind and the message of the failure. */
  readonly said: string | null;
  /** The calls, in order. */
  readonly calls: readonly string[];
}

/** Reads the clipboard of a phone whose binder service gives these answers, one a call. */
async function read(t: TestContext, sdk: number, ...answersInTurn: readonly string[]): Promise<Asked> {
  const { machine, phone } = await attach(t);
  const program = async (name: string, script: string) => {
    await writeFile(join(machine.home, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(machine.home, name), 0o755);
  };
  await program('am', 'echo 10');
  await program('service', 'echo "$*" >> "$HOME/asked"; cat "$HOME/answer$(wc -l < "$HOME/asked")"');
  for (const [place, answer] of answersInTurn.entries())
    await writeFile(join(machine.home, `answer${place + 1}`), `${answer}\n`);
  const said = await within(10_000, (call) => readClipboardAsShell(new Phone(phone), { sdk, call })).catch(
    (error: unknown) => {
      assert.ok(error instanceof DeviceError, String(error));
      return `${error.kind}: ${error.message}`;
    },
  );
  const asked = await readFile(join(machine.home, 'asked'), 'utf8').catch(() => '');
  return { said, calls: asked.split('\n').filter((line) => line !== '') };
}

test('each version of Android is asked by the number and arguments of its own getPrimaryClip', async (t) => {
  const old = ['call clipboard 3 s16 com.android.shell i32 10'];
  assert.deepEqual(await read(t, 29, answers.ANDROID10), { said: 'Zoë 👋', calls: old });
  assert.deepEqual(await read(t, 30, answers.ANDROID11), { said: 'Zoë 👋', calls: old });
  const since12 = ['call clipboard 4 s16 com.android.shell i32 10'];
  assert.deepEqual(await read(t, 31, answers.SENSITIVE), { said: 's3cret', calls: since12 });
  assert.deepEqual(await read(t, 32, answers.SENSITIVE), { said: 's3cret', calls: since12 });
  const since14 = ['call clipboard 4 s16 com.android.shell i32 -1 i32 10 i32 0'];
  assert.deepEqual(await read(t, 34, answers.SENSITIVE), { said: 's3cret', calls: since14 });
});

test('Android 13 before its first update knows no attribution: it refuses, and is asked the old way', async (t) => {
  const tooMuch = answers.SECURITY_EXCEPTION;
  assert.deepEqual(await read(t, 33, tooMuch, answers.SENSITIVE), {
    said: 's3cret',
    calls: [
      'call clipboard 4 s16 com.android.shell i32 -1 i32 10',
      'call clipboard 4 s16 com.android.shell i32 10',
    ],
  });
  assert.equal((await read(t, 33, answers.SENSITIVE)).calls.length, 1, 'the first answer is enough');
});

test('extras, classifications, styles and HTML around a text do not get into it', async (t) => {
  assert.equal((await read(t, 34, answers.SENSITIVE)).said, 's3cret');
  for (const sdk of [35, 36]) {
    assert.equal((await read(t, sdk, answers.STYLED_LINK)).said, 'a.org', `SDK ${sdk}`);
    assert.equal((await read(t, sdk, answers.STYLED_LINK16)).said, 'a.org', `SDK ${sdk}`);
  }
});

test('what holds no text is null: nothing copied, or a picture', async (t) => {
  assert.equal((await read(t, 34, answers.NOTHING)).said, null);
  assert.equal((await read(t, 34, answers.PICTURE)).said, null);
});

test('an unknown version is not called at all: a wrong number could clear the clipboard', async (t) => {
  const { said, calls } = await read(t, 99, answers.NOTHING);
  assert.match(String(said), /^permission_denied: .*does not know how/);
  assert.deepEqual(calls, []);
});

test('a refusal is passed on in the words of Android', async (t) => {
  const { said } = await read(t, 34, answers.SECURITY_EXCEPTION);
  assert.match(String(said), /^permission_denied: .*Package x does not belong to 2000/);
});

test('an answer in an unknown form is an error; garbage is never taken for text', async (t) => {
  const good = answers.ANDROID11;
  const spoilt: Readonly<Record<string, string>> = {
    'no answer': 'Result: Parcel(NULL)',
    'an error': 'Result: Parcel(Error: 0xffffffb6 "Not a data message")',
    'no parcel': 'service: Service clipboard does not exist',
    'a form of another version': answers.ANDROID10,
    'an end that is missing': good.split('\n').slice(0, -2).join('\n'),
    'a line that is missing': good.replace(/\n {2}0x00000030.*/, ''),
    'columns that disagree': good.replace('abc36f5a', 'abc36f5b'),
    'half a character': good.replace(
      "0000008b ffffffff 00000000 ' .......",
      "00000041 ffffffff 00000000 ' ...A...",
    ),
    'a length that lies': good.replace(
      "00000009 abc36f5a '............Z",
      "0000000a abc36f5a '............Z",
    ),
    'a count that is none': good.replace('00000001 0000000a 00650074', '7fffffff 0000000a 00650074'),
  };
  for (const [what, answer] of Object.entries(spoilt)) {
    assert.notEqual(answer, good, what);
    const { said } = await read(t, 34, answer.endsWith(')') ? answer : `${answer})`);
    assert.match(String(said), /^action_failed: .*cannot be read/, what);
  }
});
