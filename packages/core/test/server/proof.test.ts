import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProof } from '../../src/server/proof.ts';
import { ask, serving, toolCall } from '@handeye/testing/serving';

const RUN_TOKEN = 'token-of-this-run-0123456789';
const health = (challenge?: string) => ({
  path: '/health',
  headers: challenge === undefined ? {} : { 'Handeye-Challenge': challenge },
});

test('a server answers a challenge with a proof that is good for no other, and is as healthy as ever', async (t) => {
  const { server } = await serving(t, { runToken: RUN_TOKEN });
  const { text, headers } = await ask(server, health('one'));
  assert.equal(text, '{"status":"healthy"}');
  assert.ok(isProof(headers['handeye-proof'], RUN_TOKEN, 'one'));
  assert.ok(!isProof(headers['handeye-proof'], RUN_TOKEN, 'two'));
  assert.ok(!isProof(headers['handeye-proof'], 'another-token-0123456789', 'one'));
});

test('without a challenge, with one that is too long, or without a token of the run there is no proof', async (t) => {
  const { server } = await serving(t, { runToken: RUN_TOKEN });
  const { server: other } = await serving(t);
  for (const answer of [
    await ask(server, health()),
    await ask(server, health('x'.repeat(101))),
    await ask(other, health('one')),
  ]) {
    assert.equal(answer.text, '{"status":"healthy"}');
    assert.equal(answer.headers['handeye-proof'], undefined);
  }
});

test("the token of the run opens the gate beside the user's, and no part of it does", async (t) => {
  const { server } = await serving(t, { runToken: RUN_TOKEN });
  const statusWith = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(toolCall('echo'));
    return (await ask(server, { method: 'POST', path: '/mcp', headers, body })).status;
  };
  assert.equal(await statusWith(RUN_TOKEN), 200);
  assert.equal(await statusWith(RUN_TOKEN.slice(1)), 401);
});
