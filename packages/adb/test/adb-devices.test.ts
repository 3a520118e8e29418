import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test, { describe } from 'node:test';
import { AdbDevices } from '../src/adb-devices.ts';
import { AdbServer } from '../src/server/server.ts';
import { sh } from '../src/shell/quote.ts';
import { startAdbd } from '@handeye/virtual-phone';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { NO_ADB, attach, eventually, hostKey, testOnEach, text, within } from '@handeye/testing/attached';
import { SkippingClock } from '@handeye/testing/clock';
import { HostMachine } from '@handeye/testing/host-machine';

const LIMIT = 20_000;

testOnEach('after the connection was cut the next call works', async (_t, { phone, adbd }) => {
  for (let round = 0; round < 3; round++) {
    const { stdout } = await within(LIMIT, (call) => phone.run(sh`echo ${round}`, call));
    assert.equal(text(stdout), `${round}\n`);
    adbd.dropConnections();
    await eventually(() => phone.openStreams === 0, 'the cut was noticed');
  }
});

testOnEach(
  'a command whose connection breaks says that it may have had its effect, and is not repeated',
  async (_t, { phone, adbd, machine }) => {
    const running = within(LIMIT, (call) => phone.run(sh`echo x >>count; sleep 1000`, call));
    running.catch(() => undefined);
    await eventually(async () => (await machine.traces()).includes('count'), 'it runs');
    adbd.dropConnections();
    await assert.rejects(running, { name: 'ConnectionLost', message: /was lost/ });
    const { stdout } = await within(LIMIT, (call) => phone.run(sh`cat count`, call));
    assert.equal(text(stdout), 'x\n');
  },
);

testOnEach('files go to the phone and come back as they were', async (_t, { phone, machine }) => {
  const bytes = randomBytes(3_000_000);
  const path = '/data/local/tmp/a, b.bin';
  await within(LIMIT, async (call) => {
    assert.equal(await phone.stat(path, call), undefined);
    await phone.push({ path, bytes, permissions: 0o755 }, call);
    assert.ok(bytes.equals(machine.files.read(path)));
    assert.ok(bytes.equals(await phone.pull(path, call)));
    const status = await phone.stat(path, call);
    assert.deepEqual([status?.size, (status?.mode ?? 0) & 0o700], [bytes.length, 0o700]);
    await assert.rejects(phone.pull('/no/such/file', call), {
      name: 'FileTransferFailed',
      message: /could not read \/no\/such\/file/,
    });
  });
  await eventually(() => phone.openStreams === 0, 'no stream is left');
});

testOnEach(
  'a directory is listed with every name as it is; a cut transfer is a lost connection',
  async (_t, attached) => {
    const { phone, machine, adbd } = attached;
    const names = ["it's, a\nname", 'größe 日本.txt', '-rf', '...'];
    const folder = '/data/local/tmp/listed';
    machine.files.makeDirectory(folder);
    for (const name of names) machine.files.write(`${folder}/${name}`, Buffer.from(name));
    machine.files.makeDirectory(`${folder}/inner`);
    await within(LIMIT, async (call) => {
      const entries = await phone.list(folder, call);
      assert.deepEqual(entries.map(({ name }) => name).sort(), [...names, 'inner'].sort());
      for (const { name, size, mode, garbled } of entries) {
        const isFolder = name === 'inner';
        assert.equal(mode & 0o170000, isFolder ? 0o040000 : 0o100000);
        if (!isFolder) assert.equal(size, Buffer.byteLength(name));
        assert.equal(garbled, false);
      }
      assert.deepEqual(await phone.list('/no/such/folder', call), []);

      const large = '/data/local/tmp/large.bin';
      machine.files.write(large, randomBytes(2_000_000));
      adbd.faults.cutAfterBytes = 300_000;
      await assert.rejects(phone.pull(large, call), { name: 'ConnectionLost' });
    });
  },
);

