import { type Call, pause } from '@handeye/core/call/call';
import type { InstalledApp } from '@handeye/core/device/apps';
import { actionFailed } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import { RunsAgain } from '@handeye/core/device/services/app-manager';
import type { RunningApp } from '../host/reset.ts';

/** Milliseconds after which an ended application that is still listed counts as running, and between looks at the list. */
const LIST_TIMEOUT_MS = 10_000;
const LIST_POLL_MS = 100;

/** The applications of a phone; undefined if a lease cannot install any. */
export async function installedApps(device: Device, call: Call): Promise<readonly string[] | undefined> {
  return (await listed(device, call))?.map(keyOf);
}

/** Uninstalls applications that were installed since. */
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

/** Fails if an application was uninstalled since: it cannot be restored. */
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

/** An application in a work profile is not the user's own copy. */
function keyOf({ id, profile }: InstalledApp): string {
  return profile ? `${id} of profile ${profile.user}` : id;
}

/**
 * Ends every application of a phone that has a card in Recents: all that were opened since its start, in any way. A card stays
 * when its application ends, so unused applications are ended, too; they start anew as well.
 */
export async function closePhoneApps(device: Device, home: string | undefined, call: Call): Promise<void> {
  const manager = device.services?.appManager;
  if (device.kind !== 'phone' || !manager || !device.apps) return;
  const opened = new Set(await device.recentApps?.(call));
  const installed = await device.apps.list({ which: 'all', tell: 'ids' }, call);
  for (const app of installed) {
    if (!opened.has(app.id) || app.id === home || app.profile?.paused === true) continue;
    try {
      await manager.close(app, call);
    } catch (error) {
      // The system restarts some (the dialler, messages); their screens are gone.
      if (!(error instanceof RunsAgain)) throw error;
    }
  }
}

/** The running applications of a desktop with their numbers of windows; undefined on a phone. */
export async function runningApps(device: Device, call: Call): Promise<readonly RunningApp[] | undefined> {
  const { desktop, kind } = device;
  if (kind !== 'desktop' || !desktop) return undefined;
  const [apps, windows] = await Promise.all([desktop.applications(call), desktop.windows(undefined, call)]);
  const names = new Map([
    ...windows.map(({ pid, app }) => [pid, app] as const),
    ...apps.map(({ pid, name }) => [pid, name] as const),
  ]);
  return Array.from(names, ([pid, name]) => ({
    pid,
    name,
    windows: windows.filter((window) => window.pid === pid).length,
  })).filter(({ pid }) => pid > 0);
}

/**
 * Ends the applications of a desktop that did not run before, without saving: the holder's unsaved work is lost. Applications
 * that ran before are the owner's. They go on and must not have more windows than before.
 */
export async function closeForeignApps(
  device: Device,
  before: readonly RunningApp[] | undefined,
  call: Call,
): Promise<void> {
  const end = device.services?.appManager?.end?.bind(device.services.appManager);
  if (!before || !end) return;
  const isForeign = ({ pid }: RunningApp) => pid !== process.pid && !before.some((app) => app.pid === pid);
  const foreign = (await runningApps(device, call))?.filter(isForeign) ?? [];
  for (const { name, pid } of foreign) await end({ name, pid, id: undefined }, call);
  // The session restarts a part of the desktop itself (its panel, its file manager).
  const isRestarted = ({ name }: RunningApp) => before.some((app) => app.name === name);
  const isLeft = (app: RunningApp) => isForeign(app) && !isRestarted(app);
  const now = await appsAfter(foreign, { device, call });
  const left = now.find(isLeft);
  if (left) throw actionFailed(`${left.name} (process ${left.pid}) runs, and did not before the lease.`);
  for (const app of now) {
    const had = before.find(({ pid }) => pid === app.pid)?.windows ?? app.windows;
    if (app.windows > had)
      throw actionFailed(
        `${app.name} has ${app.windows} windows, and had ${had} before the lease. Close what was opened in it.`,
      );
  }
}

/**
 * The running applications, once those that ended have left the lists: the display and the accessibility bus notice the end of
 * a process later than the system does.
 */
async function appsAfter(
  ended: readonly RunningApp[],
  { device, call }: { readonly device: Device; readonly call: Call },
): Promise<readonly RunningApp[]> {
  const end = call.clock.now() + LIST_TIMEOUT_MS;
  for (;;) {
    const now = (await runningApps(device, call)) ?? [];
    const isListed = now.some(({ pid }) => ended.some((app) => app.pid === pid));
    if (!isListed || call.clock.now() >= end) return now;
    await pause(LIST_POLL_MS, call);
  }
}

/** Fails unless every application of a desktop also ran before, by its name, with at least as many windows. */
export async function mustRunNothingNew(
  device: Device,
  before: readonly RunningApp[] | undefined,
  { keptIn, call }: { readonly keptIn: string; readonly call: Call },
): Promise<void> {
  if (!before) return;
  const now = ((await runningApps(device, call)) ?? []).filter(({ pid }) => pid !== process.pid);
  const windowsOf = (apps: readonly RunningApp[], name: string) =>
    apps.filter((app) => app.name === name).reduce((sum, { windows }) => sum + windows, 0);
  const found = now.find(
    ({ name }) => !before.some((app) => app.name === name) || windowsOf(now, name) > windowsOf(before, name),
  );
  if (!found) return;
  const had = before.some(({ name }) => name === found.name) ? 'had fewer windows' : 'did not run';
  throw actionFailed(
    `${found.name} (process ${found.pid}) may be its holder's: it ${had} before. Close what was opened, and the desktop is offered again; or, to take it as it is, delete ${keptIn} in Handeye's folder on the host.`,
  );
}
