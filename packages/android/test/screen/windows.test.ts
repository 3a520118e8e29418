import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readHierarchy } from '../../src/screen/hierarchy.ts';
import { WindowKeys } from '../../src/screen/window-keys.ts';
import { parseWindowList, unreadWindows } from '../../src/screen/window-list.ts';
import { windowsOf } from '../../src/screen/windows.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
import { recordedDump, recordedOutput } from '../recorded.ts';

const screen = { width: 1080, height: 2400 };

interface Said {
  readonly id?: number;
  readonly type: string;
  readonly title?: string;
  readonly bounds?: string;
  readonly focused?: boolean;
  readonly active?: boolean;
  readonly layer?: number;
  readonly app?: string;
  readonly inner?: string;
}

function windowXml({ id, type, title = '', bounds = '[0,0][1080,2400]', ...said }: Said): string {
  const { focused = false, active = false, layer, app = 'com.example', inner } = said;
  const root = inner ?? `<hierarchy rotation="0"><node package="${app}" bounds="${bounds}" /></hierarchy>`;
  return (
    `<window index="0" title="${title}" bounds="${bounds}" active="${active}" focused="${focused}"` +
    `${id === undefined ? '' : ` id="${id}"`}${layer === undefined ? '' : ` layer="${layer}"`} type="${type}">${root}</window>`
  );
}

const displays = (...windows: string[]) =>
  `<displays><display id="0">${windows.join('')}</display></displays>`;
const read = (xml: string) => windowsOf(readHierarchy(xml), { screen });

const STATUS_BAR = windowXml({
  id: 7,
  type: 'TYPE_SYSTEM',
  title: 'Status bar',
  bounds: '[0,0][1080,80]',
  layer: 9,
  app: 'com.android.systemui',
});
const MAIL = windowXml({
  id: 3,
  type: 'TYPE_APPLICATION',
  title: 'Mail',
  focused: true,
  active: true,
  layer: 0,
  app: 'com.mail',
});

test('the focused window comes first, then the others from the top down, each with its kind', () => {
  const keyboard = windowXml({
    id: 5,
    type: 'TYPE_INPUT_METHOD',
    bounds: '[0,1500][1080,2400]',
    layer: 4,
    app: 'com.keys',
  });
  const seen = read(displays(STATUS_BAR, keyboard, MAIL));
  assert.deepEqual(
    seen.map(({ key, type, title, app, active }) => [key, type, title, app, active]),
    [
      ['#3', 'application', 'Mail', 'com.mail', true],
      ['#7', 'system', 'Status bar', 'com.android.systemui', false],
      ['#5', 'keyboard', undefined, 'com.keys', false],
    ],
  );
});

test('a keyboard that claims the focus and the whole screen is neither active nor in the way of the screen', () => {
  const key = '<node package="com.keys" clickable="true" text="q" bounds="[0,1600][100,1700]"/>';
  const inner = `<hierarchy rotation="0"><node package="com.keys" bounds="[0,0][1080,2400]">${key}</node></hierarchy>`;
  const keyboard = windowXml({
    id: 5,
    type: 'TYPE_INPUT_METHOD',
    focused: true,
    active: true,
    layer: 4,
    inner,
  });
  const [active, other] = read(displays(keyboard, windowXml({ id: 3, type: 'TYPE_APPLICATION', layer: 0 })));
  assert.equal(active?.key, '#3');
  assert.deepEqual(other?.bounds, { left: 0, top: 1600, right: 100, bottom: 1700 });
});

test('a smaller window over another one of the same application is a dialog', () => {
  const dialog = windowXml({
    id: 4,
    type: 'TYPE_APPLICATION',
    bounds: '[100,800][980,1500]',
    layer: 1,
    focused: true,
    app: 'com.mail',
  });
  const below = windowXml({ id: 3, type: 'TYPE_APPLICATION', layer: 0, app: 'com.mail' });
  assert.deepEqual(
    read(displays(dialog, below)).map(({ key, type }) => [key, type]),
    [
      ['#4', 'dialog'],
      ['#3', 'application'],
    ],
  );
  const beside = windowXml({
    id: 4,
    type: 'TYPE_APPLICATION',
    bounds: '[0,0][1080,1000]',
    layer: 1,
    app: 'com.mail',
  });
  const other = windowXml({
    id: 3,
    type: 'TYPE_APPLICATION',
    bounds: '[0,1000][1080,2400]',
    layer: 0,
    app: 'com.mail',
  });
  assert.deepEqual(
    read(displays(beside, other)).map(({ type }) => type),
    ['application', 'application'],
  );
});

