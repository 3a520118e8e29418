import type { Call } from '../call/call.ts';
import { permissionDenied } from '../device/errors.ts';
import { NO_DISPLAY } from './capabilities.ts';
import type { Display } from './display.ts';
import type { SessionLocation } from './environment.ts';
import { WaylandError } from './wayland/errors.ts';
import { ScreenOnlyDisplay } from './wayland/screen-only-display.ts';
import { WaylandDisplay } from './wayland/wayland-display.ts';
import { XDisplay } from './x11/x-display.ts';

/** Opens what the session offers beside accessibility; undefined if that is nothing. */
export async function openDisplay(
  { display, wayland }: SessionLocation,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<Display | undefined> {
  if (display !== undefined) return openXDisplay(display, environment, call);
  return wayland ? openWaylandDisplay(environment, call) : undefined;
}

/** What wlroots' compositors offer, otherwise at least the screen's size; undefined if nobody answers. */
async function openWaylandDisplay(environment: NodeJS.ProcessEnv, call: Call): Promise<Display | undefined> {
  try {
    const display = await WaylandDisplay.open(environment, call);
    return display ?? (await ScreenOnlyDisplay.open(environment, NO_DISPLAY, call));
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
