import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { DeviceError } from '@handeye/core/device/errors';
import { toDeviceError } from '../src/errors.ts';
import { openDisplay } from '../src/open-display.ts';
import { WaylandConnection } from '../src/wayland/connection.ts';
import { CompositorGone, HelperFailed, ProtocolError } from '../src/wayland/errors.ts';
import { Outputs } from '../src/wayland/outputs.ts';
import { parsePpm } from '../src/wayland/picture.ts';
import { Registry } from '../src/wayland/registry.ts';
import { windowsIn } from '../src/wayland/sway-windows.ts';
import type { WaylandMessage } from '../src/wayland/wire.ts';
import { ArgumentReader, encodeRequest, WaylandSplitter } from '../src/wayland/wire.ts';

const during = <T>(work: (call: Call) => Promise<T>) =>
  withinLimit({ clock: realClock, limit: 10_000 }, work);

/** A compositor that answers each request with the events that `onRequest` returns, in pieces of a few bytes. */
async function compositor(
  t: TestContext,
  onRequest: (request: WaylandMessage, client: Socket) => readonly Buffer[],
): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-wayland-'));
  const server = createServer((client) => {
    const splitter = new WaylandSplitter();
    client.setNoDelay(true);
    client.on('error', () => undefined);
    client.on('data', (bytes) => {
      for (const request of splitter.push(bytes)) {
        const answer = Buffer.concat([...onRequest(request, client)]);
        for (let at = 0; at < answer.length; at += 5) client.write(answer.subarray(at, at + 5));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'wayland-7'), resolve));
  t.after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  return { XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: 'wayland-7', PATH: '' };
}

/** The answer to wl_display.sync: the callback is done, and its id can be used again. */
function synced({ object, opcode, body }: WaylandMessage): Buffer[] | undefined {
  if (object !== 1 || opcode !== 0) return undefined;
  const callback = body.readUInt32LE(0);
  return [encodeRequest(callback, 0, [0]), encodeRequest(1, 1, [callback])];
}

/** A compositor with these globals; a bound output sends its events. */
function offering(globals: readonly string[], outputEvents: (id: number) => Buffer[] = () => []) {
  let registry = 0;
  return (request: WaylandMessage): Buffer[] => {
    if (request.object === 1 && request.opcode === 1) {
      registry = request.body.readUInt32LE(0);
      return globals.map((name, index) => encodeRequest(registry, 0, [index + 1, name, 3]));
    }
    if (request.object === registry) {
      const args = new ArgumentReader(request.body);
      args.uint();
      const [name, , id] = [args.string(), args.uint(), args.uint()];
      return name === 'wl_output' ? outputEvents(id) : [];
    }
    return synced(request) ?? [];
  };
}

test('arguments are written and read with their padding, numbers below zero and fractions too', () => {
  const bytes = encodeRequest(7, 3, [1, -2, 'wl_shm', { fixed: -1.5 }, '']);
  assert.equal(bytes.readUInt16LE(6), bytes.length);
  const [message, ...others] = new WaylandSplitter().push(bytes);
  assert.deepEqual([message?.object, message?.opcode, others.length], [7, 3, 0]);
  const args = new ArgumentReader(message?.body ?? assert.fail());
  assert.deepEqual(
    [args.uint(), args.int(), args.string(), args.int(), args.string()],
    [1, -2, 'wl_shm', -384, ''],
  );
});

test('a message without a sensible length ends the reading', () => {
  assert.throws(() => new WaylandSplitter().push(Buffer.alloc(8)), RangeError);
});

test('events that arrive in pieces are understood, and ids are used again', async (t) => {
  const ids: number[] = [];
  const environment = await compositor(t, (request) => {
    ids.push(request.body.readUInt32LE(0));
    return synced(request) ?? [];
  });
  const connection = await during((call) => WaylandConnection.connect(environment, call));
  for (let time = 0; time < 3; time++) await connection.sync();
  connection.close();
  assert.deepEqual([...new Set(ids)], [2]);
  await assert.rejects(connection.sync(), CompositorGone);
});

test('the size of the screen is logical: scaled, turned, and around all monitors', async (t) => {
  const monitor = (x: number, transform: number, scale: number) => (id: number) => [
    encodeRequest(id, 0, [x, -100, 300, 200, 0, 'make', 'a model', transform]),
    encodeRequest(id, 1, [1, 1920, 1080, 60_000]),
    encodeRequest(id, 1, [0, 640, 480, 60_000]),
    encodeRequest(id, 3, [scale]),
  ];
  const monitors = [monitor(-540, 1, 2), monitor(0, 0, 1)];
  const environment = await compositor(
    t,
    offering(['wl_output', 'wl_output'], (id) => (monitors.shift() ?? (() => []))(id)),
  );
  const connection = await during((call) => WaylandConnection.connect(environment, call));
  t.after(() => {
    connection.close();
  });
  const screen = await during(async (call) => {
    const outputs = new Outputs(connection, await Registry.read(connection, call));
    return outputs.screen(call);
  });
  assert.deepEqual(screen, { width: 540 + 1920, height: 1080, density: 96 });
});

test('a compositor without a virtual pointer reports its size, and why the rest is missing', async (t) => {
  const events = (id: number) => [encodeRequest(id, 1, [1, 1024, 640, 60_000])];
  const environment = await compositor(t, offering(['wl_output'], events));
  const location = { display: undefined, wayland: true };
  const display = await during((call) => openDisplay(location, environment, call));
  t.after(() => display?.close());
  assert.deepEqual(await during(async (call) => display?.screen(call)), {
    width: 1024,
    height: 640,
    density: 96,
  });
  assert.equal(display?.pointer, undefined);
  assert.match(display?.missing.pointer ?? '', /offers no way to its mouse/);
});

test('a wlroots compositor says which programs are missing, and how to get them', async (t) => {
  const globals = [
    'zwlr_virtual_pointer_manager_v1',
    'zwp_virtual_keyboard_manager_v1',
    'zwlr_screencopy_manager_v1',
  ];
  const environment = await compositor(t, offering(globals));
  const location = { display: undefined, wayland: true };
  const display = await during((call) => openDisplay(location, environment, call));
  t.after(() => display?.close());
  assert.ok(display?.pointer);
  assert.equal(display.keyboard, undefined);
  assert.match(display.missing.keyboard ?? '', /wtype, which is not installed: install wtype/);
  assert.match(display.missing.picture ?? '', /grim, which is not installed/);
  assert.match(display.missing.clipboard ?? '', /does not offer zwlr_data_control_manager_v1/);
  assert.match(display.missing.windows ?? '', /does not tell where windows are/);
});

test('a request that the compositor refuses ends the connection with its reason', async (t) => {
  const environment = await compositor(t, (request) =>
    request.opcode === 9 ? [encodeRequest(1, 0, [1, 1, 'no such request'])] : (synced(request) ?? []),
  );
  const connection = await during((call) => WaylandConnection.connect(environment, call));
  connection.send(1, 9);
  await assert.rejects(
    connection.sync(),
    (error) => error instanceof ProtocolError && error.message.includes('no such request'),
  );
  assert.equal(connection.ended, true);
  connection.close();
});

test('a compositor that goes away ends the display, and a new one is opened', async (t) => {
  const clients: Socket[] = [];
  const answer = offering(['zwlr_virtual_pointer_manager_v1']);
  const environment = await compositor(t, (request, client) => {
    if (!clients.includes(client)) clients.push(client);
    return answer(request);
  });
  const location = { display: undefined, wayland: true };
  const open = async () =>
    (await during((call) => openDisplay(location, environment, call))) ?? assert.fail();
  const first = await open();
  assert.equal(first.ended, false);
  for (const client of clients) client.destroy();
  await assert.rejects(
    during((call) => first.screen(call)),
    CompositorGone,
  );
  assert.ok(first.ended);
  const second = await open();
  assert.equal(second.ended, false);
  await second.close();
});

test('without a compositor there is no display', async () => {
  const environment = { XDG_RUNTIME_DIR: tmpdir(), WAYLAND_DISPLAY: 'wayland-of-nobody' };
  const location = { display: undefined, wayland: true };
  assert.equal(await during((call) => openDisplay(location, environment, call)), undefined);
});

test('errors of the compositor and of its programs say what to do next', () => {
  const gone = toDeviceError(new CompositorGone('the Wayland compositor closed the connection'));
  assert.ok(gone instanceof DeviceError);
  assert.match(gone.message, /^The Wayland compositor closed the connection\. Try again/);
  const failed = toDeviceError(new HelperFailed('grim failed (exit 1): no output'));
  assert.ok(failed instanceof DeviceError);
  assert.equal(failed.kind, 'action_failed');
});

test('a picture is read from a PPM; one that was cut off is refused', () => {
  const file = Buffer.concat([Buffer.from('P6\n2 1\n255\n'), Buffer.from([1, 2, 3, 4, 5, 6])]);
  const { bytes, raw } = parsePpm(file);
  assert.deepEqual([[...bytes], raw], [[1, 2, 3, 4, 5, 6], { width: 2, height: 1, channels: 3 }]);
  assert.throws(() => parsePpm(file.subarray(0, -1)), HelperFailed);
});

const rectangle = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const none = rectangle(0, 0, 0, 0);
const node = (id: number, parts: object) => ({
  ...{ id, name: String(id), type: 'con', focused: false, nodes: [], floating_nodes: [] },
  ...{ rect: none, window_rect: none, deco_rect: none },
  ...parts,
});

test('sway’s windows are listed topmost first, with places from the corner of all monitors', () => {
  const tiled = node(5, {
    ...{ pid: 50, app_id: 'org.gnome.Calculator', visible: true, shell: 'xdg_shell' },
    rect: rectangle(100, 25, 640, 480),
    window_rect: rectangle(2, 0, 636, 478),
    deco_rect: rectangle(0, 0, 640, 25),
  });
  const hidden = node(6, { pid: 60, visible: false });
  const floating = node(7, { type: 'floating_con', pid: 70, visible: true, focused: true });
  const dialog = node(8, {
    ...{ type: 'floating_con', pid: 80, app_id: null, visible: true, shell: 'xwayland' },
    window_properties: { class: 'Gimp', window_type: 'dialog' },
  });
  const full = node(9, { pid: 90, visible: true, fullscreen_mode: 1 });
  const workspace = node(4, {
    ...{ type: 'workspace', nodes: [hidden, tiled, full], floating_nodes: [floating, dialog] },
    ...{ fullscreen_mode: 1, focus: [5, 6] },
  });
  const tree = node(1, { type: 'root', nodes: [node(3, { type: 'output', nodes: [workspace] })] });
  const windows = windowsIn(tree, { x: 100, y: 0 });
  assert.deepEqual(
    windows.map(({ id }) => id),
    [9, 8, 7, 5, 6],
  );
  const [, ofX, active, calculator, last] = windows;
  assert.deepEqual(calculator?.bounds, { left: 0, top: 0, right: 640, bottom: 505 });
  assert.deepEqual(calculator.clientBounds, { left: 2, top: 25, right: 638, bottom: 503 });
  assert.deepEqual([calculator.desktopId, calculator.hasOwnCoordinates], ['org.gnome.Calculator', true]);
  assert.deepEqual([ofX?.kind, ofX?.className, ofX?.hasOwnCoordinates], ['dialog', 'Gimp', false]);
  assert.deepEqual([active?.active, last?.minimized], [true, true]);
});