test('a popup listed for itself and inside its parent is one window', () => {
  const popup = windowXml({ id: 9, type: 'TYPE_APPLICATION', bounds: '[0,100][500,600]', layer: 2 });
  const inner = `${popup}<hierarchy rotation="0"><node package="com.example" bounds="[0,0][1080,2400]"/></hierarchy>`;
  const parent = windowXml({ id: 3, type: 'TYPE_APPLICATION', layer: 0, inner });
  assert.deepEqual(
    read(displays(popup, parent)).map(({ key }) => key),
    ['#9', '#3'],
  );
});

test('windows of another display are left out of this one', () => {
  const xml = `<displays><display id="0">${MAIL}</display><display id="2">${STATUS_BAR}</display></displays>`;
  assert.deepEqual(
    read(xml).map(({ key }) => key),
    ['#3'],
  );
  assert.deepEqual(
    windowsOf(readHierarchy(xml), { screen }, 2).map(({ key }) => key),
    ['#7'],
  );
});

test('a window that could not be read is there without a root, and one without an id has a steady key', () => {
  const unread = windowXml({ type: 'TYPE_SYSTEM', title: 'Shade', inner: '' });
  const [, shade] = read(displays(unread, MAIL));
  assert.deepEqual([shade?.root, shade?.key], [undefined, 'system Shade']);
});

test('a plain dump takes the focused window’s name, if it is the same application’s', () => {
  const dumped = readHierarchy(recordedDump('35-alert-ok-cancel'));
  const app = 'io.appium.android.apis';
  const focused = { hash: '2a2b', title: `${app}/${app}.app.AlertDialogSamples`, app };
  const [window] = windowsOf(dumped, { screen, focused });
  assert.deepEqual([window?.key, window?.title], ['#2a2b', focused.title]);
  const [stranger] = windowsOf(dumped, { screen, focused: { ...focused, app: 'com.other' } });
  assert.deepEqual([stranger?.key, stranger?.title], [app, undefined]);
});

test('a dump with several roots shows each as a window', () => {
  const node = (app: string) => `<node package="${app}" bounds="[0,0][1080,2400]"/>`;
  const xml = `<hierarchy rotation="0">${node('com.mail')}${node('com.android.systemui')}</hierarchy>`;
  assert.deepEqual(
    read(xml).map(({ app, type, active }) => [app, type, active]),
    [
      ['com.mail', 'application', true],
      ['com.android.systemui', 'system', false],
    ],
  );
});

describe('of several roots in one dump, the active one', () => {
  const root = (app: string, bounds: string, touchable = true) =>
    `<node package="${app}" bounds="${bounds}"><node package="${app}" text="x" clickable="${touchable}" bounds="${bounds}"/></node>`;
  const seen = (roots: readonly string[], app?: string) => {
    const focused = app === undefined ? undefined : { hash: '2a2b', title: `${app}/.Main`, app };
    const xml = `<hierarchy rotation="0">${roots.join('')}</hierarchy>`;
    return windowsOf(readHierarchy(xml), { screen, focused });
  };
  const STRIP = root('com.android.systemui', '[500,0][580,99]');
  const BAR = root('com.android.systemui', '[0,0][1080,80]');
  const PANEL = root('com.example.edge', '[1038,400][1080,700]');
  const APP = root('com.mail', '[0,0][1080,2400]');
  const LOWER = root('com.notes', '[0,1300][1080,2400]');

  for (const [what, roots, focus, active] of [
    [
      'is the largest that takes touches, wherever it stands',
      [STRIP, BAR, PANEL, APP],
      undefined,
      'com.mail',
    ],
    [
      'is not a larger one that takes none',
      [root('com.wall', '[0,0][1080,2400]', false), LOWER],
      undefined,
      'com.notes',
    ],
    ['is the focused application’s', [PANEL, APP, LOWER], 'com.notes', 'com.notes'],
    ['is never a strip, whatever has the focus', [PANEL, APP], 'com.example.edge', 'com.mail'],
    ['is never the keyboard', [root('com.x.inputmethod', '[0,0][1080,2400]'), LOWER], undefined, 'com.notes'],
  ] as const) {
    test(what, () => {
      const [first, ...others] = seen(roots, focus);
      assert.deepEqual([first?.app, first?.active], [active, true]);
      assert.equal(others.length, roots.length - 1);
      assert.ok(others.every((window) => !window.active));
    });
  }

  test('is the dialog over its own application, and only it has the focused window’s name', () => {
    const dialog = root('com.mail', '[100,800][980,1500]');
    const [first, second] = seen([STRIP, dialog, APP], 'com.mail');
    assert.deepEqual([first?.type, first?.bounds.top, first?.title], ['dialog', 800, 'com.mail/.Main']);
    assert.equal(second?.title, undefined);
  });
});

