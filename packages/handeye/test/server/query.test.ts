import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Registry } from '../../src/device/registry.ts';
import { startHttp } from '../../src/server/http.ts';
import { createToolbox, type FrameOptions } from '../../src/tools/frame/frame.ts';
import { form } from '../support/screens.ts';
import { ScriptedDevice, sourceOf } from '../support/scripted-device.ts';

const TOKEN = 'token-of-the-tests';

async function served(t: TestContext, options: Partial<FrameOptions> = {}) {
  const registry = new Registry({
    sources: [sourceOf([new ScriptedDevice(form())])],
    configured: ['scripted'],
  });
  const toolbox = createToolbox({ registry, ...options });
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0',
    log: () => undefined,
    token: TOKEN,
    port: 0,
  });
  t.after(async () => {
    await server.close({ grace: 100 });
    await registry.close();
  });
  const post = (path: string, method: string, params: object = {}, token = TOKEN) =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const screen = async (path: string) => {
    const answer = (await (await post(path, 'tools/call', { name: 'get_screen_state' })).json()) as {
      result: { content: { text: string }[] };
    };
    return answer.result.content[0]?.text ?? '';
  };
  return { post, screen };
}

test('a client chooses the format of screens in the address', async (t) => {
  const { post, screen } = await served(t);
  assert.match(await screen('/mcp'), /^note:structural-only/);
  assert.match(await screen('/mcp?screen=compact'), /^note:structural-only/);
  assert.match(await screen('/mcp?screen=lean'), /^1080x2400 s/);
  const lists = await Promise.all(
    ['/mcp', '/mcp?screen=lean'].map(async (path) => (await post(path, 'tools/list')).text()),
  );
  assert.doesNotMatch(lists[0] ?? '', /max_tokens/);
  assert.match(lists[1] ?? '', /max_tokens/);
});

test('both formats name an element by the same id', async (t) => {
  const { post, screen } = await served(t);
  const [, id] = /^(\d+) \[hold\] Send$/m.exec(await screen('/mcp?screen=lean')) ?? [];
  assert.ok((await screen('/mcp')).includes(`node_${id ?? ''}\tButton\tSend`));
  const answer = await post('/mcp', 'tools/call', {
    name: 'click_element',
    arguments: { element_id: `node_${id ?? ''}` },
  });
  assert.match(await answer.text(), /Click performed/);
});

test('a server that was started with lean serves compact to those who ask for it', async (t) => {
  const { screen } = await served(t, { screenFormat: 'lean' });
  assert.match(await screen('/mcp'), /^1080x2400 s/);
  assert.match(await screen('/mcp?screen=compact'), /^note:structural-only/);
});

test('an unknown key or value is refused with the known ones, to those who may know', async (t) => {
  const { post } = await served(t);
  for (const [path, message] of [
    ['/mcp?screen=xml', "Unknown value 'xml' of the query key 'screen'. Known: screen=compact|lean."],
    ['/mcp?format=lean', "Unknown query key 'format'. Known: screen=compact|lean."],
  ] as const) {
    const answer = await post(path, 'tools/list');
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), { error: 'invalid_query', message });
    assert.equal((await post(path, 'tools/list', {}, 'wrong-token-0000')).status, 401);
  }
});
