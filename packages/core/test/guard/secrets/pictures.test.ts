import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { callWithoutDeadline } from '../../../src/call/call.ts';
import { realClock } from '../../../src/call/clock.ts';
import { Concealment } from '../../../src/guard/secrets/concealment.ts';
import type { Bounds } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { opened } from '../../../src/tools/frame/pictures/picture.ts';
import type { ToolResult } from '../../../src/tools/frame/toolbox.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { box, form, full, node, viewOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedRecorder } from '@handeye/testing/scripted-record';
import { bench } from '@handeye/testing/tools';
import { CANARY } from '@handeye/testing/canary';

const PIN = '4821';
const LONG = `correct-horse ${CANARY} 42`;
const NAME = box(60, 320, 1020, 440);
const PASSWORD = box(60, 480, 1020, 600);

/** Stripes: whatever is one colour in a picture of them was painted. */
async function stripes() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2400"><defs><pattern id="p" width="40" height="40"
    patternUnits="userSpaceOnUse"><rect width="40" height="40" fill="white"/><rect width="20" height="40"/></pattern></defs>
    <rect width="1080" height="2400" fill="url(#p)"/></svg>`;
  return { bytes: await sharp(Buffer.from(svg)).png().toBuffer() };
}

async function screenOf(view: View, options: { files?: string; folder?: string } = {}) {
  const device = new ScriptedDevice(view);
  device.picture = await stripes();
  const concealment = new Concealment({
    secrets: [
      { name: 'PIN', app: undefined, value: PIN },
      { name: 'LONG', app: undefined, value: LONG },
    ],
  });
  const { files } = options;
  return bench(view, {
    device,
    concealment,
    toolsets: ['device', 'first-generation', 'record'],
    clock: realClock,
    ...(files !== undefined && { files }),
  });
}

/** JPEG blurs the edges of what is painted by a block of eight pixels. */
const MARGIN = 8;

/** How many levels apart the pixels of a part of the screen are at most, without its outermost ones. */
async function spreadOf(result: ToolResult, part: Bounds, shows: Bounds = full): Promise<number> {
  const item = result.content.find(({ type }) => type === 'image');
  assert.ok(item?.type === 'image', JSON.stringify(result).slice(0, 300));
  const { data, info } = await sharp(Buffer.from(item.data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const across = info.width / (shows.right - shows.left);
  const down = info.height / (shows.bottom - shows.top);
  let [least, most, count] = [255, 0, 0];
  const [left, right] = [
    (part.left - shows.left) * across + MARGIN,
    (part.right - shows.left) * across - MARGIN,
  ];
  const [top, bottom] = [(part.top - shows.top) * down + MARGIN, (part.bottom - shows.top) * down - MARGIN];
  for (let y = Math.ceil(top); y < bottom; y += 1) {
    for (let x = Math.ceil(left); x < right; x += 1) {
      for (const channel of [0, 1, 2]) {
        const level = data[(y * info.width + x) * 3 + channel] ?? 0;
        [least, most, count] = [Math.min(least, level), Math.max(most, level), count + 1];
      }
    }
  }
  assert.ok(count > 100, 'the part is in the picture');
  return most - least;
}

/**
 * What is painted is one colour exactly, as the test of its pixels shows. A JPEG keeps blocks of 8 or 16 pixels as sums of waves: one
 * that lies half on what is painted passes a little of its other half on. In a small picture a field is hardly higher than
 * two blocks.
 */
const ONE_COLOUR = 24;

async function isPainted(...of: Parameters<typeof spreadOf>): Promise<void> {
  const spread = await spreadOf(...of);
  assert.ok(spread <= ONE_COLOUR, `one colour, but they are ${spread} apart`);
}

async function isShown(...of: Parameters<typeof spreadOf>): Promise<void> {
  const spread = await spreadOf(...of);
  assert.ok(spread > 100, `stripes, but they are only ${spread} apart`);
}

test('pictures paint over a field that a secret was typed into, and over nothing else', async () => {
  const { call, text, idOf, device } = await screenOf(form({ focused: 'name' }));
  const look = { include_screenshot: true };
  await isShown(await call('get_screen_state', look), NAME);
  await text('set_text', { element_id: await idOf('name'), text: '{{PIN}}' });
  device.view = form({ name: PIN, focused: 'name' });
  const whole = await call('capture_screenshot', { quality: 90 });
  for (const result of [await call('get_screen_state', look), whole]) {
    await isPainted(result, NAME);
    await isShown(result, PASSWORD);
  }
  // In full size there are blocks that lie inside of it: each is one colour.
  const { left, top, right, bottom } = NAME;
  const inside = { left: left + MARGIN, top: top + MARGIN, right: right - MARGIN, bottom: bottom - MARGIN };
  assert.equal(await spreadOf(whole, inside), 0);
  device.view = form({ focused: 'name' });
  await text('get_screen_state');
  await isShown(await call('get_screen_state', look), NAME);
});

test('every pixel of such a field is the same grey before anything else is done with a picture', async () => {
  const device = new ScriptedDevice(form({ name: LONG }));
  device.picture = await stripes();
  const concealed = new Concealment({ secrets: [{ name: 'LONG', app: undefined, value: LONG }] }).conceal(
    device,
  );
  const { picture } = await concealed.look(
    { picture: true },
    callWithoutDeadline(realClock, new AbortController().signal),
  );
  const { image, width } = await opened(picture!);
  const data = await image.removeAlpha().raw().toBuffer();
  const levels = new Set<number>();
  for (let y = NAME.top; y < NAME.bottom; y += 1)
    for (const level of data.subarray((y * width + NAME.left) * 3, (y * width + NAME.right) * 3))
      levels.add(level);
  assert.deepEqual([...levels], [0x60]);
});

test('so do a crop of the field and a picture with marks', async () => {
  const { toolbox, device, idOf, text } = await screenOf(form({ focused: 'name' }));
  const id = await idOf('name');
  await text('set_text', { element_id: id, text: '{{PIN}}' });
  device.view = form({ name: PIN, focused: 'name' });
  const lean = toolbox.servedAs?.({ screen: 'lean' });
  const { signal } = new AbortController();
  const crop = await lean?.call('get_screen_state', { crop: id }, { signal });
  assert.ok(crop);
  await isPainted(crop, NAME, NAME);
  const marked = await lean?.call('get_screen_state', { marks: true }, { signal });
  assert.ok(marked);
  // Its mark is in a corner.
  await isPainted(marked, { ...NAME, left: 300, right: 700 });
});

test('a password field is painted over while it holds a secret: the last character may show', async () => {
  const { call, text, idOf, device } = await screenOf(form({ focused: 'secret' }));
  await text('set_text', { element_id: await idOf('secret'), text: '{{LONG}}' });
  device.view = form({ secret: LONG, focused: 'secret' });
  const result = await call('get_screen_state', { include_screenshot: true });
  await isPainted(result, PASSWORD);
});

test('whatever shows a long value is painted over, typed or not', async () => {
  const note = box(60, 800, 1020, 900);
  const view = viewOf(
    node('FrameLayout', full, { children: [node('TextView', note, { text: `it is ${LONG}` })] }),
  );
  const { call } = await screenOf(view);
  const result = await call('get_screen_state', { include_screenshot: true });
  await isPainted(result, note);
});

test('a screen that cannot be read is painted over as a whole while a field may show a secret', async () => {
  const { call, text, idOf, device } = await screenOf(form({ focused: 'name' }));
  await text('set_text', { element_id: await idOf('name'), text: '{{PIN}}' });
  device.view = viewOf(undefined);
  const unread = await call('capture_screenshot');
  await isPainted(unread, full);
  device.view = viewOf(undefined, { app: 'com.example.game' });
  await isShown(await call('capture_screenshot'), full);
});

async function filming(t: TestContext) {
  const files = await scratchFolder(t);
  const tools = await screenOf(form({ focused: 'name' }), { files });
  tools.device.services = { recorder: scriptedRecorder() };
  return { ...tools, files: () => readdir(files) };
}

test('no film begins on a screen that shows a secret, and no secret is typed while one runs', async (t) => {
  const { fails, text, idOf, device } = await filming(t);
  device.view = form({ name: LONG });
  assert.match(
    await fails('start_recording', {}, 'permission_denied'),
    /secret of the user is on the screen/,
  );
  device.view = form({ focused: 'name' });
  await text('start_recording');
  const typing = { element_id: await idOf('name'), text: '{{PIN}}' };
  assert.match(await fails('set_text', typing, 'permission_denied'), /Call stop_recording first/);
  assert.match(await text('stop_recording'), /mp4/);
  await text('set_text', typing);
});

test('a film on which a secret was seen is not kept', async (t) => {
  const { fails, text, device, files } = await filming(t);
  await text('start_recording');
  device.view = form({ name: LONG });
  await text('get_screen_state');
  device.view = form();
  assert.match(await fails('stop_recording', {}, 'permission_denied'), /it was deleted/);
  assert.deepEqual(await files(), []);
});
