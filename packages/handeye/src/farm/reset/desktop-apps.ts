import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { RunningApp } from '../host/reset.ts';

/** The applications that run on a desktop, with how many windows each has; undefined on a phone. */
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
 * Ends the applications of a desktop that did not run before, whatever they ask: what the holder did not save is lost. Those
 * that ran before are the owner's: they go on, and must have no window more than before.
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
  const now = (await runningApps(device, call)) ?? [];
  // A part of the desktop itself (its panel, its file manager) is started again by the session.
  const isRestarted = ({ name }: RunningApp) => before.some((app) => app.name === name);
  const left = now.find((app) => isForeign(app) && !isRestarted(app));
  if (left) throw actionFailed(`${left.name} (process ${left.pid}) runs, and did not before the lease.`);
  for (const app of now) {
    const had = before.find(({ pid }) => pid === app.pid)?.windows ?? app.windows;
    if (app.windows > had)
      throw actionFailed(
        `${app.name} has ${app.windows} windows, and had ${had} before the lease. Close what was opened in it.`,
      );
  }
}

/** Fails unless every application of a desktop ran before as well, by its name, and has no window more. */
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
