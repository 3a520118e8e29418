import assert from 'node:assert/strict';
import test from 'node:test';
import { RawHost, smallPhone } from './raw-host.ts';
import { SmallDevice } from './small-device.ts';

/** One packet of the shell protocol, as latin1 text. */
function shellPacket(kind: number, text: string): string {
  const header = Buffer.alloc(5);
  header.writeUInt8(kind);
  header.writeUInt32LE(text.length, 1);
  return header.toString('latin1') + text;
}

async function online(t: test.TestContext, device = new SmallDevice()): Promise<RawHost> {
  const { adbd } = await smallPhone(t, { device });
  return RawHost.online(t, adbd.port);
}

test('the phone introduces itself with its product and the features of its release', async (t) => {
  const greetings = {
    5: [0x01000000, 4096, ''],
    9: [0x01000001, 1048576, 'features=shell_v2,cmd,stat_v2,fixed_push_mkdir'],
    14: [
      0x01000001,
      1048576,
      'features=shell_v2,cmd,stat_v2,fixed_push_mkdir,ls_v2,abb,abb_exec,fixed_push_symlink_timestamp,sendrecv_v2,delayed_ack',
    ],
  } as const;
  for (const release of [5, 9, 14] as const) {
    const { adbd } = await smallPhone(t, { device: new SmallDevice(release) });
    const host = await RawHost.connect(t, adbd.port);
    host.greet();
    const { arg0, arg1, payload } = await host.expect('CNXN');
    const product =
      'device::ro.product.name=small;ro.product.model=Small_Machine;ro.product.device=small_device;';
    const [version, maxPayload, features] = greetings[release];
    assert.deepEqual(
      [arg0, arg1, Buffer.from(payload).toString()],
      [version, maxPayload, product + features],
    );
  }
});

test('the shell protocol separates stderr and reports the exit code', async (t) => {
  const host = await online(t);
  const answer = await host.call('shell,v2,raw:echo hi; fail 7 oops');
  assert.deepEqual(answer, shellPacket(1, 'hi\n') + shellPacket(2, 'oops\n') + shellPacket(3, '\x07'));
});

test('the kind of terminal follows the service, as on a phone since Android 7', async (t) => {
  const host = await online(t);
  assert.equal(await host.call('shell:tty'), 'raw terminal TERM=\n');
  assert.equal(await host.call('exec:tty'), 'raw terminal TERM=\n');
  assert.match(await host.call('shell,v2:tty'), /not a tty TERM=\n/);
  assert.match(await host.call('shell,v2,TERM=xterm,pty:tty'), /[^ ]terminal TERM=xterm\r\n/);
});

test('Android 5 has a terminal for shell: and a pipe for exec:, and no other form', async (t) => {
  const host = await online(t, new SmallDevice(5));
  assert.equal(await host.call('shell:tty'), 'terminal TERM=\r\n');
  assert.equal(await host.call('exec:tty; fail 1 merged'), 'not a tty TERM=\nmerged\n');
  await assert.rejects(host.call('shell,v2,raw:echo hi'), /refused/);
  await assert.rejects(host.call('abb_exec:package\0list'), /refused/);
  await assert.rejects(host.call('abb:package\0list'), /refused/);
});

test('a program gets the new size of its window', async (t) => {
  const host = await online(t);
  host.send('OPEN', 1, 0, 'shell,v2,pty:resized\0');
  const { arg0: id } = await host.expect('OKAY');
  host.send('WRTE', 1, id, Buffer.from(shellPacket(5, '50x132,0x0'), 'latin1'));
  await host.expect('OKAY');
  assert.equal(
    Buffer.from((await host.expect('WRTE')).payload).toString('latin1'),
    shellPacket(1, '50x132\r\n'),
  );
});

test('a program is hung up when the host leaves', async (t) => {
  const device = new SmallDevice();
  const host = await online(t, device);
  host.send('OPEN', 1, 0, 'shell,v2,raw:sleep 1000\0');
  const { arg0: id } = await host.expect('OKAY');
  host.send('CLSE', 1, id);
  await host.expect('CLSE');
  await device.idle();
  assert.deepEqual(device.hangUps, [1]);
});

test('a program still gets the bytes sent right before the stream was closed', async (t) => {
  const device = new SmallDevice();
  const host = await online(t, device);
  host.send('OPEN', 1, 0, 'exec:save /data/local/tmp/last 50\0');
  const { arg0: id } = await host.expect('OKAY');
  host.socket.cork();
  host.send('WRTE', 1, id, 'last words');
  host.send('CLSE', 1, id);
  host.socket.uncork();
  await host.until('CLSE');
  await device.idle();
  assert.equal(Buffer.from(device.files.read('/data/local/tmp/last')).toString(), 'last words');
});

