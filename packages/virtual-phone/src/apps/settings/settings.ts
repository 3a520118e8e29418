import { mdiCog } from '@mdi/js';
import { activity, defineApp } from '../../framework/system/app.ts';
import type { View } from '../../framework/views/view.ts';
import { searchField } from '../../framework/widgets/kit.ts';
import { listOf } from '../../framework/widgets/list.ts';
import { screen } from '../../framework/widgets/screen.ts';
import { aboutPage } from './about.ts';
import { appInfoPage, appsPage } from './applications.ts';
import {
  batteryPage,
  emergencyPage,
  locationPage,
  notificationsPage,
  securityPage,
  storagePage,
} from './device.ts';
import { accessibilityPage, displayPage } from './display.ts';
import { line } from './entries.ts';
import { homePage } from './home.ts';
import { devicesPage, networkPage, wifiPage } from './network.ts';
import {
  openPage,
  type Entry,
  type Page,
  type PageId,
  type PageState,
  type Settings,
  type SettingsData,
} from './page.ts';
import { soundPage } from './sound.ts';
import { dateTimePage, developerPage, languagesPage, systemPage } from './system.ts';
import { pairedComputerPage, qrCodePage, wirelessPage } from './wireless.ts';

const pages: Readonly<Record<PageId, Page>> = {
  home: homePage,
  network: networkPage,
  wifi: wifiPage,
  devices: devicesPage,
  apps: appsPage,
  appInfo: appInfoPage,
  battery: batteryPage,
  storage: storagePage,
  notifications: notificationsPage,
  sound: soundPage,
  display: displayPage,
  accessibility: accessibilityPage,
  security: securityPage,
  location: locationPage,
  emergency: emergencyPage,
  system: systemPage,
  languages: languagesPage,
  dateTime: dateTimePage,
  developer: developerPage,
  wireless: wirelessPage,
  qrCode: qrCodePage,
  pairedComputer: pairedComputerPage,
  about: aboutPage,
};

/** The settings of this phone, many pages deep. */
export const settings = defineApp<SettingsData>({
  package: 'com.android.settings',
  label: 'Settings',
  icon: { glyph: mdiCog, color: '#5f6368' },
  main: '.Settings',
  data: () => ({
    network: 'Lighthouse',
    connecting: undefined,
    savedNetworks: ['Lighthouse'],
    pairedDevices: ['Kitchen speaker'],
  }),
  actions: {
    'android.settings.SETTINGS': '.Settings',
    'android.settings.WIRELESS_SETTINGS': '.Settings$NetworkDashboardActivity',
    'android.settings.AIRPLANE_MODE_SETTINGS': '.Settings$NetworkDashboardActivity',
    'android.settings.WIFI_SETTINGS': '.Settings$WifiSettingsActivity',
    'android.settings.BLUETOOTH_SETTINGS': '.Settings$ConnectedDeviceDashboardActivity',
    'android.settings.DISPLAY_SETTINGS': '.Settings$DisplaySettingsActivity',
    'android.settings.SOUND_SETTINGS': '.Settings$SoundSettingsActivity',
    'android.settings.APPLICATION_SETTINGS': '.Settings$ManageApplicationsActivity',
    'android.settings.MANAGE_APPLICATIONS_SETTINGS': '.Settings$ManageApplicationsActivity',
    'android.settings.APPLICATION_DETAILS_SETTINGS': '.applications.InstalledAppDetails',
    'android.settings.ACCESSIBILITY_SETTINGS': '.Settings$AccessibilitySettingsActivity',
    'android.settings.LOCATION_SOURCE_SETTINGS': '.Settings$LocationSettingsActivity',
    'android.settings.SECURITY_SETTINGS': '.Settings$SecurityDashboardActivity',
    'android.settings.LOCALE_SETTINGS': '.Settings$LocalePickerActivity',
    'android.settings.DATE_SETTINGS': '.Settings$DateTimeSettingsActivity',
    'android.settings.APPLICATION_DEVELOPMENT_SETTINGS': '.Settings$DevelopmentSettingsDashboardActivity',
    'android.settings.DEVICE_INFO_SETTINGS': '.Settings$MyDeviceInfoActivity',
    'android.intent.action.POWER_USAGE_SUMMARY': '.Settings$PowerUsageSummaryActivity',
  },
  activities: {
    '.Settings': pageActivity(() => 'home'),
    '.SubSettings': pageActivity((extras) => pageNamed(extras.page)),
    '.applications.InstalledAppDetails': pageActivity(() => 'appInfo'),
    '.Settings$NetworkDashboardActivity': pageActivity(() => 'network'),
    '.Settings$WifiSettingsActivity': pageActivity(() => 'wifi'),
    '.Settings$ConnectedDeviceDashboardActivity': pageActivity(() => 'devices'),
    '.Settings$DisplaySettingsActivity': pageActivity(() => 'display'),
    '.Settings$SoundSettingsActivity': pageActivity(() => 'sound'),
    '.Settings$ManageApplicationsActivity': pageActivity(() => 'apps'),
    '.Settings$AccessibilitySettingsActivity': pageActivity(() => 'accessibility'),
    '.Settings$LocationSettingsActivity': pageActivity(() => 'location'),
    '.Settings$SecurityDashboardActivity': pageActivity(() => 'security'),
    '.Settings$LocalePickerActivity': pageActivity(() => 'languages'),
    '.Settings$DateTimeSettingsActivity': pageActivity(() => 'dateTime'),
    '.Settings$DevelopmentSettingsDashboardActivity': pageActivity(() => 'developer'),
    '.development.AdbQrCodeActivity': pageActivity(() => 'qrCode'),
    '.Settings$MyDeviceInfoActivity': pageActivity(() => 'about'),
    '.Settings$PowerUsageSummaryActivity': pageActivity(() => 'battery'),
  },
});

