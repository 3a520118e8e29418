import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, afterEach, before } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { isGuid, PairedPhones } from '../../src/wireless/paired-phones.ts';
import { pairPhone } from '../../src/wireless/pair-phone.ts';
import { sh } from '../../src/shell/quote.ts';
import type { PhoneState } from '@handeye/virtual-phone';
import { eventually, hostKey, scratchFolder, text, within } from '@handeye/testing/attached';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { handClock } from '@handeye/testing/hand-clock';
import { LIMIT, devices, emptyConfig, fastClock, pairWith, startWirelessPhone } from './paired.ts';
import type { WirelessPhone } from './paired.ts';

let phone: WirelessPhone;
let state: PhoneState;

before(async () => {
  [phone] = await Promise.all([startWirelessPhone(), hostKey()]);
  state = phone.phone.snapshot();
});
afterEach(async () => {
  for (const { fingerprint } of phone.wireless.computers()) phone.wireless.forget(fingerprint);
  phone.phone.restore(state);
  await phone.wireless.switchOn();
});
after(() => phone.phone.close());

test('a phone is paired by its code, remembered by public facts alone, and used by its name', async (t) => {
  const folder = await scratchFolder(t);
  const phones = new PairedPhones(folder);
  const { phone: paired, problem } = await pairWith(phone, phones);
  assert.equal(problem, undefined);
  assert.equal(paired.guid, phone.wireless.instance);
  assert.ok(isGuid(paired.guid));
  assert.equal(paired.name, paired.model?.replaceAll(' ', '-'));
  assert.deepEqual(paired.address, { host: '127.0.0.1', port: phone.wireless.port });
  assert.equal(phone.wireless.computers().length, 1);

  const kept = join(folder, 'paired-phones');
  const [file = ''] = await readdir(kept);
  assert.equal((await stat(join(kept, file))).mode & 0o777, 0o600);
  const saved = await readFile(join(kept, file), 'utf8');
  const androidId = phone.phone.framework.settings.get('secure', 'android_id') ?? '';
  assert.ok(androidId.length > 8 && !saved.includes(androidId));
  assert.ok(!saved.includes('PRIVATE'));

  const all = devices(t, phones, phone);
  const used = all.phone(paired.name.toLowerCase());
  assert.equal(used, all.phone(paired.guid));
  assert.equal(
    text((await within(LIMIT, (call) => used.run(sh`echo over Wi-Fi`, call))).stdout),
    'over Wi-Fi\n',
  );
  const listed = await within(LIMIT, (call) => all.list(call));
  assert.deepEqual(
    listed.map(({ serial, ready, model }) => [serial, ready, model]),
    [[paired.name, true, paired.model]],
  );
});

test('by the QR code: the phone that scans it is the one that is paired', async (t) => {
  const { invitation } = await import('../../src/wireless/invitation.ts');
  const { WirelessServices } = await import('../../src/wireless/mdns.ts');
  const { instance, password, text: shown } = invitation();
  const services = new WirelessServices({ port: phone.mdnsPort });
  t.after(() => {
    services.close();
  });
  const offered = within(LIMIT, (call) =>
    services.find((service) => service.kind === 'pairing' && service.instance === instance, call),
  );
  await phone.phone.scanPairingQr(shown);
  const at = await offered;
  const phones = await emptyConfig(t);
  const options = { at, password, key: hostKey, phones, mdnsPort: phone.mdnsPort };
  const paired = await within(LIMIT, (call) => pairPhone(options, call));
  assert.equal(paired.phone.guid, phone.wireless.instance);
});

test('it is found again whatever its port is; a command under way is not repeated', async (t) => {
  const phones = await emptyConfig(t);
  const { name } = (await pairWith(phone, phones)).phone;
  const used = devices(t, phones, phone).phone(name);
  const running = within(LIMIT, (call) => used.run(sh`echo x >>/data/local/tmp/count; sleep 1000`, call));
  running.catch(() => undefined);
  const count = () => within(LIMIT, (call) => used.run(sh`cat /data/local/tmp/count`, call));
  await eventually(async () => text((await count()).stdout) === 'x\n', 'it runs');
  const before = phone.wireless.port;
  await phone.wireless.switchOff();
  await phone.wireless.switchOn();
  assert.notEqual(phone.wireless.port, before);
  await assert.rejects(running, { name: 'ConnectionLost' });
  assert.equal(text((await count()).stdout), 'x\n');
  assert.equal(phones.find(name)?.address?.port, phone.wireless.port);
});

test('a phone out of reach says so, is listed so, and comes back within a call', async (t) => {
  const phones = await emptyConfig(t);
  const { name } = (await pairWith(phone, phones)).phone;
  await phone.wireless.switchOff();
  const all = devices(t, phones, { ...phone, clock: fastClock });
  await assert.rejects(
    within(LIMIT, (call) => all.phone(name).run(sh`true`, call)),
    { name: 'Unreachable', state: 'out of reach', message: /is paired, but does not answer/ },
  );
  const [listed] = await within(LIMIT, (call) => all.list(call));
  assert.deepEqual([listed?.serial, listed?.state], [name, 'out of reach']);
  await phone.wireless.switchOn();
  assert.equal((await within(LIMIT, (call) => all.phone(name).run(sh`true`, call))).code, 0);
  const [again] = await within(LIMIT, (call) => all.list(call));
  assert.equal(again?.ready, true);
});

