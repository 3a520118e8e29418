import { builds, MODEL } from '../../framework/system/build.ts';
import type { Framework } from '../../framework/system/framework.ts';
import type { View } from '../../framework/views/view.ts';
import { theme } from '../../framework/widgets/theme.ts';
import { line, section } from './entries.ts';
import type { Page, Settings } from './page.ts';

const TAPS_OF_ADEVELOPER = 7;

export const aboutPage: Page = {
  title: 'About phone',
  entries: (self) => {
    const { phone } = self;
    const build = builds[phone.shape.release];
    const { width, height } = phone.display.naturalSize;
    return [
      { view: portrait },
      section('Basic info'),
      line('Device name', { summary: phone.settings.get('global', 'device_name') }),
      line('Phone number', { summary: 'Unknown' }),
      section('Device details'),
      line('Model', { summary: MODEL }),
      line('Display', { summary: `${width} × ${height}, ${phone.display.density} dpi` }),
      line('SIM status', { summary: 'No SIM card' }),
      line('IP address', { summary: 'Unavailable' }),
      section('Software'),
      line('Android version', { summary: build.version }),
      line('Android security update', { summary: build.securityPatch }),
      line('Kernel version', { summary: 'None: this phone is a program' }),
      line('Uptime', { summary: uptime(phone) }),
      line('Build number', {
        summary: build.id,
        onTap: () => {
          tapBuildNumber(self);
        },
      }),
    ];
  },
};

function uptime({ clock, bootedAt }: Framework): string {
  const seconds = Math.floor((clock.now() - bootedAt) / 1000);
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

/** As on a phone: the first taps show nothing, then a toast counts down. */
function tapBuildNumber(self: Settings): void {
  const { settings } = self.phone;
  if (settings.isOn('global', 'development_settings_enabled')) {
    self.toast('No need, you are already a developer.');
    return;
  }
  const taps = self.state.taps + 1;
  const left = TAPS_OF_ADEVELOPER - taps;
  self.setState({ taps: left === 0 ? 0 : taps });
  if (left === 0) {
    settings.put('global', 'development_settings_enabled', '1');
    self.toast('You are now a developer!');
  } else if (left < 5) {
    self.toast(`You are now ${left} ${left === 1 ? 'step' : 'steps'} away from being a developer.`);
  }
}

/** A picture of the phone, without a description on purpose. */
const portrait: View = {
  type: 'drawing',
  id: 'device_image',
  class: 'android.widget.ImageView',
  width: 'fill',
  height: 150,
  draw: ({ width }) => {
    const left = width / 2 - 34;
    return (
      `<rect x="${left}" y="8" width="68" height="134" rx="12" fill="${theme.text}"/>` +
      `<rect x="${left + 4}" y="12" width="60" height="126" rx="9" fill="${theme.primaryContainer}"/>` +
      `<circle cx="${left + 34}" cy="18" r="2.5" fill="${theme.text}"/>` +
      `<path d="M${left + 4} 96 q30 -26 60 0 v33 q0 9 -9 9 h-42 q-9 0 -9 -9Z" fill="${theme.primary}"/>`
    );
  },
};
