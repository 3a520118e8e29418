import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import makeMdns from 'multicast-dns';
import { startPhone, type VirtualPhone } from '../../../src/start-phone.ts';
import { freeUdpPort } from './computer.ts';

type Answer = makeMdns.ResponseOutgoingPacket['answers'][number];

const CONNECT = '_adb-tls-connect._tcp.local';
const PAIRING = '_adb-tls-pairing._tcp.local';

let phone: VirtualPhone;
let browser: makeMdns.MulticastDNS;
/** Every answer and announcement that was heard since the test began. */
let heard: Answer[];

before(async () => {
  const port = await freeUdpPort();
  browser = makeMdns({ interface: '127.0.0.1', bind: '0.0.0.0', port });
  browser.on('response', ({ answers = [] }) => heard.push(...answers));
  await once(browser, 'ready');
  heard = [];
  phone = await startPhone({ wireless: { mdnsPort: port } });
  // It is announced twice; then the phone is quiet.
  await eventually(() => heard.filter(({ type }) => type === 'SRV').length === 2, 'the announcements');
});
after(async () => {
  browser.destroy();
  await phone.close();
});
beforeEach(async () => {
  phone.reset();
  await phone.wireless?.settle();
  heard = [];
});

const instance = () => phone.wireless?.instance ?? '';
const pointers = (type: string) =>
  heard.flatMap((one) =>
    one.type === 'PTR' && one.name === type ? [`${one.ttl === 0 ? '-' : '+'}${one.data}`] : [],
  );
const answered = async (name: string, type: 'PTR' | 'SRV' | 'TXT' | 'A') => {
  browser.query(name, type);
  await eventually(
    () => heard.some((one) => one.name === name && one.type === type),
    `an answer for ${name}`,
  );
};

test('the connect service is answered with port, address and the TXT string of Android 12 and 14', async () => {
  const name = `${instance()}.${CONNECT}`;
  await answered(CONNECT, 'PTR');
  await answered(name, 'SRV');
  await answered(name, 'TXT');
  await answered('Android.local', 'A');
  assert.deepEqual(pointers(CONNECT), [`+${name}`]);
  const srv = heard.find((one) => one.type === 'SRV');
  assert.deepEqual(srv?.type === 'SRV' && [srv.data.port, srv.data.target], [
    phone.wireless?.port,
    'Android.local',
  ]);
  const txt = heard.find((one) => one.type === 'TXT');
  assert.deepEqual(txt?.type === 'TXT' && String(txt.data), 'v=1');
  const address = heard.find((one) => one.type === 'A');
  assert.deepEqual(address?.type === 'A' && address.data, '127.0.0.1');
});

test('who knows the answer gets none; names are compared without case', async () => {
  const known = { name: CONNECT, type: 'PTR', ttl: 4500, data: `${instance()}.${CONNECT}` } as const;
  browser.query({ questions: [{ name: CONNECT, type: 'PTR' }], answers: [known] });
  await answered('_services._dns-sd._udp.local', 'PTR');
  assert.deepEqual(pointers(CONNECT), []);
  browser.query(CONNECT.toUpperCase(), 'PTR');
  await eventually(() => pointers(CONNECT).length > 0, 'an answer');
});

test('a pairing is announced while it is open, by code under the name of the phone', async () => {
  const { port } = (await phone.wireless?.pairWithCode()) ?? {};
  await eventually(() => pointers(PAIRING).includes(`+${instance()}.${PAIRING}`), 'the announcement');
  const srv = heard.find((one) => one.type === 'SRV' && one.name.endsWith(PAIRING));
  assert.deepEqual(srv?.type === 'SRV' && srv.data.port, port);
  await phone.wireless?.stopPairing();
  await eventually(() => pointers(PAIRING).includes(`-${instance()}.${PAIRING}`), 'the goodbye');
});

test('a pairing by QR code is announced under the name in it', async () => {
  await phone.scanPairingQr('WIFI:T:ADB;S:studio-abc;P:secret;;');
  await eventually(() => pointers(PAIRING).includes(`+studio-abc.${PAIRING}`), 'the announcement');
});

test('wireless debugging that is switched off says goodbye', async () => {
  await phone.wireless?.switchOff();
  await eventually(() => pointers(CONNECT).includes(`-${instance()}.${CONNECT}`), 'the goodbye');
});

test('faults: silent, and a host that is not this one', async () => {
  const address = () => heard.findLast(({ type }) => type === 'A');
  phone.faults.apply({ kind: 'wireless-mdns-host' });
  await answered('Android.local', 'A');
  const wrong = address();
  assert.deepEqual(wrong?.type === 'A' && wrong.data, '192.0.2.1');
  phone.faults.clear();
  phone.faults.apply({ kind: 'wireless-mdns-silent' });
  await phone.scanPairingQr('WIFI:T:ADB;S:unheard;P:secret;;');
  await phone.wireless?.stopPairing();
  phone.faults.clear();
  await phone.scanPairingQr('WIFI:T:ADB;S:loud;P:secret;;');
  await eventually(() => pointers(PAIRING).length > 0, 'an announcement');
  assert.deepEqual(pointers(PAIRING), [`+loud.${PAIRING}`]);
});