test('abb_exec: passes its arguments past the shell', async (t) => {
  const device = new SmallDevice();
  const host = await online(t, device);
  await host.call("abb_exec:package\0list\0a b;'c'\0");
  assert.deepEqual(device.executed, [['cmd', 'package', 'list', "a b;'c'"]]);
  assert.equal(
    await host.call('abb:package\0x'),
    shellPacket(1, 'unknown: package x\n') + shellPacket(3, '\x01'), // the bridge reports every failure as 1
  );
});

test("requests for root are refused in a user build's words, unknown services by closing", async (t) => {
  const host = await online(t);
  assert.equal(await host.call('root:'), 'adbd cannot run as root in production builds\n');
  assert.equal(await host.call('remount:'), 'remount can only be performed in userdebug builds\n');
  for (const service of ['tcpip:5555', 'usb:', 'jdwp:1', 'nosuch:', '', 'shell', 'tcp:1']) {
    await assert.rejects(host.call(service), /refused/, service);
  }
});

test('reboot: reaches the phone and ends every connection, and hosts may come back', async (t) => {
  const device = new SmallDevice();
  const { adbd } = await smallPhone(t, { device });
  const [host, bystander] = [await RawHost.online(t, adbd.port), await RawHost.online(t, adbd.port)];
  host.send('OPEN', 1, 0, 'reboot:recovery\0');
  while ((await host.next()) !== undefined);
  assert.equal(await bystander.next(), undefined);
  assert.deepEqual(device.reboots, ['recovery']);
  assert.equal(await (await RawHost.online(t, adbd.port)).call('shell:echo back'), 'back\n');
});

test('forwarded streams end on both sides when either ends', async (t) => {
  const host = await online(t);
  host.send('OPEN', 1, 0, 'localabstract:echo\0');
  const { arg0: id } = await host.expect('OKAY');
  host.send('WRTE', 1, id, 'there and back');
  const answers = [await host.next(), await host.next()];
  assert.ok(answers.some((packet) => packet && Buffer.from(packet.payload).toString() === 'there and back'));
  host.send('CLSE', 1, id);
  assert.equal((await host.expect('CLSE')).arg0, id);
});

test('bytes for a stream that does not exist are answered by closing it', async (t) => {
  const host = await online(t);
  host.send('WRTE', 77, 99, 'hello?');
  const { arg0, arg1 } = await host.expect('CLSE');
  assert.deepEqual([arg0, arg1], [0, 77]);
});

test('an invalid, too long or too new sync request ends the session with the reason', async (t) => {
  const ask = async (release: 9 | 14, id: string, length: number) => {
    const host = await online(t, new SmallDevice(release));
    host.send('OPEN', 1, 0, 'sync:\0');
    const { arg0 } = await host.expect('OKAY');
    const request = Buffer.concat([Buffer.from(id), Buffer.from(Uint32Array.of(length).buffer)]);
    host.send('WRTE', 1, arg0, request);
    const { payload } = await host.until('WRTE');
    host.send('OKAY', 1, arg0);
    await host.until('CLSE');
    return Buffer.from(payload)
      .toString('latin1')
      .replace(/^FAIL..../s, 'FAIL ');
  };
  assert.equal(await ask(14, 'NOPE', 4), 'FAIL unknown command "NOPE"');
  assert.equal(await ask(9, 'RCV2', 4), 'FAIL unknown command "RCV2"');
  assert.equal(await ask(14, 'STAT', 1025), 'FAIL path too long');
});

test('STAT and LST2 carry the fields of stat(2) at their offsets', async (t) => {
  const device = new SmallDevice();
  device.files.write('/data/f', Buffer.from('12345'), { mode: 0o640, modified: 0x5eadbeef });
  const host = await online(t, device);
  host.send('OPEN', 1, 0, 'sync:\0');
  const { arg0 } = await host.expect('OKAY');
  const ask = async (id: string, path: string) => {
    host.send(
      'WRTE',
      1,
      arg0,
      Buffer.concat([Buffer.from(id), Buffer.from(Uint32Array.of(path.length).buffer), Buffer.from(path)]),
    );
    const { payload } = await host.until('WRTE');
    host.send('OKAY', 1, arg0);
    return Buffer.from(payload).toString('hex');
  };
  const [mode, size, time] = ['a0810000', '05000000', 'efbead5e'];
  assert.equal(await ask('STAT', '/data/f'), Buffer.from('STAT').toString('hex') + mode + size + time);
  assert.equal(await ask('STAT', '/nowhere'), Buffer.from('STAT').toString('hex') + '00'.repeat(12));
  const { inode } = device.files.stat('/data/f');
  assert.equal(
    await ask('LST2', '/data/f'),
    Buffer.from('LST2').toString('hex') +
      '00000000' + // no error
      '0100000000000000' + // device
      `${inode.toString(16).padStart(2, '0')}00000000000000` +
      `${mode}01000000` + // one link
      'd0070000d0070000' + // shell, shell
      `${size}00000000` +
      `${time}00000000`.repeat(3),
  );
  assert.equal(
    await ask('STA2', '/nowhere'),
    Buffer.from('STA2').toString('hex') + '02000000' + '00'.repeat(64),
  );
});
