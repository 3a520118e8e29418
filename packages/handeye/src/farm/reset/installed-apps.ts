import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';

/** The applications of a phone; undefined where a lease can install none. */
export async function installedApps(device: Device, call: Call): Promise<readonly string[] | undefined> {
  return (await listed(device, call))?.map(keyOf);
}

/** Uninstalls what was installed since. */
export async function removeNewApps(
  device: Device,
  before: readonly string[] | undefined,
  call: Call,
): Promise<void> {
  const packages = device.services?.appManager?.packages;
  if (!before || !packages) return;
  const known = new Set(before);
  const newApps = async () => (await listed(device, call))?.filter((app) => !known.has(keyOf(app))) ?? [];
  for (const app of await newApps()) await packages.uninstall(app, { keepData: false }, call);
  const [left] = await newApps();
  if (left) throw actionFailed(`${left.id} is still installed.`);
}

/** Fails if something was uninstalled since: nobody here can bring it back. */
export async function mustHaveApps(
  device: Device,
  before: readonly string[] | undefined,
  call: Call,
): Promise<void> {
  const now = new Set(await installedApps(device, call));
  const gone = before?.filter((id) => !now.has(id)) ?? [];
  if (gone.length === 0) return;
  throw actionFailed(
    `${gone.join(', ')} was uninstalled during the lease. Install it again, or start the host anew to do without it.`,
  );
}

async function listed(device: Device, call: Call): Promise<readonly InstalledApp[] | undefined> {
  if (!device.services?.appManager?.packages) return undefined;
  return device.apps?.list({ which: 'all', tell: 'ids' }, call);
}

/** An application of a work profile is another one than the user's own. */
function keyOf({ id, profile }: InstalledApp): string {
  return profile ? `${id} of profile ${profile.user}` : id;
}
