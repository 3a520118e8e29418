import { askUntil } from '@handeye/core/call/ask-until';
import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { View } from '@handeye/screen/snapshot';

/** How often, and at what interval in milliseconds, the screen is read until it shows home: phones animate. */
const UNTIL_HOME = { times: 20, apart: 250 };

/** The application of the home screen, on a device that shows it now; undefined where there is none. */
export async function homeApp(device: Device, call: Call): Promise<string | undefined> {
  return device.capabilities.home === true ? inFront(await glance(device, call)) : undefined;
}

/** Goes to the home screen and verifies it. `home` is its application; if undefined, any application counts. */
export async function mustShowHome(
  device: Device,
  home: string | undefined,
  call: Call,
): Promise<string | undefined> {
  if (device.capabilities.home !== true) return undefined;
  await device.press('HOME', call);
  if (home === undefined) await device.settle?.(UNTIL_HOME.apart * 4, call);
  const isThere = (view: View) => {
    const app = inFront(view);
    return app !== undefined && (home === undefined || app === home);
  };
  const view = await askUntil(() => glance(device, call), isThere, UNTIL_HOME, call);
  if (isThere(view)) return inFront(view);
  throw actionFailed(
    `${view.app ?? 'Something'} is in front after the home key${home === undefined ? '' : `, not ${home}`}. Look at its screen: it may be locked, or ask something.`,
  );
}

async function glance(device: Device, call: Call): Promise<View> {
  return (await device.glance?.(call)) ?? device.look({ picture: false, onlyShown: true }, call);
}

/** The application in front; undefined if the lock screen or another system window is. */
function inFront({ app, windows, stack, awake }: View): string | undefined {
  const active = [...windows, ...(stack ?? [])].find((window) => window.active);
  return awake && (active === undefined || active.type === 'application') ? app : undefined;
}
