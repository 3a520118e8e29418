import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { certificate } from '@handeye/core/server/tls';
import { cookieName } from '../src/access/access.ts';
import { ask, authorized, serving, TOKEN } from '@handeye/testing/serving';
import { enter, RUN_TOKEN, studioServer, TestPage } from './studio-server.ts';

const CSP = /^default-src 'none'; script-src 'self'; /;

/** All requests below /studio in these tests, and the answers for a stranger. */
const strangers: readonly (readonly [path: string, options: RequestInit, status: number])[] = [
  ['/studio', {}, 403],
  ['/studio?code=', {}, 403],
  ['/studio?code=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', {}, 403],
  ['/studio/', {}, 403],
  ['/studio/studio.js', {}, 403],
  ['/studio/studio.css', {}, 403],
  ['/studio/live', {}, 403],
  ['/studio/..%2fmcp', {}, 403],
  ['/studio/..%2f..%2fetc%2fpasswd', {}, 403],
  ['/studio/', { method: 'POST', body: 'x' }, 405],
  ['/studio/', { method: 'DELETE' }, 405],
  ['/studio/link', { method: 'POST' }, 405],
  ['/studio/link', { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } }, 405],
  ['/studio/', { headers: { authorization: `Bearer ${TOKEN}` } }, 403],
  ['/studio/', { headers: { cookie: 'handeye-studio-1=guessed' } }, 403],
  ['/studio/studio.js', { headers: { 'x-large': 'x'.repeat(10_000) } }, 403],
];

