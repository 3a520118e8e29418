import { HeadsUp } from './heads-up.ts';
import { Keyboard } from './keyboard.ts';
import { navigationBar } from './navigation-bar.ts';
import { NotificationRows } from './notification-rows.ts';
import { shade } from './shade.ts';
import { statusBar } from './status-bar.ts';
import type { Framework } from '../system/framework.ts';
import { nodesOf } from '../windows/surface.ts';
import { keyboardTop } from '../windows/keyboard-top.ts';
import type { SystemSurfaces, Windows } from '../windows/windows.ts';

/** Creates the system's permanent windows. */
export function systemSurfaces(phone: Framework, windows: Windows): SystemSurfaces {
  const { display } = phone;
  const systemUi = { package: 'com.android.systemui', focusable: false, touchable: true };
  const keyboard: Keyboard = new Keyboard(phone.textInput, () => {
    surfaces.keyboard.invalidate();
    phone.events.send('contentChanged', 'com.android.inputmethod.latin');
  });
  const rows = new NotificationRows(phone, {
    changed: () => {
      surfaces.shade.invalidate();
      phone.events.send('contentChanged', 'com.android.systemui');
    },
    focus: (id) => {
      const node = [...nodesOf(surfaces.shade.root())].find(({ view }) => view.id === id);
      if (node !== undefined) phone.textInput.focus(surfaces.shade, node);
    },
  });
  const surfaces: SystemSurfaces = {
    parts: [keyboard, rows, new HeadsUp(phone, windows)],
    statusBar: windows.make({
      ...systemUi,
      kind: 'statusBar',
      title: 'StatusBar',
      view: () => statusBar(phone),
      frame: () => display.statusBar,
    }),
    navigationBar: windows.make({
      ...systemUi,
      kind: 'navigationBar',
      title: phone.shape.release >= 12 ? 'NavigationBar0' : 'NavigationBar',
      view: () => navigationBar(phone),
      frame: () => display.navigationBar,
    }),
    shade: windows.make({
      ...systemUi,
      focusable: true,
      kind: 'shade',
      // Up to Android 10 the shade is the expanded window of the status bar.
      title: phone.shape.release >= 12 ? 'NotificationShade' : 'StatusBar',
      view: () => shade(phone, windows.shade === 'quickSettings', rows),
      // Android 5's shade ends above the navigation bar (recorded); later ones extend below it and keep their rows above it.
      frame: () => (phone.shape.release <= 5 ? display.appFrame : display.bounds),
      onBack: () => {
        phone.collapseShade();
      },
    }),
    keyboard: windows.make({
      kind: 'keyboard',
      title: 'InputMethod',
      package: 'com.android.inputmethod.latin',
      focusable: false,
      touchable: true,
      view: () => keyboard.view((display.appFrame.bottom - display.safeArea.bottom) / display.scale),
      frame: () => ({ ...display.appFrame, top: keyboardTop(display, phone.textInput) }),
    }),
    shadeClosed: () => {
      if (surfaces.shade.states.focus !== undefined) phone.textInput.hide();
      rows.reset();
      surfaces.shade.states.forget();
    },
  };
  return surfaces;
}
