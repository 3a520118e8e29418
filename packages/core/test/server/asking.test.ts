import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Asker } from '../../src/guard/questions.ts';
import { bundled } from '@handeye/testing/bundled';
import { handClock } from '@handeye/testing/hand-clock';
import { modern, post, serving, TOKEN, type Json } from '@handeye/testing/serving';
import { otherAt, payAt, shop, touches } from './shop.ts';

const me = { name: 'test', version: '1' };
const withToken = { requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } } };
const program = { command: process.execPath, args: [''], stderr: 'pipe' as const };
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handeye-asking-'));
  program.args = [await bundled(fileURLToPath(new URL('shop-server.ts', import.meta.url)), folder)];
});

after(() => rm(folder, { recursive: true }));

interface Elicited {
  message: string;
  requestedSchema: unknown;
}

interface Result {
  [key: string]: unknown;
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string>;
}

const yes: Result = { action: 'accept', content: { allow: 'once' } };
const always: Result = { action: 'accept', content: { allow: 'for this run' } };
const no: Result = { action: 'accept', content: { allow: 'no' } };
const never: Result = { action: 'accept', content: { allow: 'no, for this run' } };
const decline: Result = { action: 'decline' };
const cancel: Result = { action: 'cancel' };

interface Asked {
  client: Pick<Client, 'callTool'>;
  questions: Elicited[];
}

type Mode = 'legacy' | { pin: string };

/** A client whose user gives these answers, the last one again and again; without any it cannot ask. */
async function v2(
  t: TestContext,
  { url, mode, answers }: { url?: URL; mode: Mode; answers?: Result[] },
): Promise<Asked> {
  const questions: Elicited[] = [];
  const capabilities = answers ? { elicitation: {} } : {};
  const client = new Client(me, { versionNegotiation: { mode }, capabilities });
  if (answers) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params as Elicited);
      return answers[Math.min(questions.length, answers.length) - 1] ?? cancel;
    });
  }
  await client.connect(
    url ? new StreamableHTTPClientTransport(url, withToken) : new StdioClientTransport(program),
  );
  t.after(() => client.close());
  return { client, questions };
}

async function v1(t: TestContext, answers: Result[]): Promise<Asked> {
  const questions: Elicited[] = [];
  const client = new ClientV1(me, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params as Elicited);
    return answers[Math.min(questions.length, answers.length) - 1] ?? cancel;
  });
  await client.connect(new StdioV1(program));
  t.after(() => client.close());
  return { client: client as unknown as Asked['client'], questions };
}

const MODERN: Mode = { pin: '2026-07-28' };

/** The ways in which a client can be asked. */
const ways: Record<string, (t: TestContext, answers: Result[]) => Promise<Asked>> = {
  'over HTTP in 2026-07-28': async (t, answers) => {
    const { server } = await serving(t, { toolbox: shop().toolbox });
    return v2(t, { url: new URL('/mcp', server.url), mode: MODERN, answers });
  },
  'over stdio in 2026-07-28': (t, answers) => v2(t, { mode: MODERN, answers }),
  'over stdio with initialize': (t, answers) => v2(t, { mode: 'legacy', answers }),
  'over stdio with the v1 client': v1,
};

