import { icon } from '../../framework/widgets/kit.ts';
import { mdiCheck } from '@mdi/js';
import { theme } from '../../framework/widgets/theme.ts';
import { choiceFor, line, link, section, switchFor } from './entries.ts';
import { languages } from './languages.ts';
import type { Entry, Page, Settings } from './page.ts';
import { wirelessEntries } from './wireless.ts';

export const systemPage: Page = {
  title: 'System',
  entries: (self) => {
    const { settings } = self.phone;
    const { locale } = self.phone.configuration;
    return [
      link(self, 'Languages', 'languages', { summary: languages.find(({ tag }) => tag === locale)?.name }),
      line('Keyboard', { summary: self.phone.shape.keyboard ? 'Android Keyboard' : 'None' }),
      link(self, 'Date & time', 'dateTime', { summary: 'GMT+00:00' }),
      line('Backup', { summary: 'Off' }),
      line('System update', { summary: 'Your system is up to date' }),
      ...(settings.isOn('global', 'development_settings_enabled')
        ? [link(self, 'Developer options', 'developer')]
        : []),
    ];
  },
};

export const languagesPage: Page = {
  title: 'Languages',
  entries: (self) => {
    const { locale: current } = self.phone.configuration;
    return languages.map(({ name, english, tag }) =>
      line(name, {
        summary: english,
        ...(tag === current && {
          trailing: icon(mdiCheck, { description: 'Selected', color: theme.primary }),
        }),
        onTap: () => {
          self.phone.configuration.update({ locales: [tag] });
        },
      }),
    );
  },
};

export const dateTimePage: Page = {
  title: 'Date & time',
  entries: (self) => {
    const now = new Date(self.phone.clock.now());
    const date = now.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const automatic = self.phone.settings.get('global', 'auto_time') !== '0';
    return [
      switchFor(self, 'Set time automatically', ['global', 'auto_time'], { whenAbsent: true }),
      line('Date', { summary: date, enabled: !automatic }),
      line('Time', { summary: now.toISOString().slice(11, 16), enabled: !automatic }),
      section('Time zone'),
      switchFor(self, 'Set time zone automatically', ['global', 'auto_time_zone'], { whenAbsent: true }),
      line('Time zone', { summary: 'GMT+00:00 Greenwich Mean Time' }),
      section('Time format'),
      switchFor(self, 'Use 24-hour format', ['system', 'time_12_24'], { values: ['12', '24'] }),
    ];
  },
};

const scales = [
  { label: 'Animation off', value: '0' },
  ...['0.5', '1.0', '1.5', '2.0', '5.0', '10.0'].map((value) => ({
    label: `Animation scale ${Number(value)}x`,
    value,
  })),
];

export const developerPage: Page = {
  title: 'Developer options',
  entries: (self) => {
    const use = switchFor(self, 'Use developer options', ['global', 'development_settings_enabled']);
    const isOn = self.phone.settings.isOn('global', 'development_settings_enabled');
    return isOn ? [use, ...developerEntries(self)] : [use];
  },
};

function developerEntries(self: Settings): readonly Entry[] {
  return [
    switchFor(self, 'Stay awake', ['global', 'stay_on_while_plugged_in'], {
      summary: 'Screen will never sleep while charging',
      values: ['0', '3'],
    }),
    section('Debugging'),
    switchFor(self, 'USB debugging', ['global', 'adb_enabled'], {
      summary: 'Debug mode when USB is connected',
    }),
    ...wirelessEntries(self),
    section('Input'),
    switchFor(self, 'Show taps', ['system', 'show_touches'], { summary: 'Show visual feedback for taps' }),
    switchFor(self, 'Pointer location', ['system', 'pointer_location']),
    section('Drawing'),
    choiceFor(self, 'Window animation scale', ['global', 'window_animation_scale'], scales),
    choiceFor(self, 'Transition animation scale', ['global', 'transition_animation_scale'], scales),
    choiceFor(self, 'Animator duration scale', ['global', 'animator_duration_scale'], scales),
    switchFor(self, 'Show layout bounds', ['system', 'debug_layout']),
    switchFor(self, 'Force RTL layout direction', ['global', 'debug.force_rtl']),
    section('Apps'),
    switchFor(self, 'Don’t keep activities', ['global', 'always_finish_activities']),
    switchFor(self, 'Show background ANRs', ['secure', 'anr_show_background']),
  ];
}
