import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from './phone-shell.ts';

/** The characters of a printed parcel, without the zeros between those of UTF-16. */
function charactersOf(printed: string): string {
  return [...printed.matchAll(/'(.*)'/g)]
    .map(([, part = '']) => part)
    .join('')
    .replaceAll('.', '');
}

/** `service call clipboard`, by the sources of each version (IClipboard, ClipboardService, ClipData, printHexData). */

test('the shell reads the clipboard of Android 14 by a binder call', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.framework.clipboard.text = 'Zoë 👋';
  const { out } = await run('service call clipboard 4 s16 com.android.shell i32 -1 i32 0 i32 0');
  const withoutTime = out.replace(/^( {2}0x00000030: ffffffff) .{17} (.{8}) '.{16}'$/m, '$1 <time> $2');
  assert.equal(
    withoutTime,
    `Result: Parcel(
  0x00000000: 00000000 00000001 00000001 ffffffff '................'
  0x00000010: 00000001 0000000a 00650074 00740078 '........t.e.x.t.'
  0x00000020: 0070002f 0061006c 006e0069 00000000 '/.p.l.a.i.n.....'
  0x00000030: ffffffff <time> 00000000
  0x00000040: 00000002 00000000 00000000 00000001 '................'
  0x00000050: 00000001 00000009 abc36f5a 919ff020 '........Zo.. ...'
  0x00000060: 0000008b ffffffff 00000000 00000000 '................'
  0x00000070: 00000000 00000000                   '........        ')
`,
  );
});

test('an empty clipboard is no clip; number 3 clears it on Android 14 and reads it on Android 9', async (t) => {
  const call = (code: number) => `service call clipboard ${code} s16 com.android.shell`;
  const modern = await phoneShell(t);
  assert.equal(
    (await modern.run(`${call(4)} i32 -1 i32 0 i32 0`)).out,
    "Result: Parcel(00000000 00000000   '........')\n",
  );
  modern.phone.framework.clipboard.text = 'gone';
  assert.equal(
    (await modern.run(`${call(3)} i32 -1 i32 0 i32 0`)).out,
    "Result: Parcel(00000000    '....')\n",
  );
  assert.equal(modern.phone.framework.clipboard.text, '');
  const pie = await phoneShell(t, { release: 9 });
  pie.phone.framework.clipboard.text = 'kept';
  assert.match(charactersOf((await pie.run(call(3))).out), /kept/);
  assert.equal(pie.phone.framework.clipboard.text, 'kept');
});

test('a caller other than the shell, or with extra arguments, gets an exception; an unknown number gets no answer', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.framework.clipboard.text = 'secret';
  const asked = async (rest: string) => (await run(`service call clipboard ${rest}`)).out;
  const stranger = await asked('4 s16 com.example.notes i32 -1 i32 0 i32 0');
  assert.match(stranger, /^Result: Parcel\(\n {2}0x00000000: ffffffff /);
  assert.doesNotMatch(charactersOf(stranger), /secret/);
  const talker = await asked('4 s16 com.android.shell i32 -1 i32 0 i32 0 i32 0');
  assert.match(talker, /^Result: Parcel\(\n {2}0x00000000: fffffffe /);
  assert.match(charactersOf(talker), /Parcel data not fully consumed/);
  assert.equal(await asked('99'), 'Result: Parcel(Error: 0xffffffb6 "Not a data message")\n');
});

test('a missing value or an unknown kind is an error', async (t) => {
  const { run } = await phoneShell(t);
  const { err, code } = await run('service call clipboard 99 i32');
  assert.equal(err, "service: no integer supplied for 'i32'\n");
  assert.equal(code, 10);
  assert.match((await run('service call clipboard 99 s8 x')).err, /unknown option s8/);
});
