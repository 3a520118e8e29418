import type { Kind } from '../act.ts';
import type { Element } from '../../ui/snapshot.ts';
import { isInstaller, isPermissionAsker } from './apps.ts';
import { type Pressed, pressedBy } from './screen/pressed.ts';
import { factsOf } from './screen/window-facts.ts';
import { askedAbout, cancels, meaningOf } from './text/label-meaning.ts';

/** Buttons of the permission dialog, whoever shows it: AOSP's names, which vendors keep. */
const GRANTS = /:id\/permission_(?:allow|location_accuracy_radio_fine|allow_\w+)_?(?:button|radio\w*)?$/;
const REFUSES = /:id\/(?:permission_(?:deny|no_upgrade|dont_allow)\w*|deny\w*|cancel\w*|button_?cancel)$/;
const ANDROID_NO = 'android:id/button2';
const SYSTEM_UI = 'com.android.systemui';

/** What a press in a dialog of the system does that asks for a permission or installs. */
export function kindsInSystemDialogs(element: Element, app: string | undefined): Kind[] {
  const { resourceId = '' } = element.node;
  if (GRANTS.test(resourceId)) return ['permission'];
  const projects = app === SYSTEM_UI && asksForScreen(element);
  if (!isPermissionAsker(app) && !isInstaller(app) && !projects) return [];
  const pressed = pressedBy(element);
  const named = pressed.node.resourceId ?? '';
  if (REFUSES.test(named) || named === ANDROID_NO || pressed.labels.some(cancels)) return [];
  // Rows of the list of permissions lead to pages.
  if (isPermissionAsker(app) && pressed.control === 'row') return [];
  return isInstaller(app) ? installerKinds(pressed, element) : ['permission'];
}

const SCREEN_REQUEST = /MediaProjection|UsbConfirm|UsbPermission|ScreenRecord/;

/** SystemUI asks whether an application may record the screen or use a USB device. */
function asksForScreen({ window }: Element): boolean {
  return SCREEN_REQUEST.test(window.title ?? '');
}

/** The installer also removes, and asked for permissions up to Android 9. */
function installerKinds({ labels }: Pressed, { window }: Element): Kind[] {
  const said = new Set<Kind>(labels.flatMap((label) => [...meaningOf(label).said.keys()]));
  if (said.has('delete')) return ['permission', 'delete'];
  if (said.has('install')) return ['permission', 'install'];
  if (said.has('permission')) return ['permission'];
  const asked = new Set([...factsOf(window).texts()].flatMap(askedAbout));
  const kinds = (['delete', 'install'] as const).filter((kind) => asked.has(kind));
  return ['permission', ...kinds];
}
