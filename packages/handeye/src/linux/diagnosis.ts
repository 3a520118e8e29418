import type { Call } from '../call/call.ts';
import { shown } from '../ui/sanitize.ts';
import { NO_DISPLAY } from './capabilities.ts';
import { locateSession } from './environment.ts';
import { withDeviceErrors } from './errors.ts';
import { belongsTo } from './screen/app-tree.ts';
import { DesktopSession } from './session.ts';

/** What `doctor` reports about a desktop session. */
export interface DesktopDiagnosis {
  /** What can be reached, and how many applications can be read. */
  readonly found: string;
  /** What to do about missing parts. */
  readonly advice: readonly string[];
}

/** Variables that toolkits read when an application starts, and which applications need them. */
const accessibilityVariables: Readonly<Record<string, string>> = {
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: 'Qt applications',
  ACCESSIBILITY_ENABLED: 'Chromium and Electron applications',
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
    return {
      found: `${name}: accessibility bus reached, ${display?.title ?? 'no display'}, ${apps.length} readable application(s)`,
      advice: [
        ...(display ? new Set(Object.values(display.missing)) : [NO_DISPLAY]),
        ...new Set(
          unreadable.map(({ className, title }) => noAccessibility(shown(className ?? title) ?? '')),
        ),
        ...(unreadable.length > 0 ? unsetVariables(environment) : []),
      ],
    };
  } finally {
    await session.close();
  }
}

function noAccessibility(name: string): string {
  return `'${name}' has a window but offers no accessibility (docs/linux.md says what each toolkit needs).`;
}

function unsetVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(accessibilityVariables)
    .filter(([variable]) => environment[variable] === undefined)
    .map(([variable, who]) => `${variable}=1 is not set here; ${who} look for it when they start.`);
}
