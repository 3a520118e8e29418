import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from '../commands/phone-shell.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone } from './phone.ts';

/** Waits until somebody listens on a port of the phone, however busy the machine is. */
const listening = (port: number) => `until netstat -ltn | grep -q :${port}; do sleep 0.01; done`;

const NC: readonly ExpectedAnswer[] = [
  [
    `nc -l -p 7000 > /sdcard/got & ${listening(7000)}; echo hi | nc 127.0.0.1 7000; wait; cat /sdcard/got`,
    'hi\n',
  ],
  [`nc -l -p 7001 echo served & ${listening(7001)}; nc localhost 7001 < /dev/null; wait`, 'served\n'],
  ['nc localhost 7002', '', 1, 'nc: connect: Connection refused\n'],
  ['nc nosuch.example 80', '', 1, 'nc: nosuch.example:80: No address associated with hostname\n'],
  ['nc 8.8.8.8 53', '', 1, 'nc: connect: Network is unreachable\n'],
  ['nc -w 1 -l -p 7003', '', 1, 'nc: Timeout\n'],
  [`nc -l -p 7004 & ${listening(7004)}; nc -l -p 7004; kill %1`, '', 0, 'nc: bind: Address already in use\n'],
  ['toybox nc localhost 7005', '', 1, 'nc: connect: Connection refused\n'],
];

test('nc: programs of the phone meet on its loopback', async (t) => {
  await checkAnswers(t, createPhone(t), NC);
});

test('nc came with Android 10', async (t) => {
  for (const release of [5, 9] as const) {
    const { code, err } = await createPhone(t, { release }).run('nc localhost 1');
    assert.deepEqual([code, err.includes('not found')], [127, true]);
  }
});

const PING: readonly ExpectedAnswer[] = [
  [
    'ping -c 1 127.0.0.1',
    'PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.\n64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms\n' +
      '\n--- 127.0.0.1 ping statistics ---\n1 packets transmitted, 1 received, 0% packet loss, time 0ms\n' +
      'rtt min/avg/max/mdev = 0.045/0.045/0.045/0.000 ms\n',
  ],
  ['ping -c 1 8.8.8.8', '', 2, 'connect: Network is unreachable\n'],
  ['ping -c 1 nosuch.example', '', 2, 'ping: unknown host nosuch.example\n'],
];

test('ping: the loopback answers, and nobody else', async (t) => {
  await checkAnswers(t, createPhone(t), PING);
});

test('ip, ifconfig and ping follow the Wi-Fi switch', async (t) => {
  const { run } = await phoneShell(t);
  assert.match(
    (await run('ip addr show wlan0')).out,
    /state UP[^]*inet 192\.168\.1\.37\/24 brd 192\.168\.1\.255/,
  );
  assert.equal(
    (await run('ip route')).out,
    '192.168.1.0/24 dev wlan0 proto kernel scope link src 192.168.1.37 \n',
  );
  assert.match(
    (await run('ifconfig wlan0')).out,
    /^wlan0 {5}Link encap:Ethernet {2}HWaddr 02:15[^]*inet addr:192\.168\.1\.37/,
  );
  assert.equal((await run('ping -c 1 192.168.1.37')).code, 0);
  assert.match(
    (await run('ping -c 1 192.168.1.1')).out,
    /1 packets transmitted, 0 received, 100% packet loss/,
  );
  await run('svc wifi disable');
  const down = await run('ip addr show wlan0');
  assert.match(down.out, /state DOWN/);
  assert.doesNotMatch(down.out, /inet /);
  assert.equal((await run('ip route')).out, '');
  assert.equal((await run('ping -c 1 192.168.1.1')).code, 2);
  assert.deepEqual(await run('ip addr show nosuch').then(({ err, code }) => [err, code]), [
    'Device "nosuch" does not exist.\n',
    1,
  ]);
  assert.deepEqual(await run('ip nosuch').then(({ err, code }) => [err, code]), [
    'Object "nosuch" is unknown, try "ip help".\n',
    255,
  ]);
});

test('netstat shows who listens and who is connected', async (t) => {
  const phone = createPhone(t);
  assert.equal(
    (await phone.run(`nc -l -p 7000 & ${listening(7000)}; netstat -ltn; kill %1`)).out,
    'Active Internet connections (only servers)\n' +
      'Proto Recv-Q Send-Q Local Address           Foreign Address         State      \n' +
      'tcp        0      0 0.0.0.0:7000            0.0.0.0:*               LISTEN     \n',
  );
  const { out } = await phone.run(
    `nc -l -p 7001 sleep 1000 & ${listening(7001)}; nc localhost 7001 & ` +
      'until netstat -tn | grep ESTABLISHED; do sleep 0.01; done; kill %1 %2',
  );
  assert.match(out, /^tcp {8}0 {6}0 127\.0\.0\.1:7001 +127\.0\.0\.1:\d+ +ESTABLISHED$/m);
});

test('Android 5 has toolbox netstat and ifconfig', async (t) => {
  const { run } = await phoneShell(t, { release: 5 });
  assert.equal(
    (await run('netstat')).out.split('\n')[0],
    'Proto Recv-Q Send-Q Local Address          Foreign Address        State',
  );
  assert.equal(
    (await run('ifconfig wlan0')).out,
    'wlan0: ip 192.168.1.37 mask 255.255.255.0 flags [up broadcast running multicast]\n',
  );
});
