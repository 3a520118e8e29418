import type { Call } from '../device/call.ts';
import { shown } from '../ui/sanitize.ts';
import { placeOf } from './environment.ts';
import { belongsTo, DesktopSession } from './session.ts';

/** What a person should know of a desktop session before an agent uses it. */
export interface DesktopDiagnosis {
  /** How it was reached, and how much of it tells anything. */
  readonly found: string;
  /** What would help, where something is missing. */
  readonly advice: readonly string[];
}

/** Variables that toolkits look for when an application starts, and what goes without. */
const flags: Readonly<Record<string, string>> = {
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: 'Qt applications',
  ACCESSIBILITY_ENABLED: 'Chromium and Electron applications',
};

/** Opens a desktop, looks around and leaves it as it was. A session that cannot be used is an error with its reason. */
export async function diagnose(
  name: string,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<DesktopDiagnosis> {
  const place = placeOf(name, environment);
  const session = await DesktopSession.open(place, environment, call);
  try {
    const windows = await session.windows(call);
    const apps = await session.applications(windows, call);
    const silent = windows.filter((window) => !apps.some((app) => belongsTo(window, app)));
    const input = place.display === undefined ? 'no X11' : `X11 input on ${place.display}`;
    return {
      found: `${name}: accessibility bus reached, ${input}, ${apps.length} readable application(s)`,
      advice: [
        ...(place.display === undefined
          ? [
              'Wayland lets no other program use mouse, keyboard, clipboard or screen: log in to an X11 session for those.',
            ]
          : []),
        ...new Set(silent.map(({ className, title }) => unreadable(shown(className ?? title) ?? ''))),
        ...(silent.length > 0 ? unsetFlags(environment) : []),
      ],
    };
  } finally {
    await session.close();
  }
}

function unreadable(name: string): string {
  return `'${name}' has a window but offers no accessibility (docs/linux.md says what each toolkit needs).`;
}

function unsetFlags(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(flags)
    .filter(([flag]) => environment[flag] === undefined)
    .map(([flag, whom]) => `${flag}=1 is not set here; ${whom} look for it when they start.`);
}
