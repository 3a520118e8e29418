import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import test from 'node:test';
import type { TestContext } from 'node:test';
import multicastDns from 'multicast-dns';
import { WirelessServices, namesPhone } from '../../src/wireless/mdns.ts';
import { eventually, within } from '@handeye/testing/attached';
import { LIMIT, freeUdpPort } from './paired.ts';

const CONNECT = '_adb-tls-connect._tcp.local';
type Answers = multicastDns.ResponseOutgoingPacket['answers'];

async function network(t: TestContext) {
  const port = await freeUdpPort();
  const mdns = multicastDns({ interface: '127.0.0.1', bind: '0.0.0.0', port });
  const services = new WirelessServices({ port });
  t.after(() => {
    services.close();
    mdns.destroy();
  });
  await new Promise<void>((resolve) => mdns.once('ready', resolve));
  return { mdns, services, port };
}

const offer = (name: string, port: number, ttl = 120): Answers => [
  { name: `${name}.${CONNECT}`, type: 'SRV', ttl, data: { port, target: 'elsewhere.local' } },
  { name: `${name}.${CONNECT}`, type: 'TXT', ttl, data: ['v=1', 'name=Pixel\u001b[31m 7'] },
  { name: 'elsewhere.local', type: 'A', ttl, data: '192.0.2.1' },
];

test('a service is where its answer came from, whatever address it names', async (t) => {
  const { mdns, services } = await network(t);
  mdns.on('query', () => {
    mdns.respond(offer('adb-\u001b[31m-bcdefg', 4000)); // would be shown in a terminal
    mdns.respond(offer('adb-A-bcdefg', 4001));
  });
  const found = await within(LIMIT, (call) => services.find(() => true, call));
  assert.deepEqual(found, {
    kind: 'connect',
    instance: 'adb-A-bcdefg',
    host: '127.0.0.1',
    port: 4001,
    name: 'Pixel[31m 7',
  });
  mdns.respond(offer('adb-A-bcdefg', 4001, 0));
  await eventually(() => services.found.length === 0, 'it was taken back');
});

test('details that are missing in an answer are asked for', async (t) => {
  const { mdns, services } = await network(t);
  mdns.on('query', ({ questions = [] }) => {
    const asksMore = questions.some(({ type }) => type === 'SRV');
    const name = `adb-A-bcdefg.${CONNECT}`;
    mdns.respond(
      asksMore ? offer('adb-A-bcdefg', 4001) : [{ name: CONNECT, type: 'PTR', ttl: 120, data: name }],
    );
  });
  assert.equal((await within(LIMIT, (call) => services.find(() => true, call))).port, 4001);
});

test('floods and nonsense leave a bounded list, and a phone is found among them', async (t) => {
  const { mdns, services, port } = await network(t);
  const socket = createSocket('udp4');
  t.after(() => socket.close());
  for (let count = 0; count < 200; count++) {
    const bytes = Buffer.from(Array.from({ length: 60 }, (_, at) => (count * 31 + at * 7 * count) & 0xff));
    if (count % 2 === 0) bytes.set([0, 0, 0x84, 0, 0, 0, 0, 9]); // a header that promises nine answers
    socket.send(bytes, port, '127.0.0.1');
  }
  const all = Array.from(
    { length: 2000 },
    (_, count) => offer(`adb-F-${String(count).padStart(6, '0')}`, 1)[0],
  );
  for (let from = 0; from < all.length; from += 20)
    mdns.respond(all.slice(from, from + 20).filter((answer) => answer !== undefined));
  const phone = within(LIMIT, (call) =>
    services.find((service) => namesPhone(service, 'adb-A-bcdefg'), call),
  );
  const asking = setInterval(() => {
    mdns.respond(offer('adb-A-bcdefg (2)', 4001));
  }, 20);
  t.after(() => {
    clearInterval(asking);
  });
  assert.equal((await phone).port, 4001);
  assert.ok(services.found.length <= 256, 'bounded');
});

test('a name is the phone`s with the number that a conflict gave it, and no other', () => {
  const named = (instance: string) =>
    namesPhone({ kind: 'connect', instance, host: '127.0.0.1', port: 1 }, 'adb-A-bcdefg');
  assert.deepEqual(
    ['adb-A-bcdefg', 'adb-A-bcdefg (2)', 'adb-A-bcdefgh', 'adb-A-bcdefg (x)', 'adb-A-bcdef'].map(named),
    [true, true, false, false, false],
  );
});

test('waiting ends with its limit, and closing ends the questions', async (t) => {
  const { mdns, services } = await network(t);
  await assert.rejects(
    within(200, (call) => services.find(() => false, call)),
    { name: 'DeadlineExceeded' },
  );
  services.close();
  let asked = 0;
  mdns.on('query', () => {
    asked += 1;
  });
  const heard = new Promise((resolve) => mdns.once('response', resolve));
  mdns.respond(offer('adb-A-bcdefg', 4001)); // heard by ourselves: what was sent before has arrived, too
  await heard;
  assert.equal(asked, 0);
});
