import type { DeviceError } from '@handeye/core/device/errors';
import { actionFailed, elementNotFound, timedOut } from '@handeye/core/device/errors';
import { isGone } from './atspi/errors.ts';
import { DBusError, isNoReply } from './dbus/errors.ts';
import { CompositorGone, WaylandError } from './wayland/errors.ts';
import { KeyboardError, SelectionTimeout, UnsupportedError, X11Error } from './x11/errors.ts';

/** Translates errors of D-Bus, X11 and Wayland for the device port. Other errors are returned as they are. */
export function toDeviceError(error: unknown, app?: string): unknown {
  if (error instanceof DBusError) return fromDBus(error, app);
  if (error instanceof X11Error) return fromX11(error);
  if (error instanceof WaylandError) return fromWayland(error);
  return error;
}

/** Runs a step of the device and translates its errors. */
export async function withDeviceErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw toDeviceError(error);
  }
}

function fromDBus(error: DBusError, app: string | undefined): DeviceError {
  const name = app === undefined ? 'The application' : `The application '${app}'`;
  if (isNoReply(error)) {
    return timedOut(
      `${name} does not answer. It is busy, stopped or stuck: wait and try again, or restart it. ` +
        'Other applications can be used meanwhile.',
      error,
    );
  }
  if (isGone(error)) return elementNotFound(`${name} or this part of it is gone. Look again.`, error);
  return actionFailed(`${name} refused: ${error.message || error.errorName}.`, error);
}

function fromX11(error: X11Error): DeviceError {
  if (error instanceof KeyboardError) return actionFailed(keyboardAdvice(error), error);
  if (error instanceof SelectionTimeout) {
    return timedOut('The application that owns the clipboard does not answer. Copy something else.', error);
  }
  const advice = error instanceof UnsupportedError ? '' : ' Look again, then retry.';
  return actionFailed(`${sentence(error.message)}.${advice}`, error);
}

function fromWayland(error: WaylandError): DeviceError {
  const advice =
    error instanceof CompositorGone ? ' Try again: it is connected anew.' : ' Look again, then retry.';
  return actionFailed(`${sentence(error.message)}.${advice}`, error);
}

function keyboardAdvice({ problem }: KeyboardError): string {
  switch (problem.kind) {
    case 'no-key':
      return 'The keyboard layout of this desktop has no such key.';
    case 'no-spare-key':
      return (
        `The keyboard layout has no key for '${problem.character}' and no unused key that could produce it. ` +
        'Nothing was typed.'
      );
    case 'modifier-held':
      return (
        `The ${problem.modifier} key is held down, so typing would trigger shortcuts. ` +
        'Nothing was typed. Try again.'
      );
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
