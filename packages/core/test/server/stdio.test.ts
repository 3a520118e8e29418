import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { clientName } from '../../src/guard/client.ts';
import { serveStdio } from '../../src/server/stdio.ts';
import { identity, modern, rpc, toolCall, type Json } from '@handeye/testing/serving';
import { TestToolbox } from '@handeye/testing/toolbox';

/** A client and a server with pipes between them. */
function connection({ grace = 0, stallLimit = 5_000 } = {}) {
  const toolbox = new TestToolbox();
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const log: string[] = [];
  const ended = serveStdio({
    toolbox,
    ...identity,
    input,
    output,
    grace,
    stallLimit,
    log: (_level, event) => log.push(event),
  });
  const answers: Json[] = [];
  let rest = '';
  output.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answers.push(JSON.parse(line) as Json);
    output.emit('answers');
  });
  const say = (message: unknown) =>
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const heard = async (count: number) => {
    while (answers.length < count) await once(output, 'answers');
    return answers;
  };
  return { toolbox, input, output, log, ended, answers, say, heard };
}

test('both eras are served on one pipe', async () => {
  const { say, heard, input, ended } = connection();
  say(rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: identity }));
  say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  say(toolCall('echo', { text: 'é😀' }, 2));
  say(modern('tools/call', { name: 'echo' }).message);
  const answers = await heard(3);
  assert.equal(answers[0]?.result?.protocolVersion, '2025-06-18');
  assert.deepEqual(answers[1]?.result?.content, [{ type: 'text', text: '{"text":"é😀"}' }]);
  assert.equal(answers[2]?.result?.resultType, 'complete');
  input.end();
  await ended;
});

test('a client that asks for progress hears it before the answer, in both eras; others do not', async () => {
  const { say, heard } = connection();
  const params = { name: 'counting', arguments: {}, _meta: { progressToken: 'mine' } };
  say(rpc('tools/call', params));
  const answers = await heard(3);
  const progress = (count: number, message: string) => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'mine', progress: count, message },
  });
  assert.deepEqual(answers.slice(0, 2), [progress(1, 'one'), progress(2, 'two')]);
  assert.deepEqual(answers[2]?.result?.content, [{ type: 'text', text: 'counted aloud' }]);
  const { message } = modern('tools/call', { name: 'counting' });
  const { _meta: meta } = message.params as { _meta: object };
  say({ ...message, params: { ...params, _meta: { ...meta, progressToken: 7 } } });
  const later = await heard(6);
  assert.deepEqual(later[4]?.params, { progressToken: 7, progress: 2, message: 'two' });
  say(toolCall('counting', {}, 3));
  assert.deepEqual((await heard(7))[6]?.result?.content, [{ type: 'text', text: 'counted' }]);
});

test('malformed lines are answered and the connection goes on', async () => {
  const { say, heard } = connection();
  for (const line of ['{', 'nonsense', '[]', '7', '', '\r', '{}']) say(line);
  say(toolCall('echo', {}, 'last'));
  const answers = await heard(6);
  const codes = answers.map((answer) => answer.error?.code ?? answer.id);
  assert.deepEqual(codes.sort(), [-32600, -32600, -32600, -32700, -32700, 'last'].sort());
});

test('a line may come in any pieces, even inside a character, and several may come at once', async () => {
  const { input, heard } = connection();
  const bytes = Buffer.from(`${JSON.stringify(toolCall('echo', { text: 'é😀' }))}\r\n`);
  for (const byte of bytes) input.write(Buffer.of(byte));
  input.write(Buffer.concat([bytes, bytes]));
  for (const answer of await heard(3)) {
    assert.deepEqual(answer.result?.content, [{ type: 'text', text: '{"text":"é😀"}' }]);
  }
});

test('a line without end is refused without being kept', async () => {
  const { say, heard } = connection();
  say(' '.repeat(9 * 1024 * 1024));
  say(toolCall('echo', {}, 2));
  const answers = await heard(2);
  assert.deepEqual([answers[0]?.error?.code, answers[1]?.id], [-32700, 2]);
});

test('calls run side by side', async () => {
  const { say, heard, toolbox } = connection();
  const begun = once(toolbox.events, 'slow');
  say(toolCall('slow', {}, 1));
  await begun;
  say(toolCall('echo', {}, 2));
  assert.deepEqual(
    (await heard(1)).map(({ id }) => id),
    [2],
  );
  toolbox.release();
  assert.deepEqual(
    (await heard(2)).map(({ id }) => id),
    [2, 1],
  );
});

test('a cancelled call is cancelled and not answered', async () => {
  const { say, heard, toolbox } = connection();
  const begun = once(toolbox.events, 'slow');
  say(toolCall('slow', {}, 'a'));
  await begun;
  const cancelled = once(toolbox.events, 'cancelled');
  say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'other' } });
  say({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 'a', reason: 'changed my mind' },
  });
  await cancelled;
  say(rpc('ping', {}, 'b'));
  assert.deepEqual(
    (await heard(1)).map(({ id }) => id),
    ['b'],
  );
});

