import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { enter, studioServer, TestPage } from './studio-server.ts';

test('what a page is going to show is looked at while the browser still loads it', async (t) => {
  const house = await studioServer(t);
  const cookie = await enter(house);
  const looked = new Promise<void>((resolve) => {
    house.device.react = ({ did }) => {
      if (did === 'look') resolve();
    };
  });
  assert.equal((await fetch(`${house.url}/studio/`, { headers: { cookie } })).status, 200);
  await looked;
  // A page that reports being hidden ends that.
  const page = await TestPage.open(t, house);
  await page.ask('watch', { visible: false });
  const { deeds } = house.device;
  const before = deeds.length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(deeds.length <= before + 1, `${deeds.length - before} looks for nobody`);
});

test('where several devices are configured, a page begins with the first', async (t) => {
  const house = await studioServer(t, { others: ['another'] });
  const looked = new Promise<void>((resolve) => {
    house.device.react = ({ did }) => {
      if (did === 'look') resolve();
    };
  });
  // While it loads, and when it requests the device itself.
  assert.equal(
    (await fetch(`${house.url}/studio/`, { headers: { cookie: await enter(house) } })).status,
    200,
  );
  await looked;
  const page = await TestPage.open(t, house);
  await page.ask('watch', { visible: true });
  assert.equal((await page.event('screen')).device, 'scripted');
});

test('a stranger, and a page that only asks whether the server is back, have nothing looked at', async (t) => {
  const house = await studioServer(t);
  const cookie = await enter(house);
  await fetch(`${house.url}/studio/`);
  await fetch(`${house.url}/studio/`, { headers: { cookie, 'sec-fetch-dest': 'empty' } });
  const page = await TestPage.open(t, house);
  page.say({ id: 1, request: 'watch', takes: { visible: false } });
  await once(page.socket, 'message');
  assert.deepEqual(house.device.deeds, []);
});

test('all that a browser loads of the page is less than 150 kB, compressed', async (t) => {
  const house = await studioServer(t);
  const headers = { cookie: await enter(house) };
  let size = 0;
  for (const file of ['', 'studio.js', 'studio.css']) {
    const answer = await fetch(`${house.url}/studio/${file}`, { headers });
    assert.equal(answer.status, 200, file);
    size += gzipSync(await answer.arrayBuffer()).length;
  }
  assert.ok(size > 10_000 && size < 150_000, `${size} bytes`);
});