test('the recorded list of windows tells kind, place and what is on the screen', () => {
  const list = parseWindowList(recordedOutput('dumpsys-window-windows'));
  const named = (title: string) => list.find((window) => window.title === title);
  assert.equal(list.length, 9);
  assert.deepEqual(named('StatusBar')?.bounds, { left: 0, top: 0, right: 480, bottom: 25 });
  assert.deepEqual([named('StatusBar')?.type, named('StatusBar')?.visible], ['system', true]);
  assert.deepEqual([named('SearchPanel')?.visible, named('KeyguardScrim')?.visible], [false, false]);
  assert.equal(named('io.appium.android.apis/io.appium.android.apis.ApiDemos')?.type, 'application');
  assert.deepEqual(unreadWindows(list, [], new WindowKeys()), []);
});

test('a keyboard and a popup that a plain dump leaves out are known with what they cover; a secure window is known', () => {
  const output = `WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #7 Window{82dd42b u0 InputMethod}:
    mDisplayId=0 mOwnerUid=10186 package=com.keys appop=NONE
    mAttrs={(0,0)(fillxfill) gr=BOTTOM ty=INPUT_METHOD fmt=TRANSPARENT
      fl=NOT_FOCUSABLE LAYOUT_IN_SCREEN}
    mGivenContentInsets=[0,1613][0,0] mGivenVisibleInsets=[0,1613][0,0]
    touchable region=SkRegion((0,1784,1440,2960))
    mHasSurface=true isReadyForDisplay()=true
    mFrame=[0,171][1440,2960] last=[0,171][1440,2960]
  Window #6 Window{2ec u0 PopupWindow:2ec}:
    mDisplayId=0 package=com.bank appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(100x100) ty=1000 fl=#1820000 fmt=-3}
    mHasSurface=true isReadyForDisplay()=true
    mFrame=[53,146][480,400] last=[0,0][0,0]
  Window #5 Window{bad u0 com.bank/com.bank.Main}:
    mDisplayId=0 package=com.bank appop=NONE
    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION wanim=0x1030461
      fl=SECURE LAYOUT_IN_SCREEN HARDWARE_ACCELERATED}
    mHasSurface=true isReadyForDisplay()=true
    Frames: parent=[0,0][1440,2960] display=[0,0][1440,2960] frame=[0,0][1440,2960]
    isVisible=true
  Window #4 Window{b17 u0 com.old/com.old.Main}:
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) ty=1 fl=#81812100 fmt=-3}
    mHasSurface=false
`;
  const list = parseWindowList(output);
  assert.deepEqual(
    list.map(({ type, visible, secure }) => [type, visible, secure]),
    [
      ['keyboard', true, false],
      ['dialog', true, false],
      ['application', true, true],
      ['application', false, true],
    ],
  );
  assert.deepEqual(
    unreadWindows(list, [], new WindowKeys()).map(({ key, type, bounds }) => [key, type, bounds.top]),
    [
      ['#82dd42b', 'keyboard', 1784],
      ['#2ec', 'dialog', 146],
    ],
  );
  const popup = {
    key: '#2ec',
    type: 'application',
    title: undefined,
    app: undefined,
    active: true,
    root: undefined,
  } as const;
  const bounds = { left: 0, top: 0, right: 1, bottom: 1 };
  assert.equal(unreadWindows(list, [{ ...popup, bounds }], new WindowKeys()).length, 1);
});