// At once: nearly all of the time is spent waiting for the phone.
describe('phones over ADB', { concurrency: 4 }, () => {
  test('a phone that is away comes back within a call (straight)', async (t) => {
    const { phone, phones, adbd, machine } = await attach(t);
    await within(LIMIT, (call) => phone.run(sh`true`, call));
    await adbd.close();
    await eventually(() => phone.openStreams === 0, 'the end was noticed');
    await assert.rejects(
      within(3000, (call) => phone.run(sh`true`, call)),
      { state: 'absent', message: /No phone answers/ },
    );
    const waiting = within(LIMIT, (call) => phone.run(sh`echo back`, call));
    const again = await startAdbd({ device: machine, port: adbd.port });
    t.after(() => again.close());
    assert.equal(text((await waiting).stdout), 'back\n');
    await phones.close();
    assert.equal(phone.openStreams, 0);
  });

  test('a phone that is away comes back within a call (server)', async (t) => {
    const { phone, adbd, machine } = await attach(t, { way: 'server' });
    await within(LIMIT, (call) => phone.run(sh`true`, call));
    await adbd.close();
    await eventually(() => phone.openStreams === 0, 'the end was noticed');
    await assert.rejects(
      within(5000, (call) => phone.run(sh`true`, call)),
      { name: 'Unreachable', message: /does not answer|not attached/ },
    );
    const waiting = within(LIMIT, (call) => phone.run(sh`echo back`, call));
    const again = await startAdbd({ device: machine, port: adbd.port });
    t.after(() => again.close());
    assert.equal(text((await waiting).stdout), 'back\n');
  });

  test('an adb server that is killed is started again by the call that needs it', async (t) => {
    const { phone, adb } = await attach(t, { way: 'server' });
    await within(LIMIT, (call) => phone.run(sh`true`, call));
    await adb?.expect('kill-server');
    await eventually(() => phone.openStreams === 0, 'the end of the server was noticed');
    const { stdout } = await within(LIMIT, (call) => phone.run(sh`echo back`, call));
    assert.equal(text(stdout), 'back\n');
  });

  for (const way of ['straight', 'server'] as const) {
    test(`an offline phone says so within the time, and works when it answers again (${way})`, async (t) => {
      const { phone, adbd, adb } = await attach(t, { way });
      await within(LIMIT, (call) => phone.run(sh`true`, call));
      adbd.faults.offline = true;
      adbd.dropConnections();
      await eventually(() => phone.openStreams === 0, 'the cut was noticed');
      await assert.rejects(
        within(5000, (call) => phone.run(sh`true`, call)),
        { name: 'Unreachable', message: /does not answer|not attached/ },
      );
      adbd.faults.offline = false;
      await adb?.run(['disconnect']);
      assert.equal((await within(LIMIT, (call) => phone.run(sh`true`, call))).code, 0);
    });
  }

  test('an unauthorized phone is listed with what to tap, and so is its error', async (t) => {
    const { phone, phones, adbd, adb } = await attach(t, { way: 'server' });
    adbd.faults.unauthorized = true;
    adbd.dropConnections();
    await eventually(
      async () => (await adb!.expect('devices')).includes('unauthorized'),
      'adb says unauthorized',
    );
    const [listed] = await within(LIMIT, (call) => phones.list(call));
    assert.equal(listed?.state, 'unauthorized');
    assert.match(String(listed.ready), /tap "Allow"/);
    await assert.rejects(
      within(5000, (call) => phone.run(sh`true`, call)),
      { state: 'unauthorized', message: /tap "Allow"/ },
    );
  });

  test('a phone that the server and an address lead to is listed once and is one phone', async (t) => {
    const machine = await HostMachine.start(t, 14, 'SAME');
    const [first, second] = [await startAdbd({ device: machine }), await startAdbd({ device: machine })];
    const stranger = await startAdbd({ device: await HostMachine.start(t, 14, 'OTHER') });
    for (const adbd of [first, second, stranger]) t.after(() => adbd.close());
    const adb = await PrivateAdb.start(t);
    const serial = await adb.connect(first.port);
    const [other, unknown] = [`tcp:127.0.0.1:${second.port}`, `tcp:127.0.0.1:${stranger.port}`];
    const addresses = [`tcp:${serial}`, other, unknown];
    const phones = new AdbDevices({ key: hostKey, env: adb.environment, addresses });
    t.after(() => phones.close());
    const listed = await within(LIMIT, (call) => phones.list(call));
    assert.deepEqual(
      listed.map(({ serial, ready, aliases }) => [serial, ready, aliases]),
      [
        [serial, true, [`tcp:${serial}`, other]],
        [unknown, true, []],
      ],
    );
    assert.equal(listed[0]?.model, 'ro_product_model');
    assert.equal(phones.phone(other), phones.phone(serial));
    assert.notEqual(phones.phone(unknown), phones.phone(serial));
  });

  test('without adb the list holds the addresses, with what is wrong at each', async (t) => {
    const { adbd } = await attach(t);
    const addresses = [`tcp:127.0.0.1:${adbd.port}`, 'tcp:127.0.0.1:1'];
    const phones = new AdbDevices({ key: hostKey, env: NO_ADB, addresses });
    t.after(() => phones.close());
    const listed = await within(LIMIT, (call) => phones.list(call));
    assert.deepEqual(
      listed.map(({ state }) => state),
      ['device', 'absent'],
    );
  });

  test('with neither a server nor an adb program the error names what was tried', async (t) => {
    const phones = new AdbDevices({
      key: hostKey,
      env: { ...NO_ADB, ANDROID_HOME: '/no/sdk' },
    });
    t.after(() => phones.close());
    await assert.rejects(
      within(5000, (call) => phones.phone('R58M123').run(sh`true`, call)),
      { state: 'no server', message: /tried \/no\/sdk\/platform-tools\/adb/ },
    );
  });

  test('a phone that never was there is not waited for', async (t) => {
    const { phones } = await attach(t, { way: 'server' });
    const alone = new AdbDevices({ key: hostKey, env: NO_ADB });
    t.after(() => alone.close());
    for (const [phone, state] of [
      [phones.phone('nosuch'), 'absent'],
      [phones.phone('tcp:127.0.0.1:1'), 'absent'],
      [phones.phone('127.0.0.1:1'), 'absent'],
      [alone.phone('nosuch'), 'no server'],
    ] as const) {
      await within(10 * LIMIT, async (call) => {
        await assert.rejects(phone.run(sh`true`, call), { name: 'Unreachable', state });
        assert.ok(call.remaining() > 5 * LIMIT, `${phone.serial} was waited for`);
      });
    }
  });

  test('an adb server that is not there is looked for again and again, without a warning of leaks', async (t) => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error) => warnings.push(message);
    process.on('warning', onWarning);
    t.after(() => process.off('warning', onWarning));
    const env = { ...NO_ADB, ADB_SERVER_SOCKET: 'tcp:127.0.0.1:1' };
    const server = new AdbServer({ env, clock: new SkippingClock() });
    let rounds = 0;
    await new Promise<void>((resolve) => {
      const stop = server.follow(() => {
        rounds += 1;
        if (rounds < 20) return;
        stop();
        resolve();
      });
    });
    assert.deepEqual(warnings, []);
  });

  test('closing ends everything that is under way', async (t) => {
    const { phone, phones } = await attach(t);
    const running = within(LIMIT, (call) => phone.run(sh`sleep 1000`, call));
    running.catch(() => undefined);
    await eventually(() => phone.openStreams === 1, 'it runs');
    await phones.close();
    await assert.rejects(running);
    assert.equal(phone.openStreams, 0);
  });
});