async function tap({ client }: Asked, point = payAt) {
  const { content, isError } = await client.callTool({ name: 'tap', arguments: { ...point } });
  const [first] = content as { text?: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

for (const [way, connect] of Object.entries(ways)) {
  test(`the user of a client is asked once, and a yes lets the call be done (${way})`, async (t) => {
    const asked = await connect(t, [yes]);
    assert.deepEqual(await tap(asked, otherAt), { text: 'Tap executed at (300, 250)', isError: false });
    assert.deepEqual(await tap(asked), { text: 'Tap executed at (300, 1060)', isError: false });
    assert.equal(asked.questions.length, 1);
    assert.equal(
      asked.questions[0]?.message,
      [
        'The agent wants to use tap on the device "scripted".',
        'Application: "com.example.app"',
        'On: "Pay"',
        'You are asked because: It matters.',
      ].join('\n'),
    );
    assert.deepEqual(asked.questions[0].requestedSchema, {
      type: 'object',
      properties: {
        allow: {
          type: 'string',
          title: 'Allow this?',
          description: 'Whether the agent may do this.',
          enum: ['once', 'for this run', 'no', 'no, for this run'],
          enumNames: [
            'Yes, this once',
            'Yes, and do not ask this again in this application until Handeye ends',
            'No',
            'No, and do not ask this again in this application until Handeye ends',
          ],
        },
      },
      required: ['allow'],
    });
  });

  test(`an answer for this run is not asked for again; a no, a decline and a cancel deny (${way})`, async (t) => {
    const asked = await connect(t, [no, decline, cancel, { action: 'accept', content: {} }, always]);
    assert.match((await tap(asked)).text, /The user was asked, and said no\. Do not try another way\.$/);
    assert.match((await tap(asked)).text, /through this client, which declined\. The user can allow it by/);
    assert.match((await tap(asked)).text, /through this client, which dismissed the question\. The user can/);
    const empty = await tap(asked);
    // Some clients check the form themselves and answer with an error. Then there is no one to ask.
    assert.match(empty.text, /which sent a form without an answer\.|Nobody could be asked/);
    assert.ok(empty.isError);
    for (const isError of [false, false]) assert.equal((await tap(asked)).isError, isError);
    assert.equal(asked.questions.length, 5);
  });

  test(`after a no for this run the same is refused without a question, another rule still asks (${way})`, async (t) => {
    const asked = await connect(t, [never, yes]);
    for (const questions of [1, 1]) {
      const { text, isError } = await tap(asked);
      assert.match(text, /The user was asked, and said no for this run, so the same is refused without a/);
      assert.ok(isError);
      assert.equal(asked.questions.length, questions);
    }
    const send = await asked.client.callTool({
      name: 'click_element',
      arguments: { element_id: 'text:Send' },
    });
    assert.equal(send.isError ?? false, false);
    assert.equal(asked.questions.length, 2);
  });

  test(`a call that asks twice asks one after the other (${way})`, async (t) => {
    const asked = await connect(t, [yes, no]);
    const steps = [
      { tool: 'click_element', arguments: { element_id: 'text:Pay' } },
      { tool: 'click_element', arguments: { element_id: 'text:Send' } },
    ];
    const { isError, content } = await asked.client.callTool({ name: 'run_steps', arguments: { steps } });
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /The user was asked, and said no/);
    assert.deepEqual(
      asked.questions.map(({ message }) => /^On: (.*)$/m.exec(message)?.[1]),
      ['"Pay"', '"Send"'],
    );
  });
}

const cannotAsk: Record<string, (t: TestContext, url: URL) => Promise<Asked>> = {
  'in 2026-07-28 that does not declare elicitation': (t, url) => v2(t, { url, mode: MODERN }),
  'with initialize over HTTP, where there is no way back': (t, url) =>
    v2(t, { url, mode: 'legacy', answers: [yes] }),
};

for (const [kind, connect] of Object.entries(cannotAsk)) {
  test(`for a client ${kind} the next way is taken, or it is denied`, async (t) => {
    let isThere = false;
    const terminal: Asker = { way: 'other', ask: () => Promise.resolve(isThere ? 'once' : undefined) };
    const { toolbox, device } = shop({ askers: [terminal] });
    const { server } = await serving(t, { toolbox });
    const asked = await connect(t, new URL('/mcp', server.url));
    assert.match((await tap(asked)).text, /Nobody could be asked: .* The user can allow it by a rule/);
    assert.equal(touches(device), 0);
    isThere = true;
    assert.equal((await tap(asked)).isError, false);
    assert.equal(asked.questions.length, 0);
    assert.equal(touches(device), 1);
  });
}

/** A tap on Pay by hand: what a client that can ask sends. */
function tapMessage(more: Record<string, unknown> = {}, { client = 'test', args = payAt } = {}) {
  const { message, headers } = modern('tools/call', { name: 'tap', arguments: args, ...more }, { client });
  const meta = (message.params as Record<string, Record<string, unknown>>)._meta ?? {};
  meta['io.modelcontextprotocol/clientCapabilities'] = { elicitation: { form: {} } };
  return { message, headers };
}

async function openShop(t: TestContext, asking: Parameters<typeof shop>[0] = {}) {
  const { toolbox, device } = shop(asking);
  const { server } = await serving(t, { toolbox });
  const send = async (...given: Parameters<typeof tapMessage>) => {
    const { message, headers } = tapMessage(...given);
    return (await post(server, message, headers)).json;
  };
  /** Asks to tap, and returns the state to come back with. */
  const suspend = async () => {
    const { result = {} } = await send();
    assert.equal(result.resultType, 'input_required');
    assert.deepEqual(Object.keys(result.inputRequests ?? {}), ['allow']);
    return textIn(result.requestState);
  };
  return { server, device, send, suspend };
}

const bring = (requestState: string, response = yes) => ({
  requestState,
  inputResponses: { allow: response },
});

function textIn(value: unknown): string {
  assert.equal(typeof value, 'string', JSON.stringify(value));
  return value as string;
}

function isRefused({ error = {} }: Json, message: RegExp) {
  assert.equal(error.code, -32602);
  assert.match(textIn(error.message), message);
}

test('the question is answered once: nothing is done twice, and a used or unknown requestState is refused', async (t) => {
  const { device, send, suspend } = await openShop(t);
  const state = await suspend();
  assert.equal(touches(device), 0);
  const { result = {} } = await send(bring(state));
  assert.match(JSON.stringify(result), /Tap executed/);
  isRefused(await send(bring(state)), /No question is open under this requestState/);
  isRefused(await send(bring('guessed')), /No question is open under this requestState/);
  assert.equal(touches(device), 1);
});

test('another client, tool or other arguments cannot answer a question, and it stays open', async (t) => {
  const { server, device, send, suspend } = await openShop(t);
  const state = await suspend();
  isRefused(await send(bring(state), { client: 'another' }), /belongs to another call/);
  isRefused(await send(bring(state), { args: { ...payAt, x: 301 } }), /belongs to another call/);
  const { message, headers } = modern('tools/call', { name: 'press_back', ...bring(state) });
  isRefused((await post(server, message, headers)).json, /belongs to another call/);
  assert.equal(touches(device), 0);
  assert.match(JSON.stringify(await send(bring(state))), /Tap executed/);
});

test('a retry without an answer is asked again, under a new requestState', async (t) => {
  const { device, send, suspend } = await openShop(t);
  const state = await suspend();
  const { result = {} } = await send({ requestState: state });
  assert.equal(result.resultType, 'input_required');
  const next = textIn(result.requestState);
  assert.notEqual(next, state);
  isRefused(await send(bring(state)), /No question is open/);
  assert.match(JSON.stringify(await send(bring(next, no))), /said no/);
  assert.equal(touches(device), 0);
});

test('a client that never comes back has not allowed it: the call ends, and the device is free again', async (t) => {
  const { clock, pass, waiting } = handClock();
  const { server, device, send, suspend } = await openShop(t, { clock });
  const state = await suspend();
  const other = modern('tools/call', { name: 'tap', arguments: otherAt });
  const waits = post(server, other.message, other.headers);
  pass(60_000);
  assert.match((await waits).text, /Tap executed/);
  const answered = await send(bring(state), { client: 'another' });
  isRefused(answered, /belongs to another call/);
  // A model can use the tool's own error, but not one of the protocol.
  const { result, error } = await send(bring(state));
  assert.equal(error, undefined);
  assert.equal(result?.isError, true);
  assert.match(JSON.stringify(result), /asked and did not answer within 60 s\. The user can allow it by/);
  isRefused(await send(bring(state)), /No question is open under this requestState/);
  assert.equal(touches(device), 1);
  assert.equal(waiting(), 0, 'no timer is left');
});

test('closing the server ends the calls that wait for an answer', async (t) => {
  const { toolbox } = shop();
  const ended: unknown[] = [];
  const watched: typeof toolbox = {
    instructions: toolbox.instructions,
    tools: toolbox.tools,
    has: (name) => toolbox.has(name),
    async call(...given) {
      const result = await toolbox.call(...given);
      ended.push(result);
      return result;
    },
  };
  const { server } = await serving(t, { toolbox: watched });
  const { message, headers } = tapMessage();
  assert.match((await post(server, message, headers)).text, /input_required/);
  assert.equal(ended.length, 0);
  await server.close({ grace: 60_000 });
  assert.match(JSON.stringify(ended), /The call was cancelled\./);
});

test('who hangs up while the answer is carried out cancels the call', async (t) => {
  const { device, server, suspend } = await openShop(t);
  const state = await suspend();
  device.delay = Infinity;
  const before = device.deeds.length;
  const leaving = new AbortController();
  const { message, headers } = tapMessage(bring(state));
  const sent = fetch(new URL('/mcp', server.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(message),
    signal: leaving.signal,
  });
  while (device.deeds.length === before) await setImmediate();
  leaving.abort();
  await assert.rejects(sent);
  device.delay = 0;
  const other = modern('tools/call', { name: 'tap', arguments: otherAt });
  assert.match((await post(server, other.message, other.headers)).text, /Tap executed/);
  assert.equal(touches(device), 1);
});

test('a client on stdio that goes away while it is asked leaves nothing behind', async () => {
  for (const mode of [MODERN, 'legacy'] as const) {
    const transport = new StdioClientTransport(program);
    const client = new Client(me, { versionNegotiation: { mode }, capabilities: { elicitation: {} } });
    let said = '';
    const isAsked = new Promise<void>((resolve) => {
      client.setRequestHandler('elicitation/create', () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await client.connect(transport);
    client.callTool({ name: 'tap', arguments: { ...payAt } }).catch(() => undefined);
    await isAsked;
    const ended = transport.stderr ? once(transport.stderr, 'end') : undefined;
    await client.close();
    await ended;
    assert.match(said, /touches: 0\n/);
  }
});