test('a window keeps its key, and its elements their ids, from one form of dump to the other', () => {
  const bounds = { left: 0, top: 0, right: 1080, bottom: 2400 };
  const listed = [
    {
      hash: 'abc1234',
      title: 'Mail',
      app: 'com.mail',
      type: 'application',
      bounds,
      visible: true,
      secure: false,
      recents: false,
      touchable: true,
      overlay: false,
    },
  ] as const;
  const focused = { hash: 'abc1234', title: 'com.mail/.Main', app: 'com.mail' };
  const button = '<node package="com.mail" class="android.widget.Button" text="Send" bounds="[0,0][90,90]"/>';
  const root = `<hierarchy rotation="0"><node package="com.mail" bounds="[0,0][1080,2400]">${button}</node></hierarchy>`;
  const form = {
    plain: root,
    windows: displays(
      STATUS_BAR,
      windowXml({ id: 3, type: 'TYPE_APPLICATION', title: 'Mail', focused: true, layer: 0, inner: root }),
    ),
  };
  for (const order of [
    ['windows', 'plain', 'windows'],
    ['plain', 'windows', 'plain'],
  ] as const) {
    const keys = new WindowKeys();
    const identity = createIdentity();
    const ids = order.map((name) => {
      const windows = windowsOf(readHierarchy(form[name]), { screen, focused, listed, keys });
      const view = {
        app: 'com.mail',
        activity: undefined,
        screen: { ...screen, density: 400 },
        awake: true,
        windows,
        notes: [],
      };
      return identity.identify(view).elements.find(({ node }) => node.text === 'Send')?.id;
    });
    assert.ok(ids[0]);
    assert.deepEqual(ids, [ids[0], ids[0], ids[0]], order.join(', '));
  }
});

test('of windows in one place only the focused one is known to be the one that the window manager names', () => {
  const bounds = { left: 0, top: 0, right: 1080, bottom: 2400 };
  const window = {
    title: 'Mail',
    app: 'com.mail',
    type: 'application',
    bounds,
    visible: true,
    secure: false,
    recents: false,
    touchable: true,
    overlay: false,
  } as const;
  const listed = [
    { ...window, hash: 'aaa1111' },
    { ...window, hash: 'bbb2222' },
  ];
  const focused = { hash: 'aaa1111', title: 'Mail', app: 'com.mail' };
  const upper = windowXml({ id: 4, type: 'TYPE_APPLICATION', focused: true, layer: 1, app: 'com.mail' });
  const lower = windowXml({ id: 3, type: 'TYPE_APPLICATION', layer: 0, app: 'com.mail' });
  const keys = new WindowKeys();
  windowsOf(readHierarchy(displays(upper, lower)), { screen, focused, listed, keys });
  assert.deepEqual([keys.ofListed('aaa1111'), keys.ofListed('bbb2222')], ['#4', '#bbb2222']);
});

test('Recents is known by what the system says of its activity, from Android 9 on, whoever made it', () => {
  const paragraph = (
    hash: string,
    app: string,
    type: string,
    shown = true,
  ) => `  Window #1 Window{${hash} u0 ${app}/${app}.Main}:
    mDisplayId=0 stackId=5 package=${app} appop=NONE
    mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=BASE_APPLICATION fmt=TRANSPARENT}
    mFullConfiguration={1.0 310mcc260mnc [en_US] ldltr sw411dp w411dp h866dp 420dpi nrml long port finger -keyb/v/h winConfig={ mBounds=Rect(0, 0 - 1080, 2400) mAppBounds=Rect(0, 0 - 1080, 2274) mWindowingMode=fullscreen mActivityType=${type}} s.6}
    mHasSurface=${shown} isReadyForDisplay()=${shown}
    mFrame=[0,0][1080,2400] last=[0,0][1080,2400]
`;
  const marked = (type: string, shown = true) =>
    windowsOf(
      readHierarchy(displays(windowXml({ id: 1, type: '1', app: 'com.maker.multitask', focused: true }))),
      {
        screen,
        listed: parseWindowList(
          paragraph('a1', 'com.maker.multitask', type, shown) + paragraph('b2', 'com.example', 'standard'),
        ),
      },
    ).map(({ recents }) => recents === true);
  assert.deepEqual(marked('recents'), [true]);
  assert.deepEqual(marked('recents', false), [false], 'it was left');
  assert.deepEqual(marked('home'), [false]);
  assert.deepEqual(marked('standard'), [false]);
});
