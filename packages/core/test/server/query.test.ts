import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Registry } from '../../src/device/registry.ts';
import { startHttp } from '../../src/server/http.ts';
import { createToolbox, type ToolboxOptions } from '../../src/tools/create-toolbox.ts';
import { toolsets } from '../../src/tools/toolsets.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

const TOKEN = 'token-of-the-tests';

async function served(t: TestContext, options: Partial<ToolboxOptions> = {}) {
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
    firstGeneration: true,
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
  const tools = async (path: string) => {
    const answer = (await (await post(path, 'tools/list')).json()) as {
      result: { tools: { name: string }[] };
    };
    return answer.result.tools.map(({ name }) => name);
  };
  const get = (path: string) =>
    fetch(new URL(path, server.url), { headers: { Authorization: `Bearer ${TOKEN}` } });
  return { post, get, screen, tools, plainScreen: () => screen('/mcp/v1/tools/call') };
}

const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);
const phone = namesOf(toolsets.device);
const model = namesOf(toolsets.model);
const desktop = namesOf(toolsets.desktop);
const old = namesOf(toolsets['first-generation']);

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
  const known =
    'Known: screen=compact|lean, observe=none|changes|screen, toolset=device,model,all, client=NAME.';
  for (const [path, message] of [
    ['/mcp?screen=xml', `Unknown value 'xml' of the query key 'screen'. ${known}`],
    ['/mcp?screen=lean&observe=always', `Unknown value 'always' of the query key 'observe'. ${known}`],
    ['/mcp?toolset=device,phone', `Unknown value 'device,phone' of the query key 'toolset'. ${known}`],
    ['/mcp?toolset=', `Unknown value '' of the query key 'toolset'. ${known}`],
    ['/mcp?format=lean', `Unknown query key 'format'. ${known}`],
    ['/mcp?screen=lean&screen=compact', "The query key 'screen' is there twice."],
  ] as const) {
    const answer = await post(path, 'tools/list');
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), { error: 'invalid_query', message });
    assert.equal((await post(path, 'tools/list', {}, 'wrong-token-0000')).status, 401);
  }
});

test('lean brings the tools of models on top of those that the server was started with', async (t) => {
  const { tools } = await served(t, { toolsets: ['device', 'desktop'] });
  assert.deepEqual(await tools('/mcp'), [...phone, ...desktop]);
  assert.deepEqual(await tools('/mcp?screen=compact'), [...phone, ...desktop]);
  assert.deepEqual(await tools('/mcp?screen=lean'), [...phone, ...model, ...desktop]);
});

test('a client that names its toolsets gets these and no others, in whatever order it names them', async (t) => {
  const { tools } = await served(t, { toolsets: ['device', 'desktop', 'first-generation'] });
  assert.deepEqual(await tools('/mcp?toolset=device'), phone);
  assert.deepEqual(await tools('/mcp?screen=lean&toolset=device'), phone);
  assert.deepEqual(await tools('/mcp?toolset=model,device'), [...phone, ...model]);
  assert.deepEqual(await tools('/mcp?toolset=desktop,device,desktop'), [...phone, ...desktop]);
  assert.deepEqual(await tools('/mcp?toolset=all'), [...phone, ...model, ...desktop]);
  assert.deepEqual(await tools('/mcp?toolset=first-generation'), old);
});

test('a toolset that the server was started without cannot be chosen; that of models always can', async (t) => {
  const { post, tools } = await served(t);
  assert.deepEqual(await tools('/mcp?toolset=model'), model);
  assert.deepEqual(await tools('/mcp?toolset=all'), [...phone, ...model]);
  for (const name of ['desktop', 'first-generation']) {
    const answer = await post(`/mcp?toolset=device,${name}`, 'tools/list');
    assert.equal(answer.status, 400);
    const text = await answer.text();
    assert.match(
      text,
      /Known: .* toolset=device,model,all, client=NAME\. Other toolsets .* started with them: --toolset\./,
    );
  }
});

test('the endpoints of the first generation are the same whatever else the server serves', async (t) => {
  const lists = await Promise.all(
    [{}, { screenFormat: 'lean', observe: 'screen' } as const].map(async (options) => {
      const { get, plainScreen } = await served(t, options);
      assert.match(await plainScreen(), /^note:structural-only/);
      return (await get('/mcp/v1/tools/list')).text();
    }),
  );
  assert.equal(lists[0], lists[1]);
});
