import {
  hierarchyXml,
  windowsXml,
} from '../../packages/virtual-phone/src/commands/uiautomator/hierarchy-xml.ts';
import { goTo, type Hand, type Stop, stops } from '../../scripts/phone-stops.ts';
import type { DumpedScreen } from './screen.ts';

/** `uiautomator dump --windows` came with Android 11. */
const WINDOWS_SINCE = 11;

const SETTINGS = 'com.android.settings/.Settings';

/** Pages of the settings that are not in the tour: states of switches, and every language's own name. */
const pages: readonly Stop[] = [
  'Network & internet',
  'Connected devices',
  'Apps',
  'Notifications',
  'Battery',
  'Storage',
  'Sound & vibration',
  'Display',
  'Accessibility',
  'Security & privacy',
  'Location',
].flatMap((title) =>
  ([9, 14] as const).map((release) => ({
    title: `Settings: ${title}, Android ${release}`,
    open: SETTINGS,
    release,
    walk: ({ scrollTo, tap }: Hand) => {
      scrollTo(title);
      tap(title);
    },
  })),
);

const languages: Stop = {
  title: 'Settings: languages',
  open: 'com.android.settings/.Settings$LocalePickerActivity',
};

/** The virtual phone's screens, as its own uiautomator writes them. */
export function phoneScreens(): DumpedScreen[] {
  return [...stops, ...pages, languages].flatMap((stop) => {
    const hand = goTo(stop);
    const { phone } = hand;
    const windows = phone.windows();
    const root = windows.find(({ active }) => active)?.root();
    const { width, height } = phone.display.size;
    const options = { rotation: 0, screen: { left: 0, top: 0, right: width, bottom: height } };
    const all = windows.map((window) => {
      const { id, title, kind, bounds, active, focused, layer } = window;
      return { id, title, kind, bounds, active, focused, layer, root: window.root(), children: [] };
    });
    phone.shutDown();
    if (!root) return [];
    const dumped = { group: 'virtual phone', name: stop.title, xml: hierarchyXml(root, options) };
    return [
      (stop.release ?? 14) >= WINDOWS_SINCE ? { ...dumped, windowsXml: windowsXml(all, options) } : dumped,
    ];
  });
}
