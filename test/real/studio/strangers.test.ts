import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { endings } from '../../support/endings.ts';
import { openBrowser, openStudio, type Page, studioHouse } from './browser.ts';

test('strangers get nothing', async (t) => {
  const house = await studioHouse(t);
  const browser = await openBrowser(t);
  const link = house.link();
  const own = await openStudio(t, { ...house, link: () => link }, { browser });
  await own.getByRole('img', { name: /The screen of/ }).waitFor();

  await t.test('a second browser: neither by the page, nor by a link that was used', async () => {
    const other = await (await browser.newContext()).newPage();
    for (const address of [new URL('/studio/', house.url).href, link]) {
      const answer = await other.goto(address);
      assert.equal(answer?.status(), 403, address);
      await other.getByText('handeye studio').first().waitFor();
      assert.equal(await other.locator('script, img').count(), 0);
      assert.deepEqual(await other.context().cookies(), []);
    }
    // From the origin of the server itself, but without the cookie.
    assert.deepEqual(await attempts(other, house.url), NOTHING);
  });

  await t.test('a page of another origin in the browser that was let in', async (t) => {
    const origin = await emptyPage(t);
    const evil = await own.context().newPage();
    // Another port of the same host is the same site: the browser sends the cookie, which must not suffice.
    for (const address of [origin, origin.replace('127.0.0.1', 'localhost')]) {
      await evil.goto(address);
      assert.deepEqual(await attempts(evil, house.url), NOTHING, address);
    }
  });

  await t.test('and the page that was let in is what gets it all', async () => {
    const { live, read } = await attempts(own, house.url);
    assert.match(live, /"event":"hello"/);
    assert.match(read, /studio\.js/);
  });
});

const NOTHING = { live: 'refused', read: 'nothing', script: 'nothing', framed: 'nothing' };

/** The answers that a script in a page gets from Studio, by every possible way. */
function attempts(page: Page, server: string) {
  return page.evaluate(
    async ({ address, socket }) => {
      const live = await new Promise<string>((resolve) => {
        try {
          const own = new WebSocket(socket);
          own.onmessage = ({ data }) => {
            resolve(String(data));
          };
          own.onclose = () => {
            resolve('refused');
          };
        } catch {
          resolve('refused');
        }
      });
      const answer = await fetch(address, { credentials: 'include' }).catch(() => undefined);
      const script = await fetch(`${address}studio.js`, { credentials: 'include' }).catch(() => undefined);
      const frame = document.createElement('iframe');
      frame.src = address;
      const loaded = new Promise((resolve) => {
        frame.onload = resolve;
        setTimeout(resolve, 3_000);
      });
      document.body.append(frame);
      await loaded;
      let framed = 'nothing';
      try {
        if (frame.contentDocument?.querySelector('script')) framed = 'the page';
      } catch {
        framed = 'nothing';
      }
      frame.remove();
      return {
        live,
        read: answer?.ok === true ? await answer.text() : 'nothing',
        script: script?.ok === true ? 'the script' : 'nothing',
        framed,
      };
    },
    { address: `${server}/studio/`, socket: `${server.replace(/^http/, 'ws')}/studio/live` },
  );
}

/** A foreign page. */
async function emptyPage(t: TestContext): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>Elsewhere</title><body>Elsewhere</body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings(t)(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port, so its address is one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
