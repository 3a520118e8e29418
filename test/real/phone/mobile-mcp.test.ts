import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import sharp from 'sharp';
import type { PrivateAdb } from '@handeye/testing/private-adb';
import { androidHome } from './android-sdk.ts';
import { connectedPhone } from './real-phone.ts';

const SERVER = fileURLToPath(new URL('../node_modules/@mobilenext/mobile-mcp/lib/index.js', import.meta.url));

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

interface ListedElement {
  readonly text?: string;
  readonly label?: string;
  readonly identifier?: string;
  readonly coordinates: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** mobile-mcp as its users run it, over plain adb, with its telemetry off and a home of its own. */
async function mobileMcp(t: TestContext, adb: PrivateAdb, device: string) {
  const home = await mkdtemp(join(tmpdir(), 'handeye-mobile-mcp-'));
  const environment: Record<string, string> = {
    ...adb.environment,
    HOME: home,
    ANDROID_HOME: await androidHome(adb),
    MOBILEMCP_LEGACY_ROBOT: '1',
    MOBILEMCP_DISABLE_TELEMETRY: '1',
  };
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: environment,
      stderr: 'ignore',
    }),
  );
  t.after(async () => {
    await client.close();
    await endDaemon(home);
    await rm(home, { recursive: true, force: true });
  });
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<readonly Content[]> => {
    const result = await client.callTool({ name: `mobile_${name}`, arguments: args });
    const content = result.content as readonly Content[];
    assert.notEqual(result.isError, true, JSON.stringify(content));
    return content;
  };
  const text = async (name: string, args: Record<string, unknown> = {}) =>
    (await call(name, { device, ...args })).map((part) => part.text ?? '').join('\n');
  const elements = async (): Promise<readonly ListedElement[]> => {
    const answer = await text('list_elements_on_screen', { format: 'json' });
    return JSON.parse(answer.slice(answer.indexOf('['))) as readonly ListedElement[];
  };
  const click = async (what: string) => {
    const found = (await elements()).find((one) =>
      [one.text, one.label, one.identifier].some(
        (name) => name === what || name?.endsWith(`/${what}`) === true,
      ),
    );
    assert.ok(found, `${what} is on the screen`);
    const { x, y, width, height } = found.coordinates;
    await text('click_on_screen_at_coordinates', {
      x: Math.round(x + width / 2),
      y: Math.round(y + height / 2),
    });
  };
  return { call, text, elements, click };
}

/** Its helper mobilecli leaves a process behind, which names itself in its home. */
async function endDaemon(home: string): Promise<void> {
  const file = await readFile(join(home, '.mobilecli', 'daemon.pid'), 'utf8').catch(() => undefined);
  if (file === undefined) return;
  const { pid } = JSON.parse(file) as { readonly pid: number };
  process.kill(pid);
}

test('mobile-mcp, unmodified, finds the phone and computes 7 + 3 in its calculator', async (t) => {
  const { phone, adb } = await connectedPhone(t);
  const { call, text, elements, click } = await mobileMcp(t, adb, phone.serial);
  const listed = (await call('list_available_devices')).map((part) => part.text).join();
  assert.ok(listed.includes(phone.serial), listed);
  assert.match(await text('list_apps'), /com\.android\.calculator2/);
  await text('launch_app', { packageName: 'com.android.calculator2' });
  for (const key of ['7', 'plus', '3', 'equals']) await click(key);
  assert.ok((await elements()).some((one) => one.text === '10'));
});

test('mobile-mcp types, swipes, presses keys, turns the phone and takes a screenshot', async (t) => {
  const { phone, adb } = await connectedPhone(t);
  const { call, text, elements, click } = await mobileMcp(t, adb, phone.serial);
  await text('launch_app', { packageName: 'com.android.contacts' });
  const names = async () => (await elements()).map((one) => one.text);
  const before = await names();
  await text('swipe_on_screen', { direction: 'up' });
  assert.notDeepEqual(await names(), before);
  await click('search_view');
  await text('type_keys', { text: 'grace hop', submit: false });
  assert.ok((await names()).includes('Grace Hopper'));
  assert.match(await text('get_screen_size'), /1080x2400/);
  const picture = (await call('take_screenshot', { device: phone.serial })).find(
    (part) => part.type === 'image',
  );
  const { width, height } = await sharp(Buffer.from(picture?.data ?? '', 'base64')).metadata();
  assert.equal(Math.round((height / width) * 100), 222);
  await text('set_orientation', { orientation: 'landscape' });
  assert.equal(phone.framework.display.rotation, 1);
  await text('press_button', { button: 'HOME' });
  assert.equal(phone.framework.resumedActivity()?.package, 'com.android.launcher3');
});
