import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { PageConnection } from '../src/page-connection.ts';
import { WatchedToolbox } from '../src/timeline/watched-toolbox.ts';
import type { Looked } from '../src/wire/screen.ts';
import { TestToolbox } from '@handeye/testing/toolbox';
import { bytesInUse, changing, until, withoutPauses } from './flood.ts';
import { studioServer, TestPage } from './studio-server.ts';

const MEGABYTE = 1024 * 1024;

test('a page that does not show its frame gets no other one, and nothing is kept for it', async (t) => {
  const house = await studioServer(t, { clock: withoutPauses });
  const looks = changing(house.device);
  const page = await TestPage.open(t, house);
  page.showsFrames = false;
  // The test stores received events, which must not count.
  page.socket.on('message', () => (page.events.length = 0));
  page.say({ id: 1, request: 'watch', takes: { visible: true } });
  await until(() => looks() > 100);
  const before = await bytesInUse();
  await until(() => looks() > 600);
  const grown = (await bytesInUse()) - before;
  assert.equal(page.frames.length, 1);
  assert.ok(grown < 2 * MEGABYTE, `${grown} bytes more`);
  // After it has shown the first, it gets the newest.
  page.say({ shown: page.frames[0]?.frame });
  await until(() => page.frames.length === 2);
  assert.ok((page.frames[1]?.frame ?? 0) > 400);
});

test('what is held back for a slow page comes when it reads again, and never after what is newer', async (t) => {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate();
    http.close();
  });
  // It listens on a port, so its address is one.
  const { port } = http.address() as AddressInfo;
  const browser = new WebSocket(`ws://127.0.0.1:${port}/`);
  const [[served]] = (await Promise.all([once(sockets, 'connection'), once(browser, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  const page = new PageConnection(served);
  const heard: number[] = [];
  browser.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) return;
    const { is } = JSON.parse(data.toString()) as { is: Looked };
    heard.push(is.frame);
  });
  const look = (frame: number) => {
    page.tell('looked', { device: 'phone', frame, milliseconds: 1 });
  };
  const head = { device: 'phone', at: Date.now(), mimeType: 'image/jpeg', width: 1, height: 1 } as const;
  browser.pause();
  look(1);
  page.offer({ ...head, frame: 1, picture: new Uint8Array(6 * MEGABYTE) });
  look(2);
  look(3);
  browser.resume();
  // No further event is sent: the frame itself makes room.
  await until(() => heard.length === 2);
  assert.deepEqual(heard, [1, 3]);
  browser.pause();
  page.shown(1);
  page.offer({ ...head, frame: 2, picture: new Uint8Array(6 * MEGABYTE) });
  look(4);
  // Its buffer is empty by this time, but the page connection does not know that yet.
  Object.defineProperty(served, 'bufferedAmount', { value: 0, configurable: true });
  look(5);
  browser.resume();
  await until(() => heard.includes(5));
  page.answer({ event: 'looked', is: { device: 'phone', frame: 6, milliseconds: 1 } });
  await until(() => heard.includes(6));
  assert.deepEqual(heard, [1, 3, 5, 6]);
});

test('a page that reads nothing is cut off before much waits for it, and may come back', async (t) => {
  const house = await studioServer(t);
  const toolbox = house.studio.watched(new TestToolbox());
  assert.ok(toolbox instanceof WatchedToolbox);
  const text = 'x'.repeat(400_000);
  await toolbox.call('echo', { text }, { signal: new AbortController().signal });
  const page = await TestPage.open(t, house);
  const before = await bytesInUse();
  page.socket.pause();
  // A hundred megabytes, of which the system itself buffers some.
  for (let id = 1; id <= 250; id += 1) page.say({ id, request: 'entry', takes: { number: 1 } });
  const closed = once(page.socket, 'close');
  const other = await TestPage.open(t, house);
  await other.ask('entry', { number: 1 });
  const grown = (await bytesInUse()) - before;
  assert.ok(grown < 24 * MEGABYTE, `${grown} bytes wait`);
  page.socket.resume();
  const [code] = (await closed) as [number];
  assert.equal(code, 1006);
  const again = await TestPage.open(t, house);
  await again.ask('timeline', { limit: 1 });
});
