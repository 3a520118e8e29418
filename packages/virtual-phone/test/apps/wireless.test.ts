import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { centerOf } from '../../src/framework/views/geometry.ts';
import type { AccessibilityNode } from '../../src/framework/windows/accessibility.ts';
import { startPhone, type VirtualPhone } from '../../src/start-phone.ts';
import { freeUdpPort, newComputer, pair } from '../adbd/wireless/computer.ts';
import { phoneInHand } from '../framework/hand.ts';

let phone: VirtualPhone;

before(async () => {
  const mdnsPort = await freeUdpPort();
  phone = await startPhone({ wireless: { mdnsPort } });
});
after(() => phone.close());
beforeEach(async () => {
  phone.reset();
  await phone.wireless?.settle();
});

const flat = (node: AccessibilityNode | null): AccessibilityNode[] =>
  node === null ? [] : [node, ...node.children.flatMap(flat)];
const nodes = () => phone.framework.windows().flatMap((window) => flat(window.root()));
const shown = (what: string) =>
  nodes().find(({ text, resourceId }) => text === what || resourceId.endsWith(`/${what}`));
const see = (what: string) => eventually(() => shown(what) !== undefined, `${what} on the screen`);

async function tap(what: string): Promise<void> {
  await see(what);
  const at = centerOf(shown(what)?.bounds ?? assert.fail());
  phone.framework.pointer({ action: 'down', id: 0, ...at });
  phone.framework.pointer({ action: 'up', id: 0, ...at });
}

async function openPage(): Promise<void> {
  phone.framework.start({ action: 'android.settings.APPLICATION_DEVELOPMENT_SETTINGS' });
  await tap('Wireless debugging');
  await see('Use wireless debugging');
}

test('the page shows name and address; the dialog shows code and port, and pairs', async () => {
  await openPage();
  assert.ok(shown(`127.0.0.1:${phone.wireless?.port}`));
  await tap('Pair device with pairing code');
  await eventually(() => /:\d+$/.test(shown('ip_addr')?.text ?? ''), 'the port in the dialog');
  const [code, address] = [shown('pairing_code')?.text ?? '', shown('ip_addr')?.text ?? ''];
  assert.deepEqual(
    [code, address],
    [phone.wireless?.pairing?.code, `127.0.0.1:${phone.wireless?.pairing?.port}`],
  );
  await pair(Number(address.split(':')[1]), code, await newComputer());
  await see('Paired devices');
  assert.equal(shown('Pair with device'), undefined);
  await tap('ada@analytical');
  await see('Device details');
  assert.ok(nodes().some(({ text }) => /^Device fingerprint: ([0-9A-F]{2}:){15}[0-9A-F]{2}$/.test(text)));
  await tap('Forget');
  await see('Use wireless debugging');
  assert.equal(shown('ada@analytical'), undefined);
  assert.deepEqual(phone.wireless?.computers(), []);
});

for (const [how, leave] of [
  ['Cancel', () => tap('Cancel')],
  [
    'Home',
    () => {
      phone.framework.home();
    },
  ],
  [
    'Back',
    () => {
      phone.framework.back();
    },
  ],
] as const) {
  test(`${how} closes the dialog and ends the pairing`, async () => {
    await openPage();
    await tap('Pair device with pairing code');
    await eventually(() => phone.wireless?.pairing !== undefined, 'the pairing');
    await leave();
    await phone.wireless?.settle();
    assert.equal(phone.wireless?.pairing, undefined);
    assert.equal(shown('pairing_code'), undefined);
  });
}

test('the camera page closes when a computer has paired by its QR code', async () => {
  await openPage();
  await tap('Pair device with QR code');
  await see('Scan QR code');
  const { port, code } = await phone.scanPairingQr('WIFI:T:ADB;S:studio-abc;P:secret;;');
  assert.ok(shown('Pairing device…'));
  await pair(port, code, await newComputer());
  await see('Paired devices');
  assert.equal(shown('Scan QR code'), undefined);
});

test('a network that is not trusted is asked for, whether a user or a command switches it on', async () => {
  const { framework, wireless } = phone;
  await openPage();
  await tap('Use wireless debugging');
  await see('To see and use available devices, turn on wireless debugging');
  await wireless?.settle();
  framework.wirelessDebugging.isTrusted = false;
  framework.settings.put('global', 'adb_wifi_enabled', '1');
  assert.equal(framework.settings.get('global', 'adb_wifi_enabled'), '0');
  await tap('Cancel');
  assert.equal(wireless?.port, undefined);
  await tap('Use wireless debugging');
  await see('Allow wireless debugging on this network?');
  await tap('Allow');
  await eventually(() => wireless?.port !== undefined, 'the port');
  assert.equal(phone.android.property('service.adb.tls.port'), String(wireless?.port));
});

test('without Wi-Fi there is no wireless debugging', async () => {
  const { framework, wireless } = phone;
  framework.radios.setWifi(false);
  await wireless?.settle();
  assert.equal(wireless?.port, undefined);
  framework.settings.put('global', 'adb_wifi_enabled', '1');
  assert.equal(framework.settings.get('global', 'adb_wifi_enabled'), '0');
});

test('Android 9 has neither the page nor the setting', () => {
  const hand = phoneInHand({ release: 9 });
  hand.phone.settings.put('global', 'development_settings_enabled', '1');
  hand.phone.start({ action: 'android.settings.APPLICATION_DEVELOPMENT_SETTINGS' });
  hand.clock.advance(1000);
  assert.ok(hand.find('USB debugging'));
  assert.equal(hand.find('Wireless debugging'), undefined);
});
