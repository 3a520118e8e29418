import assert from 'node:assert/strict';
import test from 'node:test';
import { startAdbd } from '../../src/adbd/daemon.ts';
import { RawHost, smallPhone } from './raw-host.ts';
import { SmallDevice } from './small-device.ts';

test('the ports where adb looks for emulators are refused with the reason', async () => {
  for (const port of [5555, 5570, 5585]) {
    await assert.rejects(startAdbd({ device: new SmallDevice(), port }), /where adb looks for emulators/);
  }
});

test('a port that is taken is an error', async (t) => {
  const { adbd } = await smallPhone(t);
  await assert.rejects(startAdbd({ device: new SmallDevice(), port: adbd.port }), /EADDRINUSE/);
});

test('an offline phone accepts the connection and never answers', async (t) => {
  const { adbd } = await smallPhone(t);
  const earlier = await RawHost.online(t, adbd.port);
  adbd.faults.offline = true;
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  host.send('OPEN', 1, 0, 'shell:echo\0');
  const answer = host.next();
  assert.equal(await earlier.call('shell:echo a connection from before'), 'a connection from before\n');
  adbd.dropConnections();
  assert.equal(await answer, undefined);
});

test('the fault unauthorized asks for a key even if any host may connect', async (t) => {
  const { adbd } = await smallPhone(t);
  adbd.faults.unauthorized = true;
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  await host.expect('AUTH');
  host.send('AUTH', 2, 0, Buffer.alloc(256));
  await host.expect('AUTH');
});

test('a cut breaks the connection after exactly that many bytes, and only once', async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  const before = host.socket.bytesRead;
  adbd.faults.cutAfterBytes = 100_001;
  host.send('OPEN', 1, 0, 'exec:flood 1000000\0');
  while ((await host.next()) !== undefined);
  assert.equal(host.socket.bytesRead - before, 100_001);
  assert.equal(await (await RawHost.online(t, adbd.port)).call('shell:echo whole'), 'whole\n');
});

test('slow answers come late and in order', async (t) => {
  const { adbd } = await smallPhone(t);
  const host = await RawHost.online(t, adbd.port);
  adbd.faults.delayMs = 30;
  const start = performance.now();
  host.send('OPEN', 1, 0, 'shell:echo slow\0');
  await host.expect('OKAY');
  assert.ok(performance.now() - start >= 29);
  adbd.faults.delayMs = 0;
  assert.equal(Buffer.from((await host.expect('WRTE')).payload).toString(), 'slow\n');
  await host.expect('CLSE');
});
