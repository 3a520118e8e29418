import { filled } from './filled.ts';

/** The session that a name given with --device means, as its environment tells it. */
export interface SessionPlace {
  /** The X display; undefined in a session that has none (pure Wayland). */
  readonly display: string | undefined;
  readonly wayland: boolean;
}

/** Whether a name given with --device is a Linux desktop: `linux`, or `linux:<display>`. */
export function isDesktopName(name: string): boolean {
  return name === 'linux' || name.startsWith('linux:');
}

/** Which session is meant: `linux` is the one we run in, `linux::1` and `linux:1` are the display :1. */
export function placeOf(name: string, environment: NodeJS.ProcessEnv): SessionPlace {
  const asked = name.slice('linux:'.length);
  if (asked !== '') return { display: asked.includes(':') ? asked : `:${asked}`, wayland: false };
  const display = filled(environment.DISPLAY);
  const wayland = environment.XDG_SESSION_TYPE === 'wayland' || environment.WAYLAND_DISPLAY !== undefined;
  // In a Wayland session, X (Xwayland) shows only some of the windows, and its input reaches only those.
  return { display: wayland ? undefined : display, wayland };
}
