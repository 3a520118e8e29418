import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRequest, digestOf, type GateRules, type RequestHead } from '../../src/server/gate/gate.ts';

const rules: GateRules = {
  ownHosts: new Set(['workbench', 'phone.example']),
  webHosts: new Set(['phone.example']),
  tokenDigest: digestOf('right-token'),
  routes: new Map([
    ['/health', 'GET'],
    ['/mcp', 'POST'],
  ]),
  maxBodyBytes: 100,
};

const good: RequestHead = {
  method: 'POST',
  path: '/mcp',
  host: '127.0.0.1:8080',
  origin: undefined,
  authorization: 'Bearer right-token',
  contentType: 'application/json',
  contentLength: '100',
  localAddress: '192.168.1.7',
};

function statusOf(change: Partial<RequestHead>, changedRules: Partial<GateRules> = {}): number {
  const verdict = checkRequest({ ...good, ...change }, { ...rules, ...changedRules });
  return verdict.pass ? 200 : verdict.status;
}

test('a Host passes if it names this machine, in any spelling', () => {
  for (const host of [
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]',
    'workbench:1',
    'phone.example',
    '192.168.1.7:8080',
  ]) {
    assert.equal(statusOf({ host }), 200, host);
  }
  assert.equal(statusOf({ host: '10.0.0.5', localAddress: '::ffff:10.0.0.5' }), 200);
  assert.equal(statusOf({ host: '[fd00::5]:80', localAddress: 'fd00::5' }), 200);
});

test('any other Host is forbidden, whatever it tries to look like', () => {
  for (const host of [
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'localhost@evil.example',
    'evil.example\\@localhost',
    'localhost evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.8',
    '[::1',
    'localhost:notaport',
    'localhost, evil.example',
  ]) {
    assert.equal(statusOf({ host }), 403, host);
  }
});

test('a Host that is named twice is a bad request, whatever it names', () => {
  assert.equal(statusOf({ repeatsHost: true }), 400);
});

test('an Origin passes if it is a page of this machine or an allowed one', () => {
  for (const origin of [
    'http://localhost:3000',
    'https://127.0.0.1',
    'http://[::1]:1',
    'https://phone.example',
  ]) {
    assert.equal(statusOf({ origin }), 200, origin);
  }
  for (const origin of [
    '',
    'null',
    'https://evil.example',
    'http://localhost.evil.example',
    'file://localhost',
    'ftp://localhost',
    'chrome-extension://localhost',
    'http://localhost@evil.example',
    'http://localhost, http://evil.example',
    'http://workbench',
  ]) {
    assert.equal(statusOf({ origin }), 403, origin);
  }
});

test('the token is asked for before anything else is told', () => {
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic right-token',
    'Bearer right-token x',
    'Bearer Right-token',
    'Bearer right-token0',
    'right-token',
  ]) {
    assert.equal(statusOf({ authorization }), 401, authorization);
    assert.equal(statusOf({ authorization, path: '/nothing' }), 401, authorization);
  }
  assert.equal(statusOf({ authorization: 'bearer  right-token ' }), 200);
  assert.equal(statusOf({ authorization: undefined }, { tokenDigest: undefined }), 200);
});

test('a 401 says how to send the token and never what was wrong with it', () => {
  const verdict = checkRequest({ ...good, authorization: 'Bearer wrong-token' }, rules);
  assert.ok(!verdict.pass);
  assert.deepEqual(verdict.headers, { 'WWW-Authenticate': 'Bearer' });
  assert.equal(verdict.message, 'Invalid bearer token');
});

test('only GET /health needs no token', () => {
  const head = { path: '/health', authorization: undefined };
  assert.equal(statusOf({ ...head, method: 'GET' }), 200);
  assert.equal(statusOf({ ...head, method: 'POST' }), 401);
  assert.equal(statusOf({ ...head, method: 'GET', host: 'evil.example' }), 403);
});

test('unknown paths, wrong methods, other content and large bodies are refused in this order', () => {
  assert.equal(statusOf({ path: '/' }), 404);
  assert.equal(statusOf({ path: '/mcp/' }), 404);
  assert.equal(statusOf({ path: 'http://127.0.0.1/mcp' }), 404);
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'])
    assert.equal(statusOf({ method }), 405, method);
  for (const contentType of [undefined, 'text/plain', 'application/json2', 'multipart/form-data']) {
    assert.equal(statusOf({ contentType }), 415, contentType);
  }
  assert.equal(statusOf({ contentType: 'Application/JSON; charset=utf-8' }), 200);
  assert.equal(statusOf({ contentLength: '101' }), 413);
  assert.equal(statusOf({ contentLength: undefined }), 200);
});
