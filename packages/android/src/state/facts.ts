import type { Call } from '@handeye/core/call/call';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import type { Focus } from '../screen/focus.ts';
import { parseFocus } from '../screen/focus.ts';
import type { Configuration, ShownDisplay } from './parsers.ts';
import { parseConfiguration, parseDisplay } from './parsers.ts';

/** Android 6: `settings list`. Before, each setting costs a process of its own. */
const LISTED_SETTINGS_SINCE = 23;

/** Android 8.1: `cmd uimode night`. */
export const NIGHT_COMMAND_SINCE = 27;

const SYSTEM_SETTINGS = [
  'accelerometer_rotation',
  'user_rotation',
  'font_scale',
  'screen_brightness',
  'screen_brightness_mode',
  'screen_off_timeout',
] as const;

const GLOBAL_SETTINGS = [
  'airplane_mode_on',
  'wifi_on',
  'mobile_data',
  'stay_on_while_plugged_in',
  'window_animation_scale',
  'transition_animation_scale',
  'animator_duration_scale',
] as const;

/** Which SIM carries mobile data, on phones with several. */
const DATA_SIM = 'multi_sim_data_call';

export type SettingName = (typeof SYSTEM_SETTINGS)[number] | (typeof GLOBAL_SETTINGS)[number];

/** The settings and states of a phone, from its commands. */
export interface Facts {
  /** Undefined: not set. */
  readonly settings: ReadonlyMap<string, string>;
  readonly configuration: Configuration | undefined;
  readonly display: ShownDisplay | undefined;
  readonly focus: Focus;
  /** The answer of `cmd uimode night`: yes, no, auto or custom; undefined before Android 8.1. */
  readonly night: string | undefined;
}

const CONFIGURATION_LINES = sh`grep -E ${'m(Cur|Global)Configuration=|mCurrentFocus=|mFocusedApp='}`;

/** The commands for the facts that can be set. */
function commandsOf(sdk: number) {
  return [
    sh`${settingsCommand('system', SYSTEM_SETTINGS, sdk)}`,
    sh`${settingsCommand('global', GLOBAL_SETTINGS, sdk)}`,
    sh`dumpsys window windows | ${CONFIGURATION_LINES}`,
    sh`dumpsys window displays | ${CONFIGURATION_LINES}`,
    sh`dumpsys display | grep mOverrideDisplayInfo=`,
    sdk >= NIGHT_COMMAND_SINCE ? sh`cmd uimode night` : sh`true`,
  ];
}

function settingsCommand(table: string, names: readonly string[], sdk: number) {
  const listed = [...names, DATA_SIM, 'mobile_data[0-9]+'];
  if (sdk >= LISTED_SETTINGS_SINCE) return sh`settings list ${table} | grep -E ${`^(${listed.join('|')})=`}`;
  return sh`for name in ${names}; do echo -n "$name="; settings get ${table} "$name"; done`;
}

/** Reads the facts that can be set, and further commands, in one round trip. */
export async function readFacts(
  phone: Phone,
  { sdk, more = [] }: { readonly sdk: number; readonly more?: readonly ReturnType<typeof sh>[] },
  call: Call,
): Promise<{ readonly facts: Facts; readonly more: readonly string[] }> {
  const own = commandsOf(sdk);
  const answers = await retryIfConnectionLost(call, () => phone.script([...own, ...more], call));
  const [system = '', global = '', windows = '', displays = '', display = '', night = ''] =
    answers.map(outputOf);
  const facts = {
    settings: settingsIn(`${system}\n${global}`),
    configuration: parseConfiguration(windows),
    display: parseDisplay(display),
    focus: parseFocus(`${windows}\n${displays}`),
    night: /^Night mode: (\w+)/m.exec(night)?.[1],
  };
  return { facts, more: answers.slice(own.length).map(outputOf) };
}

/** Settings by their names, as `settings list` prints them. */
export function settingsIn(output: string): ReadonlyMap<string, string> {
  const lines = output.split(/\r?\n/).map((line) => /^([a-z_]+\d*)=(.*)$/.exec(line));
  const settings = new Map(
    lines.flatMap((match) => {
      const [, name, value] = match ?? [];
      return name === undefined || value === undefined || value === 'null' ? [] : [[name, value] as const];
    }),
  );
  // A phone with several SIMs keeps one switch for each subscription, and does not look at the one without a number
  // (telephony's DataEnabledSettings).
  const ofSim = settings.get(`mobile_data${settings.get(DATA_SIM) ?? ''}`);
  if (ofSim !== undefined) settings.set('mobile_data', ofSim);
  return settings;
}
