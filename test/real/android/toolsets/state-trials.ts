import assert from 'node:assert/strict';
import type { Stage } from './stage.ts';
import type { Trial } from './trial.ts';

const of = ({ phone }: Stage) => phone.framework;

/** The settings that the trials below change. */
const watched = [
  ['system', 'user_rotation'],
  ['system', 'accelerometer_rotation'],
  ['secure', 'ui_night_mode'],
  ['global', 'wifi_on'],
  ['global', 'mobile_data'],
  ['global', 'airplane_mode_on'],
  ['global', 'stay_on_while_plugged_in'],
  ['global', 'window_animation_scale'],
  ['system', 'font_scale'],
  ['system', 'screen_brightness'],
  ['system', 'screen_off_timeout'],
] as const;

/** Numbers may be written in another way, and a theme that was never chosen is the light one. */
function settingsNow(stage: Stage): string {
  const { settings } = of(stage);
  const values = watched.map(([table, name]) => {
    const value = settings.get(table, name) ?? (name === 'ui_night_mode' ? '1' : undefined);
    return [name, Number.isNaN(Number(value)) ? value : Number(value)];
  });
  return JSON.stringify([...values, ['locale', of(stage).configuration.locale]]);
}

function setting(what: string, value: unknown, verify: (stage: Stage) => void): Trial {
  return { tool: 'set_device_state', what: `\`${what}\``, args: { [what]: value }, verify };
}

const is = (table: 'system' | 'secure' | 'global', name: string, value: string) => (stage: Stage) => {
  assert.equal(of(stage).settings.get(table, name), value);
};

const isNumber = (table: 'system' | 'global', name: string, value: number) => (stage: Stage) => {
  assert.equal(Number(of(stage).settings.get(table, name)), value);
};

export const stateTrials: readonly Trial[] = [
  {
    tool: 'get_device_state',
    before: (stage) => {
      stage.kept.set('settings', settingsNow(stage));
    },
    args: {},
    verify: (stage, answer) => {
      const { battery, display } = of(stage);
      assert.match(answer, new RegExp(`battery: ${battery.level}`));
      assert.ok(answer.includes(`${display.size.width}x${display.size.height}`));
    },
  },
  setting('rotation', 90, (stage) => {
    assert.equal(of(stage).display.rotation, 1);
  }),
  setting('dark_theme', true, is('secure', 'ui_night_mode', '2')),
  setting('wifi', false, is('global', 'wifi_on', '0')),
  setting('mobile_data', false, is('global', 'mobile_data', '0')),
  setting('airplane', true, is('global', 'airplane_mode_on', '1')),
  setting('stay_awake', false, isNumber('global', 'stay_on_while_plugged_in', 0)),
  setting('animations', false, isNumber('global', 'window_animation_scale', 0)),
  setting('font_scale', 1.3, isNumber('system', 'font_scale', 1.3)),
  setting('locale', 'de-DE', (stage) => {
    assert.equal(of(stage).configuration.locale, 'de-DE');
  }),
  setting('brightness', 80, isNumber('system', 'screen_brightness', 204)),
  setting('screen_timeout', 120, isNumber('system', 'screen_off_timeout', 120_000)),
  {
    tool: 'set_device_state',
    what: '`restore`',
    args: { restore: true },
    verify: (stage) => {
      assert.equal(settingsNow(stage), stage.kept.get('settings'));
    },
  },
];
