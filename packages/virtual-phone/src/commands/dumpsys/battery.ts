import type { RunningAndroid } from '../running-android.ts';

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
