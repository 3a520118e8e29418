import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { sessionBusAddress } from '../atspi/accessibility-bus.ts';
import type { Display } from '../display.ts';
import { Portal } from './portal.ts';
import { PortalDisplay } from './portal-display.ts';
import { RestoreToken } from './restore-token.ts';

/** Time for a portal to start: it waits for the desktop's own part, and we must not. */
const START_LIMIT_MS = 8000;

/** The desktop's portals, if they let a program use mouse and keyboard. Does not ask the user yet. */
export async function openPortalDisplay(
  { environment, stateFolder }: { environment: NodeJS.ProcessEnv; stateFolder: string | undefined },
  call: Call,
): Promise<Display | undefined> {
  try {
    const limits = {
      clock: call.clock,
      limit: Math.min(START_LIMIT_MS, call.remaining()),
      cancelled: call.signal,
    };
    return await withinLimit(limits, (own) => open(environment, stateFolder, own));
  } catch {
    // Accessibility works without it, and reports itself if there is no session bus.
    call.signal.throwIfAborted();
    return undefined;
  }
}

async function open(
  environment: NodeJS.ProcessEnv,
  stateFolder: string | undefined,
  call: Call,
): Promise<Display | undefined> {
  const portal = await Portal.connect(sessionBusAddress(environment), call);
  if (!portal) return undefined;
  try {
    const [devices, screenshots] = await Promise.all([
      portal.property('RemoteDesktop', 'AvailableDeviceTypes', call),
      portal.property('Screenshot', 'version', call),
    ]);
    if (devices !== 0) {
      const token = new RestoreToken(stateFolder);
      const takesScreenshots = screenshots > 0;
      return new PortalDisplay(portal, { title: titleOf(environment), environment, token, takesScreenshots });
    }
  } catch (error) {
    portal.close();
    throw error;
  }
  portal.close();
  return undefined;
}

/** XDG_CURRENT_DESKTOP is a list: `ubuntu:GNOME`. */
function titleOf({ XDG_CURRENT_DESKTOP = '' }: NodeJS.ProcessEnv): string {
  const names = XDG_CURRENT_DESKTOP.split(':');
  if (names.includes('GNOME')) return 'GNOME on Wayland';
  if (names.includes('KDE')) return 'KDE Plasma on Wayland';
  return 'Wayland through desktop portals';
}
