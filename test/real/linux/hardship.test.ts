import assert from 'node:assert/strict';
import test from 'node:test';
import { DeviceError } from '../../../src/device/errors.ts';
import { PrivateDesktop, until } from './desktop-session.ts';

test('a stopped application costs its own calls their time; windows and other applications answer', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const stopped = await desktop.launch('mousepad', [], /Mousepad/);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const port = await desktop.port();
  const apps = await desktop.during((call) => port.applications(call));
  const [editor, calculator] = ['mousepad', 'gnome-calculator'].map((name) =>
    apps.find((app) => app.name === name),
  );
  assert.ok(editor && calculator);
  stopped.kill('SIGSTOP');
  const [hung, windows, tree, again] = await Promise.all([
    failure(desktop.during((call) => port.tree(editor, call), 20_000)),
    desktop.during((call) => port.windows(undefined, call)),
    desktop.during((call) => port.tree(calculator, call)),
    desktop.during((call) => port.applications(call)),
  ]);
  assert.equal(hung.kind, 'timeout');
  assert.match(hung.message, /'mousepad' does not answer/);
  assert.deepEqual(windows.map(({ app }) => app).sort(), ['gnome-calculator', 'mousepad']);
  assert.equal(tree.children.length, 1);
  assert.deepEqual(again.map(({ name }) => name).sort(), apps.map(({ name }) => name).sort());
  stopped.kill('SIGCONT');
  assert.ok((await desktop.during((call) => port.tree(editor, call))).children.length > 0);
});

test('an application that was killed is element_not_found, and its elements are gone', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const killed = await desktop.launch('gnome-calculator', [], /Calculator/);
  const port = await desktop.port();
  const [app] = await desktop.during((call) => port.applications(call));
  assert.ok(app);
  const seven = await desktop.find('text', '7');
  killed.kill('SIGKILL');
  await until('the end of the application', async () => {
    const left = await desktop.during((call) => port.applications(call));
    return left.length === 0;
  });
  const gone = await failure(desktop.during((call) => port.tree(app, call)));
  assert.equal(gone.kind, 'element_not_found');
  assert.match(
    await desktop.tools.fails('click_element', { element_id: seven }, 'permission_denied'),
    /window/,
  );
});

test('the focus is what the window manager says, however many elements claim it', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  await desktop.launch('mousepad', [], /Mousepad/);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const port = await desktop.port();
  const apps = await desktop.during((call) => port.applications(call));
  const editor = apps.find(({ name }) => name === 'mousepad');
  const focused = await desktop.during((call) => port.focused(undefined, call));
  assert.equal(focused?.app.name, 'gnome-calculator');
  assert.equal(await desktop.during((call) => port.focused(editor, call)), undefined);
});

async function failure(work: Promise<unknown>): Promise<DeviceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DeviceError) return error;
    throw error;
  }
  throw new Error('it should have failed');
}
