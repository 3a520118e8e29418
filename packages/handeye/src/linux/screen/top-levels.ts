import type { Call } from '../../call/call.ts';
import type { DesktopWindow } from '../../device/desktop.ts';
import { shown } from '../../ui/sanitize.ts';
import type { LinuxApplication } from '../applications.ts';
import { AppReader } from '../atspi/app-reader.ts';
import type { CacheItem } from '../atspi/cache-item.ts';
import { askChildren, askItem } from '../atspi/cache-item.ts';
import { askDetails } from '../atspi/details.ts';
import type { DesktopSession } from '../session.ts';

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

/** In a session without a window manager to ask: an application's windows. */
export async function askWindows(
  session: DesktopSession,
  app: LinuxApplication,
  call: Call,
): Promise<DesktopWindow[]> {
  const items = await askTopLevels(session, app, call);
  const reader = genericReader(session, call);
  return Promise.all(
    items.map(async (item) => {
      const { bounds } = await askDetails(reader, item).catch(() => ({ bounds: undefined }));
      const { left = 0, top = 0, right = 0, bottom = 0 } = bounds ?? {};
      return {
        title: shown(item.name) ?? '',
        position: { x: left, y: top },
        size: { width: right - left, height: bottom - top },
        minimized: item.states.has('iconified'),
        frontmost: item.states.has('active'),
        app: shown(app.name) ?? '',
        pid: app.pid,
      };
    }),
  );
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
