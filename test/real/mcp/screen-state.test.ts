import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { permissionDenied } from '@handeye/core/device/errors';
import type { ScriptedDevice } from '@handeye/testing/scripted-device';
import { servedOverHttp, TOKEN } from './scripted-house.ts';

/** Asks for the screen state as a client on the network does. */
async function screenState(
  t: TestContext,
  args: Record<string, unknown>,
  prepare: (device: ScriptedDevice) => void = () => undefined,
) {
  const { url, device } = await servedOverHttp(t);
  prepare(device);
  const client = new Client({ name: 'tests', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${TOKEN}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  t.after(() => client.close());
  const { content, isError } = await client.callTool({ name: 'get_screen_state', arguments: args });
  return { content, isError, device };
}

test('a client gets the screen as flat rows below four lines, without structural nodes', async (t) => {
  const { content } = await screenState(t, {});
  assert.equal(content.length, 1);
  const [item] = content;
  assert.ok(item?.type === 'text');
  const [note, app, screen, header, ...rows] = item.text.split('\n');
  assert.equal(note, 'note:structural-only nodes are omitted from the tree');
  assert.match(app ?? '', /^app:com\.example\.app activity:\.MainActivity$/);
  assert.match(screen ?? '', /^screen:1080x2400 density:420 orientation:portrait$/);
  assert.equal(header, 'id\tclass\ttext\tdesc\tres_id\tbounds\tflags');
  assert.ok(rows.every((row) => /^node_\d+\t/.test(row) && row.split('\t').length === 7));
  assert.match(item.text, /\tButton\tSend\t/);
  assert.doesNotMatch(item.text, /FrameLayout/);
});

test('a client that asks for a screenshot gets the text and a JPEG', async (t) => {
  const { content } = await screenState(t, { include_screenshot: true });
  assert.deepEqual(
    content.map(({ type }) => type),
    ['text', 'image'],
  );
  const image = content[1];
  assert.ok(image?.type === 'image');
  assert.equal(image.mimeType, 'image/jpeg');
  const { format, width, height } = await sharp(Buffer.from(image.data, 'base64')).metadata();
  assert.deepEqual({ format, width, height }, { format: 'jpeg', width: 315, height: 700 });
});

test('no picture is taken for a client that does not ask for one', async (t) => {
  const { device } = await screenState(t, {});
  assert.deepEqual(device.deeds, [{ did: 'look', picture: false }]);
});

test('a client of a device that is not ready is told why', async (t) => {
  const { content, isError } = await screenState(t, {}, (device) => {
    device.react = () => {
      throw permissionDenied('Accept the key on the phone.');
    };
  });
  assert.equal(isError, true);
  assert.deepEqual(content, [{ type: 'text', text: 'Accept the key on the phone.' }]);
});
