import type { StateFact, StateItem } from '@handeye/core/device/services/device-state';
import { flat, shown } from '@handeye/screen/sanitize';
import { sh } from '../phone.ts';
import type { Traits } from '../traits.ts';
import type { Facts } from './facts.ts';
import { isAwakeOnPower, isOn, percentOf } from './values.ts';
import { parseBattery, parseNetwork, parseRinger, parseStorage, parseVolume } from './parsers.ts';

/** The commands for facts that cannot be set. */
export const FURTHER_COMMANDS = [
  sh`dumpsys battery`,
  sh`dumpsys connectivity | grep -E ${'^Active default network|NetworkAgentInfo'}`,
  sh`dumpsys audio | grep -E -A 8 ${'^- STREAM_MUSIC:|^- mode'}`,
  sh`df /data`,
  sh`date ${'+%Y-%m-%d %H:%M:%S %z'}; getprop persist.sys.timezone`,
  sh`getprop ro.build.display.id; getprop persist.sys.locale; getprop ro.product.locale`,
];

const unknown = (why: string) => `unknown (${why})`;

/**
 * The facts in words, and the answers to FURTHER_COMMANDS. For an unknown fact the text names the command that did not give it.
 */
export function describeFacts(facts: Facts, more: readonly string[], traits: Traits): readonly StateFact[] {
  const [battery = '', network = '', audio = '', storage = '', date = '', properties = ''] = more;
  const [build = '', kept = '', product = ''] = properties.split(/\r?\n/).map((line) => line.trim());
  return [
    fact(
      'android',
      `${traits.release} (API ${traits.sdk}), build ${build || unknown('no ro.build.display.id')}`,
    ),
    fact('app', appOf(facts)),
    fact('battery', parseBattery(battery) ?? unknown('dumpsys battery does not say')),
    fact('network', networkOf(facts, network)),
    fact('time', timeOf(date)),
    fact('locale', localeOf(facts, [kept, product])),
    fact('display', displayOf(facts)),
    fact('rotation', rotationOf(facts)),
    fact('dark_theme', darkThemeOf(facts)),
    fact('font_scale', fontScaleOf(facts)),
    fact('brightness', brightnessOf(facts)),
    fact('screen_timeout', timeoutOf(facts)),
    fact('stay_awake', itemNow.stay_awake(facts)),
    fact('animations', animationsOf(facts)),
    fact('volume', volumeOf(audio)),
    fact('storage', parseStorage(storage) ?? unknown('df /data does not say')),
  ];
}

const onOrOff = (on: boolean | undefined) => (on === undefined ? unknown('not set') : on ? 'on' : 'off');

/** The present value of a settable item, in words. */
export const itemNow: Readonly<Record<StateItem, (facts: Facts) => string>> = {
  rotation: rotationOf,
  dark_theme: darkThemeOf,
  wifi: ({ settings }) => onOrOff(isOn(settings, 'wifi_on')),
  mobile_data: ({ settings }) => onOrOff(isOn(settings, 'mobile_data')),
  airplane: ({ settings }) => onOrOff(isOn(settings, 'airplane_mode_on')),
  stay_awake: ({ settings }) => (isAwakeOnPower(settings) ? 'on while charging' : 'off'),
  animations: animationsOf,
  font_scale: fontScaleOf,
  locale: (facts) => localeOf(facts, []),
  brightness: brightnessOf,
  screen_timeout: timeoutOf,
};

/** The phone's texts are data: on one line, without invisible characters. */
function fact(name: string, value: string): StateFact {
  return { name, value: flat(shown(value)) };
}

function appOf({ focus: { window, activity } }: Facts): string {
  if (activity !== undefined) return `${activity.app}/${activity.name}`;
  return window?.app ?? unknown('no window has the focus');
}

function networkOf(facts: Facts, output: string): string {
  const inUse = parseNetwork(output) ?? unknown('dumpsys connectivity does not say');
  const switches = (['wifi', 'mobile_data', 'airplane'] as const).map(
    (item) => `${item} ${itemNow[item](facts)}`,
  );
  return [inUse, ...switches].join('; ');
}

function timeOf(output: string): string {
  const [date = '', zone = ''] = output.split(/\r?\n/).map((line) => line.trim());
  if (!/^\d{4}-/.test(date)) return unknown('date does not say');
  return zone === '' ? `${date}, zone ${unknown('no persist.sys.timezone')}` : `${date} ${zone}`;
}

/** The configuration is in use. Without it, the properties, of which Android 5 has only the factory's. */
function localeOf({ configuration }: Facts, properties: readonly string[]): string {
  const [first, ...others] = configuration?.locales ?? [];
  if (first === undefined) return properties.find((one) => one !== '') ?? unknown('nothing tells it');
  const direction = configuration?.rightToLeft === true ? ', right to left' : '';
  return `${first}${others.length > 0 ? ` (then ${others.join(', ')})` : ''}${direction}`;
}

function displayOf({ display }: Facts): string {
  if (display === undefined) return unknown('dumpsys display does not say');
  const { width, height, density } = display;
  return `${width}x${height}, ${density === undefined ? unknown('density') : `${density} dpi`}`;
}

function rotationOf({ display, settings }: Facts): string {
  const now = display === undefined ? unknown('dumpsys display does not say') : String(display.rotation * 90);
  return `${now}, ${isOn(settings, 'accelerometer_rotation') === true ? 'auto' : 'locked'}`;
}

function darkThemeOf({ night, configuration }: Facts): string {
  if (configuration === undefined && night === undefined) return unknown('nothing tells it');
  const now = (configuration?.night ?? night === 'yes') ? 'on' : 'off';
  return night === undefined || night === 'yes' || night === 'no' ? now : `${now} (by schedule: ${night})`;
}

function fontScaleOf({ configuration, settings }: Facts): string {
  return String(configuration?.fontScale ?? Number(settings.get('font_scale') ?? '1'));
}

function brightnessOf({ settings }: Facts): string {
  const value = settings.get('screen_brightness');
  const level = value === undefined ? unknown('not set') : `${percentOf(value)}%`;
  return `${level}${isOn(settings, 'screen_brightness_mode') === true ? ', adaptive' : ''}`;
}

function timeoutOf({ settings }: Facts): string {
  const value = settings.get('screen_off_timeout');
  return value === undefined ? unknown('not set') : `${Number(value) / 1000} s`;
}

const ANIMATION_SCALES = ['window_animation_scale', 'transition_animation_scale', 'animator_duration_scale'];

/** A scale that is not set is 1. */
function animationsOf({ settings }: Facts): string {
  const scales = ANIMATION_SCALES.map((name) => Number(settings.get(name) ?? '1'));
  if (scales.every((scale) => scale === 0)) return 'off';
  return scales.every((scale) => scale === 1) ? 'on' : `scales ${scales.join(', ')}`;
}

function volumeOf(output: string): string {
  const ringer = parseRinger(output);
  const volume = parseVolume(output) ?? unknown('dumpsys audio does not say');
  return ringer === undefined ? volume : `${volume}; ringer ${ringer}`;
}
