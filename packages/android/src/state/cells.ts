import { sh } from '../phone.ts';
import type { Facts, SettingName } from './facts.ts';
import { isOn } from './values.ts';

type Command = ReturnType<typeof sh>;

/** One value that the phone stores. An item consists of one or more of these, and each can be put back. */
export interface Cell {
  /** Its name in a journal. */
  readonly name: string;
  /** Null: the phone has no value, and uses its default. */
  readonly current: (facts: Facts) => string | null;
  /** A command of the shell; languages have none. */
  readonly write: ((value: string | null, sdk: number) => Command) | 'languages';
  /** Whether a value would cut a connection over the network. */
  readonly cuts?: (value: string | null) => boolean;
}

/** Android 9: `cmd connectivity airplane-mode`. */
export const AIRPLANE_COMMAND_SINCE = 28;
/** Android 7. From then on the shell may not send the broadcast that applies a changed setting. */
export const AIRPLANE_BROADCAST_UNTIL = 23;

export const ON = 'on';
export const OFF = 'off';

function setting(table: 'system' | 'global', name: SettingName): Cell {
  return {
    name: `${table}/${name}`,
    current: ({ settings }) => settings.get(name) ?? null,
    write: (value) =>
      value === null ? sh`settings delete ${table} ${name}` : sh`settings put ${table} ${name} ${value}`,
  };
}

/** A radio: its setting holds its state, a command of its own switches it. */
function radio(name: string, settingName: SettingName, write: (on: boolean, sdk: number) => Command): Cell {
  return {
    name,
    current: ({ settings }) => {
      const on = isOn(settings, settingName);
      return on === undefined ? null : on ? ON : OFF;
    },
    write: (value, sdk) => write(value === ON, sdk),
  };
}

export const cells = {
  autoRotation: setting('system', 'accelerometer_rotation'),
  userRotation: setting('system', 'user_rotation'),
  fontScale: setting('system', 'font_scale'),
  brightness: setting('system', 'screen_brightness'),
  brightnessMode: setting('system', 'screen_brightness_mode'),
  timeout: setting('system', 'screen_off_timeout'),
  stayOn: setting('global', 'stay_on_while_plugged_in'),
  windowAnimation: setting('global', 'window_animation_scale'),
  transitionAnimation: setting('global', 'transition_animation_scale'),
  animatorDuration: setting('global', 'animator_duration_scale'),
  night: {
    name: 'night',
    current: ({ night }) => night ?? null,
    write: (value) => sh`cmd uimode night ${value ?? 'no'}`,
  },
  languages: {
    name: 'languages',
    current: ({ configuration }) => configuration?.locales.join(',') ?? null,
    write: 'languages',
  },
  wifi: {
    ...radio('wifi', 'wifi_on', (on) => sh`svc wifi ${on ? 'enable' : 'disable'}`),
    cuts: (value) => value !== ON,
  },
  data: radio('data', 'mobile_data', (on) => sh`svc data ${on ? 'enable' : 'disable'}`),
  airplane: {
    ...radio('airplane', 'airplane_mode_on', (on, sdk) =>
      sdk >= AIRPLANE_COMMAND_SINCE
        ? sh`cmd connectivity airplane-mode ${on ? 'enable' : 'disable'}`
        : sh`settings put global airplane_mode_on ${on ? 1 : 0} && am broadcast -a android.intent.action.AIRPLANE_MODE --ez state ${String(on)}`,
    ),
    cuts: (value) => value === ON,
  },
} as const satisfies Readonly<Record<string, Cell>>;

const byName: ReadonlyMap<string, Cell> = new Map(Object.values(cells).map((cell) => [cell.name, cell]));

/** The cell that a journal names; undefined if there is none of that name. */
export function cellNamed(name: string): Cell | undefined {
  return byName.get(name);
}
