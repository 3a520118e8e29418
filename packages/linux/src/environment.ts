/** The desktop session to use. */
export interface SessionLocation {
  /** The X display; undefined in a Wayland session. */
  readonly display: string | undefined;
  readonly wayland: boolean;
  /** The folder that keeps the user's consent; without it the consent lasts as long as this process. */
  readonly stateFolder?: string | undefined;
}

/** Returns true if a --device name means a Linux desktop: `linux`, or `linux:<display>`. */
export function isDesktopName(name: string): boolean {
  return name === 'linux' || name.startsWith('linux:');
}

/** `linux` is the session that we run in; `linux:1` and `linux::1` are the display :1. */
export function locateSession(name: string, environment: NodeJS.ProcessEnv): SessionLocation {
  const asked = name.slice('linux:'.length);
  if (asked !== '') return { display: asked.includes(':') ? asked : `:${asked}`, wayland: false };
  const display = environment.DISPLAY === '' ? undefined : environment.DISPLAY;
  const wayland = environment.XDG_SESSION_TYPE === 'wayland' || environment.WAYLAND_DISPLAY !== undefined;
  // In a Wayland session, X (Xwayland) shows only some of the windows, and its input reaches only those.
  return { display: wayland ? undefined : display, wayland };
}
