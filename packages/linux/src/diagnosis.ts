import type { Call } from '@handeye/core/call/call';
import { shown } from '@handeye/screen/sanitize';
import { NO_DISPLAY } from './capabilities.ts';
import type { Display, DisplayPart, ManagedWindow } from './display.ts';
import { locateSession, type SessionLocation } from './environment.ts';
import { withDeviceErrors } from './errors.ts';
import { belongsTo } from './screen/app-tree.ts';
import { toolkitAdvice } from './screen/toolkit-advice.ts';
import { DesktopSession } from './session.ts';

/** The report of `doctor` on a desktop session. */
export interface DesktopDiagnosis {
  /** The kind of desktop, what can be reached, what works, and the number of readable applications. */
  readonly found: string;
  /** How to add the missing parts. */
  readonly advice: readonly string[];
}

/** The parts of a display, named for a person. */
const partNames: Readonly<Record<DisplayPart, string>> = {
  pointer: 'mouse',
  keyboard: 'keys',
  clipboard: 'clipboard',
  picture: 'pictures',
  windows: 'windows',
};

/** The packages that contain the portal of a Wayland desktop; the names are those of Debian, Ubuntu and Fedora. */
const portals: Readonly<Record<string, string>> = {
  GNOME: 'xdg-desktop-portal xdg-desktop-portal-gnome',
  KDE: 'xdg-desktop-portal xdg-desktop-portal-kde',
};

/** Checks a desktop session and leaves it as it was. Throws if the session cannot be used. */
export function diagnose(
  name: string,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<DesktopDiagnosis> {
  return withDeviceErrors(() => check(name, environment, call));
}

async function check(name: string, environment: NodeJS.ProcessEnv, call: Call): Promise<DesktopDiagnosis> {
  const location = locateSession(name, environment);
  const session = await DesktopSession.open(location, environment, call);
  try {
    const windows = await session.windows(call);
    const apps = await session.applications(windows, call);
    const unreadable = windows.filter((window) => !apps.some((app) => belongsTo(window, app)));
    const { display } = session;
    const reached = `accessibility bus reached, ${display?.title ?? 'no display'}, ${apps.length} readable application(s)`;
    return {
      found: `${name}: ${desktopOf(location, environment)}, ${reached}; ${works(display)}`,
      advice: [
        ...new Set([
          ...(display ? Object.values(display.missing) : withoutDisplay(location, environment)),
          ...unreadable.map(noAccessibility),
        ]),
      ],
    };
  } finally {
    await session.close();
  }
}

/** `GNOME on Wayland`, from the session's own variables; Ubuntu says `ubuntu:GNOME`. */
function desktopOf({ wayland }: SessionLocation, { XDG_CURRENT_DESKTOP }: NodeJS.ProcessEnv): string {
  const kind = wayland ? 'Wayland' : 'X11';
  return XDG_CURRENT_DESKTOP ? `${shown(XDG_CURRENT_DESKTOP) ?? ''} on ${kind}` : `a desktop on ${kind}`;
}

/** Reading and accessibility actions work wherever the bus is reached. */
function works(display: Display | undefined): string {
  const offered: Readonly<Record<DisplayPart, unknown>> = {
    pointer: display?.pointer,
    keyboard: display?.keyboard,
    clipboard: display?.clipboard,
    picture: display?.screenshot,
    windows: display?.windowManager,
  };
  const parts = Object.entries(partNames) as [DisplayPart, string][];
  const names = (wanted: boolean) =>
    parts.filter(([part]) => (offered[part] !== undefined) === wanted).map(([, name]) => name);
  const missing = names(false);
  const lack = missing.length > 0 ? `, but no ${missing.join(', ')}` : '';
  return (
    `what works: reading and acting through accessibility, ${names(true).join(', ')}`.replace(/, $/, '') +
    lack
  );
}

/** How to get mouse, keys and pictures. */
function withoutDisplay(
  { wayland }: SessionLocation,
  { XDG_CURRENT_DESKTOP = '' }: NodeJS.ProcessEnv,
): readonly string[] {
  if (!wayland) return [NO_DISPLAY];
  const desktop = XDG_CURRENT_DESKTOP.split(':').find((one) => portals[one] !== undefined);
  const packages = desktop === undefined ? undefined : portals[desktop];
  const help = packages
    ? `Debian and Ubuntu: sudo apt install ${packages}; Fedora: sudo dnf install ${packages}; then log in again.`
    : 'This compositor offers neither the RemoteDesktop portal (GNOME and KDE do) nor virtual pointers (sway, labwc and ' +
      'Hyprland do): log in to an X11 session, or use one of these.';
  return [NO_DISPLAY, help];
}

function noAccessibility(window: ManagedWindow): string {
  const name = shown(window.className ?? window.title) ?? '';
  const advice = toolkitAdvice(window) ?? 'docs/linux.md says what each toolkit needs';
  return `'${name}' has a window but offers no accessibility. ${advice}.`;
}
