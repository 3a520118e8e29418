import type { Call } from '@handeye/core/call/call';
import type { Screen } from '@handeye/screen/snapshot';
import type { DBusConnection } from '../dbus/connection.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import { WaylandError } from '../wayland/errors.ts';
import { ScreenOnlyDisplay } from '../wayland/compositor.ts';
import { resultsOf } from './portal.ts';
import type { Stream } from './remote-session.ts';

/** The density of logical pixels, scaled or not. */
const DENSITY = 96;
const TIMEOUT_MS = 1000;
/** `layout-mode` if sizes on the desktop are those of the modes, not divided by the scale. */
const PHYSICAL_LAYOUT = 2;

const displayConfig = {
  destination: 'org.gnome.Mutter.DisplayConfig',
  path: '/org/gnome/Mutter/DisplayConfig',
  interface: 'org.gnome.Mutter.DisplayConfig',
  member: 'GetCurrentState',
};

/** The size of a GNOME desktop: all its monitors. Undefined if this is not GNOME. */
export async function gnomeScreen(bus: DBusConnection, call: Call): Promise<Screen | undefined> {
  try {
    const [, monitors, logical, properties] = await bus.call(
      displayConfig,
      Math.min(TIMEOUT_MS, call.remaining()),
    );
    const isPhysical = resultsOf(properties).get('layout-mode') === PHYSICAL_LAYOUT;
    const modes = new Map(asList(monitors).map((one) => [connectorOf(one), currentMode(one)]));
    return screenOf(asList(logical).map((one) => cornerOf(one, modes, isPhysical)));
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}

/** The size of a desktop by its shared monitors. */
export function sharedScreen(streams: readonly Stream[]): Screen | undefined {
  return screenOf(streams.map(({ bounds: { right, bottom } }) => ({ right, bottom })));
}

/** The size that the compositor reports to every program (KDE, before anything is shared). Undefined if it does not answer. */
export async function compositorScreen(
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<Screen | undefined> {
  try {
    const display = await ScreenOnlyDisplay.open(environment, '', call);
    try {
      return await display.screen(call);
    } finally {
      display.close();
    }
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof WaylandError) return undefined;
    throw error;
  }
}

interface Corner {
  readonly right: number;
  readonly bottom: number;
}

function screenOf(corners: readonly Corner[]): Screen | undefined {
  const width = Math.max(0, ...corners.map(({ right }) => right));
  const height = Math.max(0, ...corners.map(({ bottom }) => bottom));
  return width > 0 && height > 0 ? { width, height, density: DENSITY } : undefined;
}

/** A monitor is ((connector, vendor, product, serial), modes, properties). */
function connectorOf(monitor: Value): string {
  return asText(asList(asList(monitor)[0])[0]);
}

/** A mode is (id, width, height, rate, preferred scale, scales, properties). */
function currentMode(monitor: Value): readonly [number, number] {
  const mode = asList(asList(monitor)[1]).find((one) => resultsOf(asList(one)[6]).get('is-current') === true);
  const [, width, height] = asList(mode);
  return [asNumber(width), asNumber(height)];
}

/** A logical monitor is (x, y, scale, transform, primary, monitors, properties). */
function cornerOf(
  logical: Value,
  modes: ReadonlyMap<string, readonly [number, number]>,
  isPhysical: boolean,
): Corner {
  const [x, y, scale, transform, , monitors] = asList(logical);
  const connector = asText(asList(asList(monitors)[0])[0]);
  const [width, height] = modes.get(connector) ?? [0, 0];
  // Odd transforms turn it by 90 or 270 degrees.
  const [wide, high] = asNumber(transform) % 2 === 1 ? [height, width] : [width, height];
  const divisor = isPhysical ? 1 : asNumber(scale) || 1;
  return {
    right: asNumber(x) + Math.round(wide / divisor),
    bottom: asNumber(y) + Math.round(high / divisor),
  };
}
