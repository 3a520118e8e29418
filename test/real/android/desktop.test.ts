import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { Phone } from '../../../packages/android/src/phone.ts';
import { AndroidDesktop } from '../../../packages/android/src/desktop.ts';
import { AndroidSource } from '@handeye/android/source';
import { roleOf } from '../../../packages/android/src/screen/roles.ts';
import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { DesktopWindow } from '@handeye/core/device/desktop';
import { Registry } from '@handeye/core/device/registry';
import type { AndroidRelease } from '@handeye/virtual-phone';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { inTreeOrder } from '@handeye/screen/desktop/tree-order';
import type { Facts, Tree } from '@handeye/screen/desktop/facts';
import { makeNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { phoneShell } from '../../../packages/virtual-phone/test/commands/phone-shell.ts';
import { hostKey } from '@handeye/testing/attached';
import { patientLimits } from '@handeye/testing/patience';
import { calculator, form, windowOf } from '@handeye/testing/screens';
import { callers } from '@handeye/testing/tools';

/** A virtual phone with the calculator in front, and its desktop. */
async function calculatorPhone(t: TestContext, release: AndroidRelease) {
  const keyFolder = await mkdtemp(join(tmpdir(), 'handeye-'));
  t.after(() => rm(keyFolder, { recursive: true, force: true }));
  const { phone, run } = await phoneShell(t, { release });
  await run('am start -W -n com.android.calculator2/.Calculator');
  return { keyFolder, address: `tcp:${phone.serial}` };
}

for (const release of [5, 14] as const) {
  describe(`the desktop tools on Android ${release}`, () => {
    const open = async (t: TestContext) => {
      const { keyFolder, address } = await calculatorPhone(t, release);
      const source = new AndroidSource({ keyFolder, key: hostKey, addresses: [address] });
      const registry = new Registry({ sources: [source], configured: [address] });
      t.after(() => registry.close());
      return callers(createToolbox({ registry, toolsets: ['desktop'], limits: patientLimits }));
    };

    test('list the windows of the screen, the one in front first', async (t) => {
      const { windows } = (await (await open(t)).json('list_windows')) as { windows: DesktopWindow[] };
      const [front] = windows;
      assert.ok(front);
      // Accessibility gives the titles of windows since Android 7.
      assert.equal(front.app, release === 5 ? 'com.android.calculator2' : 'Calculator');
      assert.ok(front.pid > 0);
      assert.deepEqual([front.frontmost, front.minimized], [true, false]);
      assert.ok(front.size.width > 300 && front.size.height > 300);
    });

    test('read an application by its package and find its elements by common roles', async (t) => {
      const { json, fails } = await open(t);
      const { tree } = (await json('get_ui_tree', { app: 'com.android.calculator2' })) as { tree: Tree };
      assert.equal(tree.role, 'application');
      assert.equal(tree.identifier, 'com.android.calculator2');
      const [window] = tree.children;
      assert.ok(window);
      assert.match(window.path, /^app\(\d+\)\/window\[/);
      const criteria = { app: 'com.android.calculator2', role: 'button', title: '7' };
      const { elements } = (await json('find_element', criteria)) as { elements: Facts[] };
      assert.deepEqual(
        elements.map(({ title, nativeRole, actions }) => ({ title, nativeRole, actions })),
        [{ title: '7', nativeRole: 'android.widget.Button', actions: ['click'] }],
      );
      const refusal = await fails('get_ui_tree', { app: 'com.example.none' }, 'element_not_found');
      assert.match(refusal, /"error_type":"app_not_running"/);
    });
  });
}

describe('a phone as a desktop', () => {
  const desktopShowing = async (t: TestContext, view: View) => {
    const { address } = await calculatorPhone(t, 14);
    const phones = new AdbDevices({ key: hostKey, addresses: [address] });
    t.after(() => phones.close());
    let looks = 0;
    const look = () => {
      looks += 1;
      return Promise.resolve(view);
    };
    const desktop = new AndroidDesktop(new Phone(phones.phone(address)), { sdk: 34, look });
    const during = <T>(work: (call: Call) => Promise<T>) =>
      withinLimit({ clock: realClock, limit: 10_000 }, work);
    return { desktop, during, looks: () => looks };
  };

  test('tells a tree of 100,000 levels and one of 200,000 children, and who has the focus in it', async (t) => {
    const place = { left: 0, top: 0, right: 100, bottom: 100 };
    let levels = makeNode({ bounds: place, focused: true, editable: true, text: 'innermost' });
    for (let level = 0; level < 100_000; level += 1) levels = makeNode({ bounds: place, children: [levels] });
    const children = Array.from({ length: 200_000 }, () => makeNode({ bounds: place }));
    for (const [root, count] of [
      [levels, 100_003],
      [makeNode({ bounds: place, children: [...children, levels] }), 300_004],
    ] as const) {
      const { desktop, during } = await desktopShowing(t, {
        ...calculator(),
        windows: [windowOf(root, { app: 'com.android.calculator2' })],
      });
      const [app] = await during((call) => desktop.applications(call));
      const tree = await during((call) => desktop.tree(app!, call));
      assert.equal(inTreeOrder(tree, { pid: 1 }).length, count);
      const focused = await during((call) => desktop.focused(app, call));
      assert.equal(focused?.node.value, 'innermost');
    }
  });

  test('calls an application by its label where the phone tells the titles of windows', async (t) => {
    const view = calculator();
    const titled = windowOf(view.windows[0]?.root, { app: 'com.android.calculator2', title: 'Calculator' });
    const { desktop, during } = await desktopShowing(t, { ...view, windows: [titled] });
    const [app] = await during((call) => desktop.applications(call));
    assert.deepEqual([app?.name, app?.id], ['Calculator', 'com.android.calculator2']);
    assert.ok(app && app.pid > 0);
  });

  test('calls it by its package where titles are names of components', async (t) => {
    const view = calculator();
    const titled = windowOf(view.windows[0]?.root, { app: 'com.a', title: 'com.a/com.a.Main' });
    const { desktop, during } = await desktopShowing(t, { ...view, windows: [titled] });
    assert.deepEqual(await during((call) => desktop.applications(call)), [
      { name: 'com.a', id: 'com.a', pid: 0 },
    ]);
  });

  test('looks once a call, however much is asked', async (t) => {
    const { desktop, during, looks } = await desktopShowing(t, form());
    await during(async (call) => {
      const [app] = await desktop.applications(call);
      assert.ok(app);
      await desktop.tree(app, call);
    });
    assert.equal(looks(), 1);
    await during((call) => desktop.windows(undefined, call));
    assert.equal(looks(), 2);
  });

  test('knows the focused field, its value and its label', async (t) => {
    const { desktop, during } = await desktopShowing(t, form({ focused: 'name', name: 'Ada' }));
    const focus = await during((call) => desktop.focused(undefined, call));
    assert.ok(focus);
    const { role, title, value, identifier, actions } = focus.node;
    assert.deepEqual(
      { role, title, value, identifier, actions },
      {
        role: 'textfield',
        title: 'Your name',
        value: 'Ada',
        identifier: 'com.example.app:id/name',
        actions: ['click', 'long-click', 'set-text'],
      },
    );
    assert.equal(focus.app.id, 'com.example.app');
  });

  test('has no focus where nothing has it', async (t) => {
    const { desktop, during } = await desktopShowing(t, form());
    assert.equal(await during((call) => desktop.focused(undefined, call)), undefined);
  });
});

test('classes have roles, whatever library they come from', () => {
  for (const [className, role] of [
    ['android.widget.Button', 'button'],
    ['androidx.appcompat.widget.AppCompatButton', 'button'],
    ['com.google.android.material.checkbox.MaterialCheckBox', 'checkbox'],
    ['androidx.appcompat.widget.SwitchCompat', 'switch'],
    ['android.widget.EditText', 'textfield'],
    ['android.widget.TextView', 'text'],
    ['androidx.recyclerview.widget.RecyclerView', 'list'],
    ['android.widget.FrameLayout', 'group'],
    ['constructor', 'group'],
    [undefined, 'group'],
  ] as const) {
    assert.equal(roleOf({ className, editable: false, password: false }), role);
  }
  const field = { className: 'com.example.Field', editable: true };
  assert.equal(roleOf({ ...field, password: false }), 'textfield');
  assert.equal(roleOf({ ...field, password: true }), 'passwordfield');
});
