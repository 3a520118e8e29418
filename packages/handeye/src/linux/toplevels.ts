import type { Call } from '../device/call.ts';
import type { DesktopWindow } from '../device/desktop.ts';
import { shown } from '../ui/sanitize.ts';
import type { LinuxApplication } from './applications.ts';
import { askDetails } from './atspi/details.ts';
import { Inquiry } from './atspi/inquiry.ts';
import type { Item } from './atspi/item.ts';
import { askChildren, askItem } from './atspi/item.ts';
import type { DesktopSession } from './session.ts';

/** Milliseconds for one application to name its windows, so that a stopped one does not hold up the list. */
const PATIENCE = 500;

/** Whether one of its windows says that it is the active one. */
export async function askActive(
  session: DesktopSession,
  app: LinuxApplication,
  call: Call,
): Promise<boolean> {
  const items = await topLevels(session, app, call);
  return items.some(({ states }) => states.has('active'));
}

/** An application's windows by accessibility alone, for sessions whose window manager nobody can ask. */
export async function askWindows(
  session: DesktopSession,
  app: LinuxApplication,
  call: Call,
): Promise<DesktopWindow[]> {
  const items = await topLevels(session, app, call);
  const inquiry = inquiryOf(session, call);
  return Promise.all(
    items.map(async (item) => {
      const { bounds } = await askDetails(inquiry, item).catch(() => ({ bounds: undefined }));
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

async function topLevels(session: DesktopSession, app: LinuxApplication, call: Call): Promise<Item[]> {
  const inquiry = inquiryOf(session, call);
  const references = await askChildren(inquiry.talk, app.reference).catch(() => []);
  const items = await Promise.all(references.map((one) => askItem(inquiry, one).catch(() => undefined)));
  return items.filter((item) => item !== undefined);
}

/** One that suits any application. */
function inquiryOf(session: DesktopSession, call: Call): Inquiry {
  return new Inquiry(session.talk(call, PATIENCE), { toolkit: '', bridged: false });
}
