import { mdiBrightness6, mdiFormatSize } from '@mdi/js';
import { icon } from '../../framework/widgets/kit.ts';
import { choice, choiceFor, explanation, levelFor, line, section, switchFor } from './entries.ts';
import type { Entry, Page, Settings } from './page.ts';

const seconds = [15, 30, 60, 120, 300, 600, 1800];

const FIRST_RELEASE_WITH_DARK_THEME = 10;

const fontSizes = [
  { label: 'Small', value: '0.85' },
  { label: 'Default', value: '1.0' },
  { label: 'Large', value: '1.15' },
  { label: 'Largest', value: '1.3' },
];

/** Scale factors on the panel's own density. */
const displaySizes = [
  { label: 'Small', factor: 0.85 },
  { label: 'Default', factor: 1 },
  { label: 'Large', factor: 1.1 },
  { label: 'Largest', factor: 1.2 },
];

export const displayPage: Page = {
  title: 'Display',
  entries: (self) => [
    section('Brightness'),
    levelFor(self, 'Brightness level', ['system', 'screen_brightness'], {
      min: 1,
      max: 255,
      fallback: 128,
      leading: icon(mdiBrightness6, { decorative: true }),
    }),
    switchFor(self, 'Adaptive brightness', ['system', 'screen_brightness_mode']),
    section('Appearance'),
    ...(self.phone.shape.release >= FIRST_RELEASE_WITH_DARK_THEME ? [darkTheme(self)] : []),
    fontSize(self),
    displaySize(self),
    section('Rotation'),
    switchFor(self, 'Auto-rotate screen', ['system', 'accelerometer_rotation'], {
      summary: 'The screen follows how the phone is held',
    }),
    section('Lock and sleep'),
    choiceFor(
      self,
      'Screen timeout',
      ['system', 'screen_off_timeout'],
      seconds.map((one) => ({ label: inWords(one), value: String(one * 1000) })),
    ),
    switchFor(self, 'Stay awake while charging', ['global', 'stay_on_while_plugged_in'], {
      values: ['0', '3'],
    }),
    section('Color'),
    switchFor(self, 'Night Light', ['secure', 'night_display_activated']),
    line('Colors', { summary: 'Natural' }),
    explanation('A picture of the screen shows its own colors, whatever the brightness.'),
  ],
};

function darkTheme(self: Settings): Entry {
  const { configuration } = self.phone;
  return switchFor(self, 'Dark theme', ['secure', 'ui_night_mode'], {
    isOn: configuration.night,
    set: (night) => {
      configuration.update({ night });
    },
  });
}

function fontSize(self: Settings): Entry {
  const { configuration } = self.phone;
  return choice(self, 'Font size', fontSizes, {
    value:
      fontSizes.find(({ value }) => Number(value) === configuration.fontScale)?.value ??
      String(configuration.fontScale),
    choose: (value) => {
      configuration.update({ fontScale: Number(value) });
    },
  });
}

function displaySize(self: Settings): Entry {
  const { phone } = self;
  const density = (factor: number) => Math.round(phone.shape.density * factor);
  const options = displaySizes.map(({ label, factor }) => ({ label, value: String(density(factor)) }));
  return choice(self, 'Display size', options, {
    value: String(phone.display.density),
    choose: (value) => {
      const wanted = Number(value);
      phone.override({ density: wanted === phone.shape.density ? undefined : wanted });
    },
  });
}

function inWords(count: number): string {
  if (count < 60) return `${count} seconds`;
  return count === 60 ? '1 minute' : `${count / 60} minutes`;
}

export const accessibilityPage: Page = {
  title: 'Accessibility',
  entries: (self) => [
    section('Display'),
    fontSize(self),
    switchFor(self, 'High contrast text', ['secure', 'high_text_contrast_enabled']),
    switchFor(self, 'Remove animations', ['global', 'animator_duration_scale'], { values: ['1.0', '0'] }),
    switchFor(self, 'Magnification', ['secure', 'accessibility_display_magnification_enabled'], {
      leading: icon(mdiFormatSize, { decorative: true }),
    }),
    section('Interaction'),
    choiceFor(
      self,
      'Touch & hold delay',
      ['secure', 'long_press_timeout'],
      [
        { label: 'Short', value: '400' },
        { label: 'Medium', value: '1000' },
        { label: 'Long', value: '1500' },
      ],
    ),
    switchFor(self, 'Keyboard with a hardware keyboard', ['secure', 'show_ime_with_hard_keyboard']),
    section('Sound'),
    switchFor(self, 'Mono audio', ['system', 'master_mono']),
    switchFor(self, 'Captions', ['secure', 'accessibility_captioning_enabled']),
  ],
};