describe('the door of Studio', () => {
  test('a stranger gets nothing but the way to get a link', async (t) => {
    const { url } = await studioServer(t);
    for (const [path, options, status] of strangers) {
      const answer = await fetch(url + path, { redirect: 'manual', ...options });
      const text = await answer.text();
      assert.equal(answer.status, status, path);
      assert.equal(answer.headers.get('set-cookie'), null, path);
      assert.doesNotMatch(text, /<script/, path);
      if (status === 403) assert.match(text, /handeye studio/, path);
    }
  });

  test('a link works once, for one browser, and becomes a cookie that only pages of Studio get', async (t) => {
    const house = await studioServer(t);
    const link = new URL(house.studio.newLink(), house.url);
    const first = await fetch(link, { redirect: 'manual' });
    assert.equal(first.status, 303);
    assert.equal(first.headers.get('location'), '/studio/');
    const header = first.headers.get('set-cookie') ?? '';
    assert.match(header, /^handeye-studio-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/studio$/);
    const again = await fetch(link, { redirect: 'manual' });
    assert.equal(again.status, 403);
    assert.equal(again.headers.get('set-cookie'), null);
    const [cookie = ''] = header.split(';');
    const page = await fetch(`${house.url}/studio/`, { headers: { cookie } });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<script type="module" src="studio.js">/);
    const reopened = await fetch(link, { redirect: 'manual', headers: { cookie } });
    assert.equal(reopened.status, 303, 'the browser that used it may open it again');
  });

  test('a link that is followed from another site works, too', async (t) => {
    const house = await studioServer(t);
    const link = new URL(house.studio.newLink(), house.url);
    const answer = await fetch(link, { redirect: 'manual', headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /http-equiv="refresh" content="0; url=\/studio\/"/);
    assert.notEqual(answer.headers.get('set-cookie'), null);
  });

  test('the cookie is of no use on /mcp, and the token of clients is of no use here', async (t) => {
    const house = await studioServer(t);
    const cookie = await enter(house);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { cookie, 'content-type': 'application/json' };
    assert.equal((await fetch(`${house.url}/mcp`, { method: 'POST', headers, body })).status, 401);
    const link = { method: 'POST', headers: { authorization: `Bearer ${RUN_TOKEN}` } };
    const given = (await (await fetch(`${house.url}/studio/link`, link)).json()) as { link: string };
    assert.equal((await fetch(new URL(given.link, house.url), { redirect: 'manual' })).status, 303);
  });

  test('every answer below /studio has the policy for content, and nothing is cached', async (t) => {
    const house = await studioServer(t);
    const cookie = await enter(house);
    const known = [
      '/studio',
      '/studio/',
      '/studio/studio.js',
      '/studio/studio.css',
      '/studio/nothing',
      '/studio/live',
    ];
    const asked = [
      ...strangers,
      ...known.map((path) => [path, { headers: { cookie } }] as const),
      [
        `/studio?code=${new URL(house.studio.newLink(), house.url).searchParams.get('code') ?? ''}`,
        {},
      ] as const,
    ];
    for (const [path, options] of asked) {
      const { headers } = await fetch(house.url + path, { redirect: 'manual', ...options });
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, CSP, path);
      assert.doesNotMatch(policy, /unsafe/, path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    }
    const elsewhere = await fetch(`${house.url}/studio/`, { headers: { host: 'evil.example' } }).catch(
      () => undefined,
    );
    if (elsewhere) assert.match(elsewhere.headers.get('content-security-policy') ?? '', CSP);
  });

  test('a page of another origin, or none at all, gets no connection, even with the cookie', async (t) => {
    const house = await studioServer(t);
    const cookie = await enter(house);
    const live = `${house.url.replace(/^http/, 'ws')}/studio/live`;
    const port = Number(new URL(house.url).port);
    const refused = [
      { cookie },
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: `http://127.0.0.1:${port === 1 ? 2 : port - 1}` },
      { cookie, origin: 'null' },
      { cookie: `${cookieName(port)}=guessed`, origin: house.url },
      { cookie: `${cookieName(port)}=`, origin: house.url },
      { origin: house.url },
    ];
    for (const headers of refused) {
      const socket = new WebSocket(live, { headers });
      const [error] = (await once(socket, 'error')) as [Error];
      assert.match(error.message, /403/, JSON.stringify(headers));
    }
    const wrongPath = new WebSocket(live.replace('/live', '/other'), {
      headers: { cookie, origin: house.url },
    });
    await once(wrongPath, 'error');
    const mcp = new WebSocket(live.replace('/studio/live', '/mcp'), {
      headers: { cookie, origin: house.url },
    });
    await once(mcp, 'error');
  });

  test('a page that sends nonsense is answered or ignored, and the server goes on', async (t) => {
    const house = await studioServer(t);
    const page = await TestPage.open(t, house);
    for (const nonsense of [
      '',
      '{',
      'null',
      '[]',
      '{"id":1}',
      '{"id":1,"request":"__proto__"}',
      '{"shown":-1}',
      '{"shown":"x"}',
    ]) {
      page.say(nonsense);
    }
    for (const unknown of ['constructor', '__proto__', 'hasOwnProperty', 'nothing', '']) {
      await assert.rejects(page.ask(unknown as 'watch', { visible: true }), /does not know that request/);
    }
    await assert.rejects(
      page.ask('element', { device: 'scripted', id: 'x'.repeat(101) }),
      /does not take that/,
    );
    page.say({ id: 9, request: 'watch', takes: { visible: true, more: 1 } });
    await page.ask('watch', { visible: true });
    assert.ok((await page.event('screen')).lines.length > 0);
  });

  test('a connection that is reset while it is refused does not end the server', async (t) => {
    const { url, server } = await studioServer(t);
    for (const path of ['/mcp', '/studio/live', '/nothing']) {
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    assert.equal((await fetch(`${url}/health`)).status, 200);
  });

  test('a client of MCP that offers HTTP/2 is answered in HTTP/1.1 as ever', async (t) => {
    const { server } = await studioServer(t);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const offer = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAARAAAAA',
    };
    for (const chunk of [body, Buffer.from(body + ' '.repeat(200_000))]) {
      const headers = { ...authorized, ...offer, 'Content-Length': String(chunk.length) };
      const answer = await ask(server, { method: 'POST', path: '/mcp', headers, body: chunk });
      assert.equal(answer.status, 200);
    }
    const pages = await ask(server, { method: 'GET', path: '/studio/', headers: offer });
    assert.equal(pages.status, 403);
  });

  test('a page that does not answer any more is given up, and what it watched is not looked at', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const house = await studioServer(t);
    const page = await TestPage.open(t, house);
    await page.ask('watch', { visible: true });
    // The client of the tests answers pings by itself: its socket is stopped instead.
    page.socket.pause();
    const closed = once(page.socket, 'close');
    t.mock.timers.tick(15_000);
    t.mock.timers.tick(15_000);
    page.socket.resume();
    await closed;
  });

  test('without Studio there is nothing at /studio', async (t) => {
    const { server } = await serving(t);
    const headers = { authorization: `Bearer ${TOKEN}` };
    assert.equal((await fetch(`${server.url}/studio/`, { headers })).status, 404);
  });

  test('over HTTPS the cookie is Secure', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'handeye-tls-'));
    t.after(() => {
      rmSync(folder, { recursive: true });
    });
    const tls = await certificate({ folder });
    const house = await studioServer(t, { tls });
    const header = await new Promise<string[] | undefined>((resolve, reject) => {
      request(
        new URL(house.studio.newLink(), house.url),
        { ca: tls.cert, servername: 'localhost' },
        (answer) => {
          answer.resume();
          resolve(answer.headers['set-cookie']);
        },
      )
        .once('error', reject)
        .end();
    });
    assert.match(header?.[0] ?? '', /; Secure$/);
  });
});
