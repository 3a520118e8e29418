import type { World } from '../command-context.ts';

/** `dumpsys battery`. */
export function dumpBattery({ system }: World): string {
  const { level, charging, temperature, voltage } = system.battery;
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