test('the end of the input ends the server: open calls may finish within the grace', async () => {
  const { say, input, ended, heard, toolbox } = connection({ grace: 10_000 });
  const begun = once(toolbox.events, 'slow');
  say(toolCall('slow'));
  await begun;
  input.end();
  toolbox.release();
  await ended;
  assert.deepEqual((await heard(1))[0]?.result?.content, [{ type: 'text', text: 'done' }]);
});

test('what is still open after the grace is cancelled', async () => {
  const { say, input, ended, toolbox, answers } = connection({ grace: 10 });
  const begun = once(toolbox.events, 'slow');
  say(toolCall('slow'));
  await begun;
  const cancelled = once(toolbox.events, 'cancelled');
  input.end();
  await Promise.all([cancelled, ended]);
  assert.deepEqual(answers, []);
});

test('a client that goes away while it is answered does not bring the server down', async () => {
  const { say, ended, output, log } = connection();
  say(toolCall('echo'));
  output.destroy(new Error('EPIPE'));
  await ended;
  assert.deepEqual(log.slice(0, 1), ['output_closed']);
});

test('a client that never reads is not read from without end, and its leaving is noticed', async () => {
  const { say, input, output, ended } = connection();
  output.pause();
  for (let id = 0; id < 60_000; id++) say(toolCall('echo', { text: 'x'.repeat(100) }, id));
  while (!output.writableNeedDrain) await new Promise(setImmediate);
  assert.ok(input.writableLength > 1_000_000);
  output.destroy();
  await ended;
});

test('more calls than may be open are refused, and the open ones go on', async () => {
  const { say, heard, toolbox } = connection();
  for (let id = 0; id < 128; id++) say(toolCall('slow', {}, id));
  say(toolCall('echo', {}, 'too many'));
  const [refused] = await heard(1);
  assert.deepEqual([refused?.id, refused?.error?.code], ['too many', -32000]);
  toolbox.release();
  assert.equal((await heard(129)).filter(({ result }) => result !== undefined).length, 128);
});

test('the end of the input ends the server also when its answers are no longer read', async () => {
  const { say, input, output, log, ended } = connection({ stallLimit: 10 });
  output.pause();
  for (let id = 0; id < 2_000; id++) say(toolCall('echo', { text: 'x'.repeat(100) }, id));
  while (!output.writableNeedDrain) await new Promise(setImmediate);
  input.end();
  await ended;
  assert.deepEqual(log, ['client_stopped_reading']);
});

test('a request to stop ends the server also when its answers are no longer read', async () => {
  const { say, input, output, ended } = connection();
  output.pause();
  for (let id = 0; id < 2_000; id++) say(toolCall('echo', { text: 'x'.repeat(100) }, id));
  while (!output.writableNeedDrain) await new Promise(setImmediate);
  input.destroy();
  await ended;
});

test('a client that floods the server and reads nothing is given up some time later', async () => {
  const { say, output, log, ended } = connection({ stallLimit: 1 });
  output.pause();
  for (let id = 0; id < 60_000; id++) say(toolCall('echo', { text: 'x'.repeat(100) }, id));
  await ended;
  assert.deepEqual(log, ['client_stopped_reading']);
});

test('a client that closed its end and reads late gets every answer', async () => {
  const { say, input, output, heard, ended } = connection();
  output.pause();
  for (let id = 0; id < 2_000; id++) say(toolCall('echo', { text: 'x'.repeat(100) }, id));
  while (!output.writableNeedDrain) await new Promise(setImmediate);
  input.end();
  output.resume();
  await ended;
  assert.equal((await heard(2_000)).length, 2_000);
});

test('a client on stdio is called by the name that it gave first, in both eras', async () => {
  const legacy = connection();
  legacy.say(
    rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Ada' } }),
  );
  legacy.say(toolCall('echo', {}, 2));
  await legacy.heard(2);
  const now = connection();
  now.say(modern('tools/call', { name: 'echo' }, { client: 'Ben' }).message);
  await now.heard(1);
  const nameless = connection();
  nameless.say(toolCall('echo', {}, 1));
  await nameless.heard(1);
  const keys = [legacy, now, nameless].map(({ toolbox }) => toolbox.clients.at(-1) ?? '');
  assert.deepEqual(keys.map(clientName), ['Ada', 'Ben', 'stdio']);
});

test('one connection is one client, in every era and under every name', async () => {
  const { toolbox, say, heard } = connection();
  say(toolCall('echo', {}, 1));
  for (const name of ['one', 'another'])
    say(modern('tools/call', { name: 'echo' }, { client: name }).message);
  await heard(3);
  assert.equal(toolbox.clients.length, 3);
  assert.equal(new Set(toolbox.clients).size, 1);
});
