import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from '../commands/phone-shell.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone, text } from './phone.ts';

/** Repeats a client of nc until its server listens. */
const retried = (client: string) => `until ${client} 2>/dev/null; do sleep 0.01; done`;

const NC: readonly ExpectedAnswer[] = [
  ['nc localhost 7002', '', 1, 'nc: connect: Connection refused\n'],
  ['nc nosuch.example 80', '', 1, 'nc: nosuch.example:80: No address associated with hostname\n'],
  ['nc 8.8.8.8 53', '', 1, 'nc: connect: Network is unreachable\n'],
  // Either of the two listens, and the other one ends.
  [
    'nc -l -p 7004 & a=$!; nc -l -p 7004 & b=$!; while kill -0 $a && kill -0 $b; do sleep 0.01; done 2>/dev/null; kill $a $b 2>/dev/null; true',
    '',
    0,
    'nc: bind: Address already in use\n',
  ],
  ['toybox nc localhost 7005', '', 1, 'nc: connect: Connection refused\n'],
];

test('nc: programs of the phone connect over its loopback', async (t) => {
  const phone = createPhone(t);
  // The input stays open: toybox's nc ends as soon as its peer has nothing more to say, even with data left to send.
  const served = phone.shell.spawn(`echo served | nc -l -p 7001 & ${retried('nc localhost 7001')}; wait`);
  assert.deepEqual([await text(served.stdout), await served.exit], ['served\n', 0]);
  await checkAnswers(t, phone, NC);
});

test('nc came with Android 10', async (t) => {
  for (const release of [5, 9] as const) {
    const { code, err } = await createPhone(t, { release }).run('nc localhost 1');
    assert.deepEqual([code, err.includes('not found')], [127, true]);
  }
});

test('ip route shows the address that scrcpy connects to, while Wi-Fi is on', async (t) => {
  const { run } = await phoneShell(t);
  assert.equal(
    (await run('ip route')).out,
    '192.168.1.0/24 dev wlan0 proto kernel scope link src 192.168.1.37 \n',
  );
  await run('svc wifi disable');
  assert.equal((await run('ip route')).out, '');
  assert.deepEqual(await run('ip nosuch').then(({ err, code }) => [err, code]), [
    'Object "nosuch" is unknown, try "ip help".\n',
    255,
  ]);
});
