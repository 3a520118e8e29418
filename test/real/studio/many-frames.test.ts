import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { CDPSession } from 'playwright-core';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import type { Frame } from '../../../packages/studio/src/page-connection.ts';
import { Pages } from '../../../packages/studio/src/pages.ts';
import { unpackFrame } from '../../../packages/studio/src/wire/messages.ts';
import { bytesInUse, until } from '../../../packages/studio/test/flood.ts';
import { openBrowser } from './browser.ts';
import { sampleOf } from './sample.ts';
import { pageServer } from './scripted-server.ts';

const [WIDTH, HEIGHT] = [108, 240];
const MEGABYTE = 1024 * 1024;
const { hello, screen } = sampleOf({ short: 'A phone', long: 'A text' });

/** Frames until all lasting state exists, and all frames: ten thousand with TEST_LONG. */
const FIRST = 1_000;
const ALL = process.env.TEST_LONG === undefined ? 4_000 : 10_000;
/** Frames offered for each that a browser shows: it cannot show several hundred a second. */
const AT_ONCE = 8;
/** Milliseconds for all of them, on a slow machine. */
const FEEDING_LIMIT = 600_000;

/** Feeds the pages of a server: each confirmation of a frame offers this many new ones, of which the newest wins. */
async function feeder(t: TestContext, atOnce: number) {
  const colours = await Promise.all(['#246', '#642'].map(pictureOf));
  const pages = new Pages({
    log: () => undefined,
    hello: () => ({ ...hello, questions: [] }),
    onChange: () => undefined,
    handlers: { watch: () => undefined },
  });
  const fed = { frames: 0, shown: 0, lastShown: 0, mostWaiting: 0, goal: 0 };
  const feed = () => {
    for (let count = 0; count < atOnce && fed.frames < fed.goal; count += 1) {
      fed.frames += 1;
      for (const page of pages.open) page.offer(frameOf(fed.frames, colours[fed.frames % 2]));
    }
    for (const page of pages.open) page.tell('looked', { device: screen.device, frame: 1, milliseconds: 1 });
  };
  const url = await pageServer(t, (socket) => {
    pages.add(socket);
    for (const page of pages.open) page.tell('screen', screen);
    socket.on('message', (data: Buffer) => {
      fed.mostWaiting = Math.max(fed.mostWaiting, socket.bufferedAmount);
      const { shown } = JSON.parse(data.toString('utf8')) as { shown?: number }; // the page wrote it
      if (shown === undefined) return;
      fed.shown += 1;
      fed.lastShown = shown;
      feed();
    });
  });
  /** Offers this many frames in total, and waits until the last of them was shown. */
  const feedUntil = async (goal: number) => {
    fed.goal = goal;
    await until(() => pages.open.size > 0);
    feed();
    await until(() => fed.frames === goal && fed.lastShown === goal, FEEDING_LIMIT);
  };
  return { url, fed, feedUntil };
}

test('thousands of frames that a page has all shown leave the memory of the server flat', async (t) => {
  const { url, fed, feedUntil } = await feeder(t, 1);
  const page = new WebSocket(`${url.replace(/^http/, 'ws')}live`);
  page.binaryType = 'arraybuffer';
  page.on('message', (data, isBinary) => {
    if (!isBinary) return;
    const { head } = unpackFrame(data as ArrayBuffer); // as binaryType says
    page.send(JSON.stringify({ shown: head.frame }));
  });
  await feedUntil(FIRST);
  const before = await bytesInUse();
  await feedUntil(ALL);
  const grown = (await bytesInUse()) - before;
  assert.equal(fed.shown, ALL);
  assert.ok(grown < 2 * MEGABYTE, `${grown} bytes more`);
  assert.ok(fed.mostWaiting < MEGABYTE, `${fed.mostWaiting} bytes waited`);
});

test('thousands of frames, more than a browser can show, leave memory flat on both sides', async (t) => {
  const { url, fed, feedUntil } = await feeder(t, AT_ONCE);
  // Frames as fast as the page can draw them, not as the display would.
  const browser = await openBrowser(t, ['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  const page = await browser.newPage({ viewport: { width: 390, height: 300 } });
  await page.addInitScript(() => {
    const createObjectURL = URL.createObjectURL.bind(URL);
    const revokeObjectURL = URL.revokeObjectURL.bind(URL);
    window.addresses = { made: 0, open: 0 };
    URL.createObjectURL = (from) => {
      window.addresses.made += 1;
      window.addresses.open += 1;
      return createObjectURL(from);
    };
    URL.revokeObjectURL = (address) => {
      window.addresses.open -= 1;
      revokeObjectURL(address);
    };
  });
  await page.goto(url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await feedUntil(FIRST);
  const before = { server: await bytesInUse(), page: await heapOf(devtools) };
  await feedUntil(ALL);
  const after = { server: await bytesInUse(), page: await heapOf(devtools) };
  const { made, open } = await page.evaluate(() => window.addresses);
  const told = JSON.stringify({ before, after, made, open, fed });
  assert.ok(made >= ALL / AT_ONCE && made === fed.shown, told);
  assert.ok(open <= 2, told);
  assert.ok(after.server - before.server < 2 * MEGABYTE, told);
  assert.ok(after.page.bytes - before.page.bytes < MEGABYTE, told);
  assert.ok(after.page.nodes - before.page.nodes < 100, told);
  assert.ok(fed.mostWaiting < MEGABYTE, told);
});

declare global {
  interface Window {
    /** Object URLs that the page made, and those not yet revoked. */
    addresses: { made: number; open: number };
  }
}

async function pictureOf(background: string): Promise<Uint8Array> {
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

function frameOf(frame: number, picture: Uint8Array = new Uint8Array()): Frame {
  const size = { width: WIDTH, height: HEIGHT };
  return { device: screen.device, frame, at: Date.now(), mimeType: 'image/jpeg', ...size, picture };
}

/** The memory and the nodes of the page after garbage collection. */
async function heapOf(devtools: CDPSession): Promise<{ bytes: number; nodes: number }> {
  for (let round = 0; round < 2; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { bytes: of('JSHeapUsedSize'), nodes: of('Nodes') };
}
