import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys power`: the lines that show whether the screen is on, with the recorded indentation. */
export function dumpPower({ framework }: RunningAndroid): string {
  const { awake, settings, battery, shape } = framework;
  const screenOff = settings.number('system', 'screen_off_timeout', 60_000);
  const stayOn = settings.number('global', 'stay_on_while_plugged_in', 0);
  const interactive = shape.release === 5 ? '' : `  mHalInteractiveModeEnabled=${awake}\n`;
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mDirty=0x0
  mWakefulness=${awake ? 'Awake' : 'Asleep'}
  mWakefulnessChanging=false
  mIsPowered=${battery.charging}
  mPlugType=${battery.charging ? 2 : 0}
  mBatteryLevel=${battery.level}
  mStayOn=${stayOn > 0 && battery.charging}
  mBootCompleted=true
${interactive}  mHoldingWakeLockSuspendBlocker=${awake}
  mHoldingDisplaySuspendBlocker=${awake}

Settings and Configuration:
  mMinimumScreenOffTimeoutConfig=10000
  mScreenOffTimeoutSetting=${screenOff}
  mMaximumScreenOffTimeoutFromDeviceAdmin=2147483647 (enforced=false)
  mStayOnWhilePluggedInSetting=${stayOn}

Screen off timeout: ${screenOff} ms
Screen dim duration: 7000 ms

Wake Locks: size=0

Suspend Blockers: size=4

Display Power: state=${awake ? 'ON' : 'OFF'}
`;
}

/** `dumpsys battery`. */
export function dumpBattery({ framework }: RunningAndroid): string {
  const { level, charging, temperature, voltage } = framework.battery;
  return `Current Battery Service state:
  AC powered: false
  USB powered: ${charging}
  Wireless powered: false
  status: ${charging ? 2 : 3}
  health: 2
  present: true
  level: ${level}
  scale: 100
  voltage: ${voltage}
  temperature: ${temperature}
  technology: Li-ion
`;
}
