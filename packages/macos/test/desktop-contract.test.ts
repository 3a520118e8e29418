// The contract of the desktop tools: the same tests as for every desktop, on a fake Mac.
import { after } from 'node:test';
import type { Application } from '@handeye/core/device/desktop';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { desktopContract } from '@handeye/testing/desktop-contract/contract';
import { nodeIn, type ScriptedApp } from '@handeye/testing/scripted-desktop';
import type { FakeElement, FakeWorld } from './fake/world.ts';
import { sharedMac } from './house.ts';
import { box, display } from './worlds.ts';

const onMac = sharedMac({ after });

desktopContract(async (apps, options) => {
  const { mac, ...tools } = await onMac(worldOf(apps), options);
  return {
    ...tools,
    becomes(others) {
      mac.become(worldOf(others));
    },
  };
});

/** The same applications, as the Mac's libraries report them. */
function worldOf(apps: readonly ScriptedApp[]): FakeWorld {
  const front = apps.find(({ windows }) => windows.some(({ frontmost }) => frontmost)) ?? apps.find(hasFocus);
  return {
    displays: [display],
    ...(front && { frontmost: front.pid }),
    applications: apps.map((app) => ({
      pid: app.pid,
      name: app.name,
      ...(app.id !== undefined && { bundleId: app.id }),
      tree: { ...elementOf(app.tree, app), children: app.tree.children.map((one) => windowOf(one, app)) },
      ...(hasFocus(app) && { focus: focusKey(app) }),
    })),
    windows: apps.flatMap((app) =>
      app.windows.map(({ title, position: { x, y }, size: { width, height }, minimized }, index) => ({
        number: app.pid * 100 + index,
        pid: app.pid,
        owner: app.name,
        title,
        bounds: box(x, y, width, height),
        onScreen: !minimized,
      })),
    ),
  };
}

function windowOf(node: DesktopNode, app: ScriptedApp): FakeElement {
  const told = app.windows[app.tree.children.indexOf(node)];
  const element = elementOf(node, app);
  if (!told) return element;
  const { position, size, minimized, frontmost } = told;
  return {
    ...element,
    bounds: box(position.x, position.y, size.width, size.height),
    attributes: { ...element.attributes, AXMinimized: minimized, AXMain: frontmost },
  };
}

function elementOf(node: DesktopNode, app: Application): FakeElement {
  const { nativeRole, title, value, identifier, bounds, actions, attributes, focused } = node;
  const given = Object.entries(attributes).flatMap(([name, told]) => (told === null ? [] : [[name, told]]));
  return {
    ...(focused && { key: focusKey(app) }),
    role: nativeRole,
    ...(title !== undefined && { title }),
    ...(value !== undefined && { value }),
    ...(bounds && {
      bounds: box(bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top),
    }),
    attributes: {
      ...(Object.fromEntries(given) as Record<string, string>),
      ...(identifier !== undefined && { AXIdentifier: identifier }),
    },
    actions,
    children: node.children.map((child) => elementOf(child, app)),
  };
}

function hasFocus({ tree }: ScriptedApp): boolean {
  return nodeIn(tree, ({ focused }) => focused) !== undefined;
}

function focusKey({ pid }: Application): string {
  return `focus of ${pid}`;
}
