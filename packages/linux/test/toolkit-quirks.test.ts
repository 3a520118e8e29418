import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from './accessible.ts';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Accessible } from '../src/atspi/accessible.ts';
import { AppReader } from '../src/atspi/app-reader.ts';
import { Caller } from '../src/atspi/caller.ts';
import { withOpenMenus } from '../src/atspi/toolkits/gail-menus.ts';
import { askGtkItem, askIsSecondMenuBar } from '../src/atspi/toolkits/gtk3.ts';
import type { MethodCall } from '../src/dbus/message.ts';
import type { Value } from '../src/dbus/value.ts';
import { isScrollArea } from '../src/screen/scroll-areas.ts';
import { adviceFor } from '../src/screen/toolkit-advice.ts';

/** AT-SPI's numbers of roles. */
const ROLES = { 'menu item': 35, 'push button': 43 } as const;
const nothing: readonly Value[] = [[]];

/** A reader of an application that replies like this; `asked` collects what it was asked. */
function readerOf(toolkit: string, reply: (method: MethodCall) => readonly Value[]) {
  const asked: string[] = [];
  const call = callWithoutDeadline(realClock, new AbortController().signal);
  const caller = new Caller((method) => {
    asked.push(method.member);
    return Promise.resolve(reply(method));
  }, call);
  return { reader: new AppReader(caller, { app: 'app', toolkit, usesAtkBridge: true }), asked };
}

test('what a menu item of GTK 3 is is asked once; of everything else each time', async () => {
  const role = (path: string) => (path === '/item' ? ROLES['menu item'] : ROLES['push button']);
  const { reader, asked } = readerOf('gtk', ({ member, path }) =>
    member === 'GetRole' ? [role(path)] : nothing,
  );
  for (const [path, again] of [
    ['/item', ['GetState', 'GetAll']],
    ['/button', ['GetRole', 'GetState', 'GetInterfaces', 'GetAll']],
  ] as const) {
    const first = await askGtkItem(reader, { bus: ':1.1', path });
    asked.length = 0;
    assert.deepEqual(await askGtkItem(reader, { bus: ':1.1', path }), first);
    assert.deepEqual(asked, again);
  }
});

test('the menu bar that LibreOffice has beside that of GTK is known by having no place', async () => {
  const place = { drawn: [0, 0, 800, 25], other: [0, 0, 0, 0] };
  const isSecond = (extents: readonly number[], parent: Accessible['role']) => {
    const { reader } = readerOf('gtk', () => [extents]);
    const item = { ...element('menu bar', undefined), ...noCacheFacts };
    return askIsSecondMenuBar(reader, item, { ...element(parent, [0, 0, 800, 600]), ...noCacheFacts });
  };
  assert.equal(await isSecond(place.other, 'root pane'), true);
  assert.equal(await isSecond(place.drawn, 'root pane'), false);
  assert.equal(await isSecond(place.other, 'panel'), false);
});

const noCacheFacts = { children: undefined, childCount: undefined, objectAttributes: undefined };

test('in GTK 2, the items of the menu that its menu bar has selected are showing, and no others', async () => {
  const item = (name: string) => element('menu item', undefined, { name, is: ['visible'] });
  const file = element('menu', [0, 0, 40, 20], { name: 'File' }, item('Open'), item('Quit'));
  const edit = element('menu', [40, 0, 40, 20], { name: 'Edit' }, item('Undo'));
  const bar = element('menu bar', [0, 0, 800, 20], {}, file, edit);
  const selected = (path: string): Value =>
    path === bar.reference.path ? [file.reference.bus, file.reference.path] : ['', '/org/a11y/atspi/null'];
  const { reader } = readerOf('GAIL', ({ member, path }) =>
    member === 'GetSelectedChild' ? [selected(path)] : [[0, 20, 100, 20]],
  );
  const opened = await withOpenMenus(reader, bar);
  const showing = opened.children
    .flatMap(({ children }) => children)
    .filter(({ states, bounds }) => states.has('showing') && bounds?.top === 20);
  assert.deepEqual(
    showing.map(({ name }) => name),
    ['Open', 'Quit'],
  );
});

test('the wheel scrolls panes, and item views of Qt that hold more than they show', () => {
  const pane = (...children: Accessible[]) => element('scroll pane', [0, 0, 100, 100], {}, ...children);
  const row = (top: number) => element('list item', [0, top, 100, 20], {});
  const list = (...rows: Accessible[]) => element('list', [0, 0, 100, 100], {}, ...rows);
  assert.equal(isScrollArea(pane(row(0)), 'gtk'), true);
  // LibreOffice's menu bar lies in a scroll pane that never scrolls.
  assert.equal(isScrollArea(pane(element('menu bar', [0, 0, 100, 20], {})), 'gtk'), false);
  assert.equal(isScrollArea(list(row(0), row(90)), 'Qt'), true);
  assert.equal(isScrollArea(list(row(0), row(20)), 'Qt'), false);
  assert.equal(isScrollArea(list(row(0), row(90)), 'gtk'), false);
  // Thunar calls its scroll pane a directory pane; its scroll bar identifies it.
  const bar = element('scroll bar', [90, 0, 10, 100], {});
  assert.equal(isScrollArea(element('directory pane', [0, 0, 100, 100], {}, bar), 'gtk'), true);
});

test('the libraries of a process identify its toolkit; of several, the one that loads the others', () => {
  const gtk = '7f00 r-xp /usr/lib/x86_64-linux-gnu/libgtk-3.so.0\n';
  assert.match(adviceFor(gtk), /GTK program/);
  assert.match(adviceFor(`${gtk}7f01 r-xp /usr/lib/jvm/java-17/lib/server/libjvm.so\n`), /Java program/);
  assert.match(adviceFor(`${gtk}7f01 r--p /opt/app/icudtl.dat\n`), /Electron/);
  assert.match(adviceFor(`${gtk}7f01 r-xp /usr/lib/firefox-esr/libxul.so\n`), /Mozilla/);
  assert.match(adviceFor('7f00 r-xp /usr/lib/libgtk-x11-2.0.so.0\n'), /GTK_MODULES=gail:atk-bridge/);
  assert.match(adviceFor('7f00 r-xp /usr/lib/libQt6Core.so.6\n'), /QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1/);
  assert.match(adviceFor('7f00 r-xp /usr/bin/xterm\n'), /draws its window itself/);
});
