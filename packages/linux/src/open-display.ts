import type { Call } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import { NO_DISPLAY } from './capabilities.ts';
import type { Display } from './display.ts';
import type { SessionLocation } from './environment.ts';
import { openPortalDisplay } from './portal/open-portal.ts';
import { WaylandError } from './wayland/errors.ts';
import { ScreenOnlyDisplay } from './wayland/compositor.ts';
import { WaylandDisplay } from './wayland/wayland-display.ts';
import { XDisplay } from './x11/x-display.ts';

/** Opens the display of the session; undefined if it offers nothing besides accessibility. */
export async function openDisplay(
  { display, wayland, stateFolder }: SessionLocation,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<Display | undefined> {
  if (display !== undefined) return openXDisplay(display, environment, call);
  if (!wayland) return undefined;
  return (
    (await unlessSilent(() => WaylandDisplay.open(environment, call), call)) ??
    (await openPortalDisplay({ environment, stateFolder }, call)) ??
    (await unlessSilent(() => ScreenOnlyDisplay.open(environment, NO_DISPLAY, call), call))
  );
}

/** Asks the compositor itself; undefined if it does not answer, or does not offer what wlroots' compositors do. */
async function unlessSilent(
  open: () => Promise<Display | undefined>,
  call: Call,
): Promise<Display | undefined> {
  try {
    return await open();
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof WaylandError) return undefined;
    throw error;
  }
}

async function openXDisplay(name: string, environment: NodeJS.ProcessEnv, call: Call): Promise<Display> {
  try {
    return await XDisplay.open(name, environment, call);
  } catch (error) {
    call.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw permissionDenied(
      `The X display ${name} cannot be used: ${reason}. Is it running, and may this user use it (XAUTHORITY)?`,
      error,
    );
  }
}
