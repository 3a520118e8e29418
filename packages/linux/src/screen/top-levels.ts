import type { Call } from '@handeye/core/call/call';
import type { DesktopWindow } from '@handeye/core/device/desktop';
import type { Bounds } from '@handeye/screen/node';
import { shown } from '@handeye/screen/sanitize';
import type { LinuxApplication } from '../applications.ts';
import { interfaces } from '../atspi/accessible.ts';
import { AppReader } from '../atspi/app-reader.ts';
import type { CacheItem } from '../atspi/cache-item.ts';
import { askChildren, askItem } from '../atspi/cache-item.ts';
import type { Caller } from '../atspi/caller.ts';
import { askDetails } from '../atspi/details.ts';
import { asText } from '../dbus/value.ts';
import type { DesktopSession } from '../session.ts';
import { GNOME_SHELL, offsetByShell } from './gnome-places.ts';

/** Time for one application to list its windows, so that a stopped one does not delay the others. */
const LIST_TIMEOUT_MS = 500;

/** In a session without a window manager to ask: the application that has an active window. */
export async function activeApplication(
  session: DesktopSession,
  apps: readonly LinuxApplication[],
  call: Call,
): Promise<LinuxApplication | undefined> {
  const active = await Promise.all(apps.map((app) => hasActiveWindow(session, app, call)));
  return apps[active.indexOf(true)];
}

async function hasActiveWindow(session: DesktopSession, app: LinuxApplication, call: Call): Promise<boolean> {
  const items = await askTopLevels(session, app, call);
  return items.some(({ states }) => states.has('active'));
}

/** In a session without a window manager to ask: the windows of applications. */
export async function askWindows(
  session: DesktopSession,
  apps: readonly LinuxApplication[],
  call: Call,
): Promise<DesktopWindow[]> {
  const shellWindows = await session.shellWindows(call);
  const listed = await Promise.all(apps.map((app) => askWindowsOf(session, app, { shellWindows, call })));
  return listed.flat();
}

async function askWindowsOf(
  session: DesktopSession,
  app: LinuxApplication,
  { shellWindows = [], call }: { shellWindows: readonly Bounds[] | undefined; call: Call },
): Promise<DesktopWindow[]> {
  const items = await askTopLevels(session, app, call);
  const reader = genericReader(session, call);
  const toolkit = shellWindows.length > 0 ? await askToolkit(reader.caller, app) : '';
  return Promise.all(
    items.map(async (item) => {
      const { bounds } = await askDetails(reader, item).catch(() => ({ bounds: undefined }));
      const { left = 0, top = 0, right = 0, bottom = 0 } = bounds ?? {};
      const isActive = item.states.has('active');
      const ofShell = app.name === GNOME_SHELL ? { x: 0, y: 0 } : undefined;
      const offset =
        ofShell ?? (bounds && offsetByShell(bounds, { toolkit, windows: shellWindows, isActive }));
      return {
        title: shown(item.name) ?? '',
        position: { x: left + (offset?.x ?? 0), y: top + (offset?.y ?? 0) },
        ...(session.display && !offset && { positionUnknown: true as const }),
        size: { width: right - left, height: bottom - top },
        minimized: item.states.has('iconified'),
        frontmost: isActive,
        app: shown(app.name) ?? '',
        pid: app.pid,
      };
    }),
  );
}

async function askToolkit(caller: Caller, { reference }: LinuxApplication): Promise<string> {
  return asText(await caller.get(reference, interfaces.application, 'ToolkitName').catch(() => ''));
}

async function askTopLevels(
  session: DesktopSession,
  app: LinuxApplication,
  call: Call,
): Promise<CacheItem[]> {
  const reader = genericReader(session, call);
  const references = await askChildren(reader.caller, app.reference).catch(() => []);
  const items = await Promise.all(references.map((one) => askItem(reader, one).catch(() => undefined)));
  return items.filter((item) => item !== undefined);
}

/** Assumes nothing about the toolkit. */
function genericReader(session: DesktopSession, call: Call): AppReader {
  return new AppReader(session.caller(call, LIST_TIMEOUT_MS), { app: '', toolkit: '', usesAtkBridge: false });
}
