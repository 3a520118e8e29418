import type { Call } from '../call/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Display } from './display.ts';
import type { SessionLocation } from './environment.ts';
import { openPortalDisplay } from './portal/open-portal.ts';
import { XDisplay } from './x11/x-display.ts';

/** Opens what the session offers beside accessibility; undefined if that is nothing. */
export async function openDisplay(
  { display, wayland, stateFolder }: SessionLocation,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<Display | undefined> {
  if (display !== undefined) return openXDisplay(display, environment, call);
  return wayland ? openPortalDisplay({ environment, stateFolder }, call) : undefined;
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