function pageNamed(name: unknown): PageId {
  return allPages().find(([id]) => id === name)?.[0] ?? 'home';
}

function allPages(): readonly (readonly [PageId, Page])[] {
  // The keys of a record by PageId are PageIds; Object.entries types them as strings.
  return Object.entries(pages) as [PageId, Page][];
}

function pageActivity(pageOf: (extras: Readonly<Record<string, unknown>>) => PageId) {
  return activity<PageState, SettingsData>({
    initial: () => ({ query: '', dialog: undefined, typed: '', taps: 0 }),
    render: ({ query, dialog }, self) => {
      const id = pageOf(self.intent.extras ?? {});
      const { title, entries, dialog: ownDialog } = pages[id];
      if (id !== 'home') {
        const onUp = () => {
          self.finish();
        };
        return screen(title, [entryList(entries(self))], { onUp, dialog: dialog ?? ownDialog?.(self) });
      }
      const search = searchField('Search settings', query, (next) => {
        self.setState({ query: next });
      });
      return screen(title, [search, entryList(query.trim() === '' ? entries(self) : found(query, self))]);
    },
    onPause: (self) => pages[pageOf(self.intent.extras ?? {})].onPause?.(self),
  });
}

function entryList(entries: readonly Entry[]): View {
  return listOf(entries, { id: 'recycler_view', empty: 'No results', rowOf: ({ view }) => view });
}

/** Every page and every line that contains the search text. */
function found(query: string, self: Settings): readonly Entry[] {
  const wanted = query.trim().toLowerCase();
  const isDeveloper = self.phone.settings.isOn('global', 'development_settings_enabled');
  const forDevelopers: readonly PageId[] = ['developer', 'wireless'];
  const notSearched: readonly PageId[] = ['home', 'appInfo', 'qrCode', 'pairedComputer'];
  return allPages()
    .filter(([id]) => !notSearched.includes(id) && (!forDevelopers.includes(id) || isDeveloper))
    .filter(([id]) => id !== 'wireless' || self.phone.wirelessDebugging.servers !== undefined)
    .flatMap(([id, page]) =>
      [{ title: page.title, summary: undefined }, ...page.entries(self)]
        .filter(
          ({ title = '', summary = '' }) =>
            title !== '' && `${title} ${summary}`.toLowerCase().includes(wanted),
        )
        .map(({ title = '' }) =>
          line(title, {
            summary: title === page.title ? 'Settings' : page.title,
            onTap: () => {
              openPage(self, id);
            },
          }),
        ),
    );
}
