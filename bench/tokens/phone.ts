import { hierarchyXml } from '../../packages/virtual-phone/src/commands/uiautomator/hierarchy-xml.ts';
import { goTo, type Hand, type Stop, stops } from '../../scripts/phone-stops.ts';
import type { DumpedScreen } from './screen.ts';

const SETTINGS = 'com.android.settings/.Settings';

/** Pages of the settings that the tour leaves out: states of switches, and every language's own name. */
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

const languages: Stop = { title: 'Settings: languages', open: 'com.android.settings/.Settings$LocalePickerActivity' };

/** The virtual phone's screens, as its own uiautomator writes them. */
export function phoneScreens(): DumpedScreen[] {
  return [...stops, ...pages, languages].flatMap((stop) => {
    const hand = goTo(stop);
    const { phone } = hand;
    const root = phone.windows().find(({ focused }) => focused)?.root() ?? phone.windows().at(-1)?.root();
    const { width, height } = phone.display.size;
    const screen = { left: 0, top: 0, right: width, bottom: height };
    phone.shutDown();
    return root ? [{ group: 'virtual phone', name: stop.title, xml: hierarchyXml(root, { rotation: 0, screen }) }] : [];
  });
}
