import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { DeviceError } from '@handeye/core/device/errors';
import { browse } from './browse.ts';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { failureOf, ownTools } from './own-tools.ts';

const desktopFor = sharedDesktop();

test('only calls to a stopped application wait; windows and other applications answer meanwhile', async (t) => {
  const desktop = await desktopFor(t);
  const stopped = await desktop.launch('mousepad', [], /Mousepad/);
  const { pid } = await desktop.launch('gnome-calculator', [], /Calculator/);
  const tools = await ownTools(t, desktop, { tree: 4000 });
  await tools.json('list_windows');
  stopped.kill('SIGSTOP');
  const answered: string[] = [];
  const note = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work;
    answered.push(name);
    return result;
  };
  const [hung, { windows }, { elements }, focus] = await Promise.all([
    note('hung', failureOf(tools, 'get_ui_tree', { app: 'mousepad' })),
    note('windows', tools.json('list_windows')),
    note('search', tools.json('find_element', { app: pid, role: 'button', title: '7' })),
    note('focus', tools.json('get_focused_element')),
  ]);
  assert.equal(answered.at(-1), 'hung');
  assert.equal(hung.error_type, 'timeout');
  assert.match(hung.message, /'mousepad' does not answer/);
  assert.deepEqual((windows as { app: string }[]).map(({ app }) => app).sort(), [
    'gnome-calculator',
    'mousepad',
  ]);
  assert.deepEqual(
    (elements as { title: string }[]).map(({ title }) => title),
    ['7'],
  );
  assert.equal(focus.hasFocus, true);
  stopped.kill('SIGCONT');
  assert.ok((await tools.json('get_ui_tree', { app: 'mousepad' })).tree);
});

test('a stopped application in front is named in the screen state after one timeout, not one per node', async (t) => {
  const desktop = await desktopFor(t);
  const stopped = await desktop.launch('mousepad', [], /Mousepad/);
  const field = await desktop.find('class_name', 'textarea');
  stopped.kill('SIGSTOP');
  // It has hundreds of nodes: waiting for each would end the call at its limit of a minute.
  assert.match(await desktop.tools.text('get_screen_state'), /'mousepad' does not answer/);
  const click = await desktop.tools.fails('click_element', { element_id: field }, 'timeout');
  assert.match(click, /'mousepad' does not answer/);
  stopped.kill('SIGCONT');
  // Its elements were not readable, but not gone: they keep their ids.
  await desktop.tools.text('click_element', { element_id: field });
});

test('an application that ends while it is read is an error, never half a tree', async (t) => {
  const desktop = await desktopFor(t);
  const killed = await desktop.launch('mousepad', [], /Mousepad/);
  const tools = await ownTools(t, desktop, {});
  await tools.json('get_ui_tree', { app: 'mousepad' });
  killed.kill('SIGSTOP');
  const reading = failureOf(tools, 'get_ui_tree', { app: 'mousepad' });
  await desktop.tools.json('list_windows');
  killed.kill('SIGKILL');
  const { error_type, guidance } = await reading;
  assert.equal(error_type, 'stale_element');
  assert.match(guidance ?? '', /Read it again/);
});

test('an application that was killed is not running, and its elements are gone', async (t) => {
  const desktop = await desktopFor(t);
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
  const { error_type } = await failureOf(desktop.tools, 'get_ui_tree', { app: app.pid });
  assert.equal(error_type, 'app_not_running');
  await desktop.tools.fails('click_element', { element_id: seven }, 'element_not_found');
});

test('a dialog opened by a click can be read and used, although GTK3 blocks until it is closed', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('mousepad', [], /Mousepad/);
  const cancel = await openAndCancel(desktop);
  await desktop.tools.fails('click_element', { element_id: cancel }, 'element_not_found');
});

test('dialogs that come and go leave no connection behind', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('mousepad', [], /Mousepad/);
  const connections = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;
  await openAndCancel(desktop);
  const after = connections();
  for (let times = 0; times < 3; times += 1) await openAndCancel(desktop);
  await until('as many connections as after the first', () => connections() <= after);
});

/** Opens a dialog by a click and closes it by another. Returns the id of the element that closed it. */
async function openAndCancel(desktop: PrivateDesktop): Promise<string> {
  const isOpen = async () => (await desktop.tools.text('get_screen_state')).includes('activity:Open');
  await desktop.click('Open...');
  await until('the dialog', isOpen);
  const cancel = await desktop.find('text', 'Cancel');
  await desktop.tools.text('click_element', { element_id: cancel });
  await until('its end', async () => !(await isOpen()));
  return cancel;
}

test('a hundred concurrent calls to three applications are answered correctly, while a fourth starts and ends', async (t) => {
  const desktop = await desktopFor(t);
  const calculator = await desktop.launch('gnome-calculator', [], /Calculator/);
  await desktop.launch('mousepad', [], /Mousepad/);
  await desktop.launch('speedcrunch', [], /SpeedCrunch/);
  const tools = await ownTools(t, desktop, {});
  const kinds = [
    async () => {
      const { elements } = await tools.json('find_element', {
        app: calculator.pid,
        role: 'button',
        title: '7',
      });
      assert.deepEqual(
        (elements as { title: string }[]).map(({ title }) => title),
        ['7'],
      );
    },
    async () => {
      const { tree } = await tools.json('get_ui_tree', { app: 'mousepad', depth: 4 });
      assert.equal((tree as { title: string }).title, 'mousepad');
    },
    async () => {
      const { resultCount } = await tools.json('get_ui_tree', { app: 'SpeedCrunch', depth: 100 });
      assert.ok(Number(resultCount) > 100);
    },
    async () => {
      const { windows } = await tools.json('list_windows');
      const apps = (windows as { app: string }[]).map(({ app }) => app);
      for (const app of ['gnome-calculator', 'mousepad', 'SpeedCrunch']) assert.ok(apps.includes(app));
    },
    async () => {
      const { error_type } = await failureOf(tools, 'get_ui_tree', { app: 'nobody' });
      assert.equal(error_type, 'app_not_running');
    },
  ];
  const visitor = (async () => {
    for (let visit = 0; visit < 3; visit++) {
      const guest = spawn('zenity', ['--info', '--text=Hello'], {
        env: desktop.environment,
        stdio: 'ignore',
      });
      await until('the guest', async () => {
        const { windows } = await tools.json('list_windows');
        return (windows as { pid: number }[]).some(({ pid }) => pid === guest.pid);
      });
      guest.kill('SIGKILL');
      await once(guest, 'exit');
    }
  })();
  await Promise.all(Array.from({ length: 100 }, (_, at) => kinds[at % kinds.length]!()));
  await visitor;
});

test('a page that changes all the time can be read, without what disappeared meanwhile', async (t) => {
  const desktop = await desktopFor(t);
  const { pid } = await browse(desktop, { rows: 300, restless: true });
  await desktop.find('resource_id', 'send');
  const tools = await ownTools(t, desktop, {});
  for (let time = 0; time < 5; time++) {
    const { elements } = await tools.json('find_element', { app: pid, role: 'button', title: 'Send' });
    assert.equal((elements as unknown[]).length, 1);
  }
});

test('the window manager decides about the focus, however many elements have the state', async (t) => {
  const desktop = await desktopFor(t);
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