test('a phone whose daemon has another key after a restart is known by what only it can tell', async (t) => {
  const phones = await emptyConfig(t);
  const { name, tlsKey } = (await pairWith(phone, phones)).phone;
  phone.phone.faults.apply({ kind: 'wireless-certificate' });
  const used = devices(t, phones, phone).phone(name);
  assert.equal((await within(LIMIT, (call) => used.run(sh`true`, call))).code, 0);
  assert.notEqual(phones.find(name)?.tlsKey, tlsKey);
});

test('a phone that forgot this computer says how to pair again', async (t) => {
  const phones = await emptyConfig(t);
  const { name } = (await pairWith(phone, phones)).phone;
  phone.phone.faults.apply({ kind: 'wireless-revoked' });
  await assert.rejects(
    within(LIMIT, (call) =>
      devices(t, phones, phone)
        .phone(name)
        .run(sh`true`, call),
    ),
    { name: 'PairingRequired', message: /handeye pair/ },
  );
});

test('a phone that the adb server has is used through it and listed once; unplugged, over Wi-Fi', async (t) => {
  const phones = await emptyConfig(t);
  const { name, guid } = (await pairWith(phone, phones)).phone;
  const adb = await PrivateAdb.start(t);
  const serial = await adb.connect(phone.phone.port);
  await phones.update(guid, { address: { host: '127.0.0.1', port: phone.phone.port } });
  const all = devices(t, phones, { ...phone, env: adb.environment });
  const echo = () => within(LIMIT, (call) => all.phone(name).run(sh`echo hi`, call));
  const isOverWifi = () => phone.wireless.computers().some(({ isConnected }) => isConnected);
  const settings = phone.phone.framework.settings;
  const androidId = settings.get('secure', 'android_id') ?? '';
  settings.put('secure', 'android_id', '0123456789abcdef');
  await assert.rejects(echo(), { name: 'NotThePairedPhone' }, 'another device at that address');
  settings.put('secure', 'android_id', androidId);
  await echo();
  assert.equal(isOverWifi(), false);
  const listed = await within(LIMIT, (call) => all.list(call));
  assert.deepEqual(
    listed.map((one) => [one.serial, one.aliases, one.paired?.guid]),
    [[serial, [name], guid]],
  );
  await adb.expect('disconnect', serial);
  await eventually(() => !all.phone(name).isConnected, 'the end was noticed');
  await echo();
  assert.equal(isOverWifi(), true);
});

test('paired twice, a phone is kept once, by its name; forgotten, it is unknown', async (t) => {
  const phones = await emptyConfig(t);
  const first = await pairWith(phone, phones);
  const second = await pairWith(phone, phones);
  assert.equal(second.phone.name, first.phone.name);
  assert.equal(phones.all().length, 1);
  assert.equal((await phones.forget(first.phone.name))?.guid, first.phone.guid);
  assert.deepEqual(phones.all(), []);
  assert.equal(await phones.forget(first.phone.name), undefined);
});

test('announcements without an address of the phone lead to it all the same', async (t) => {
  phone.phone.faults.apply({ kind: 'wireless-mdns-host' });
  const { problem } = await pairWith(phone, await emptyConfig(t));
  assert.equal(problem, undefined);
});

test('a phone that is paired but not announced is remembered, with what to do', async (t) => {
  phone.phone.faults.apply({ kind: 'wireless-mdns-silent' });
  const phones = await emptyConfig(t);
  const { clock, pass } = handClock();
  const pairing = pairWith(phone, phones, clock);
  await eventually(() => phones.all().length === 1, 'it is paired');
  const ticking = setInterval(() => {
    pass(1000);
  }, 5);
  t.after(() => {
    clearInterval(ticking);
  });
  const { problem, phone: paired } = await pairing;
  assert.match(problem ?? '', /has not announced its debugging port/);
  assert.equal(phones.find(paired.guid)?.identity, undefined);
});

for (const kind of [
  'wireless-pairing-closes',
  'wireless-pairing-stalls',
  'wireless-pairing-garbage',
] as const) {
  test(`a pairing that breaks off stores nothing (${kind})`, async (t) => {
    const phones = await emptyConfig(t);
    phone.phone.faults.apply({ kind });
    const { code, address, port } = await phone.wireless.pairWithCode();
    const at = { host: address, port };
    const options = { at, password: code, key: hostKey, phones };
    await assert.rejects(
      withinLimit({ clock: fastClock, limit: LIMIT }, (call) => pairPhone(options, call)),
      { name: 'PairingFailed' },
    );
    assert.deepEqual(phones.all(), []);
  });
}
