import type { Call } from '../call/call.ts';
import { flat, shown } from '@handeye/screen/sanitize';
import type { Screen } from '@handeye/screen/snapshot';
import type { Desktop } from './desktop.ts';
import type { DeviceState, StateFact } from './services/device-state.ts';

/** The facts that each desktop finds in its own way; undefined if it does not tell. */
export interface DesktopStateParts {
  readonly desktop: Desktop;
  readonly screen: (call: Call) => Promise<Screen>;
  readonly system: (call: Call) => Promise<string | undefined>;
  readonly locale: (call: Call) => Promise<string | undefined>;
  readonly darkTheme: (call: Call) => Promise<boolean | undefined>;
  /** Undefined also where there is none. */
  readonly battery: (call: Call) => Promise<string | undefined>;
}

const READ_ONLY =
  "A desktop's settings are its user's: they can be read here, but not set. Open its settings application with open_app instead.";

/** The state of a desktop, which can only be read. */
export function desktopState(parts: DesktopStateParts): DeviceState {
  return { readOnlyBecause: READ_ONLY, read: (call) => readState(parts, call) };
}

async function readState(parts: DesktopStateParts, call: Call): Promise<readonly StateFact[]> {
  const [system, app, battery, locale, screen, dark] = await Promise.all([
    orUndefined(parts.system(call), call),
    orUndefined(frontApp(parts.desktop, call), call),
    orUndefined(parts.battery(call), call),
    orUndefined(parts.locale(call), call),
    orUndefined(parts.screen(call), call),
    orUndefined(parts.darkTheme(call), call),
  ]);
  const isSized = screen !== undefined && screen.width > 0;
  return [
    fact('system', system),
    fact('app', app),
    fact('battery', battery ?? 'none, or it does not tell'),
    fact('time', timeNow()),
    fact('locale', locale),
    fact('display', isSized ? `${screen.width}x${screen.height}, ${screen.density} dpi` : undefined),
    fact('dark_theme', dark === undefined ? undefined : dark ? 'on' : 'off'),
  ];
}

function fact(name: string, value: string | undefined): StateFact {
  return { name, value: value === undefined ? 'unknown (this desktop does not tell)' : flat(shown(value)) };
}

/** One fact that cannot be read must not hide the others. */
async function orUndefined<T>(reading: Promise<T>, call: Call): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}

async function frontApp(desktop: Desktop, call: Call): Promise<string | undefined> {
  const window = (await desktop.windows(undefined, call)).find(({ frontmost }) => frontmost);
  return window && (window.title === '' ? window.app : `${window.app} (${window.title})`);
}

/** `2026-11-16 03:20:11 +0100 Europe/Paris`: a desktop is on this computer. */
function timeNow(): string {
  const now = new Date();
  const ahead = -now.getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const local = new Date(now.getTime() + ahead * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return `${local} ${ahead < 0 ? '-' : '+'}${two(ahead / 60)}${two(ahead % 60)} ${timeZone}`;
}
