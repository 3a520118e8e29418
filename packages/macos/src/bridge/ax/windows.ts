import type { CFRef } from '../native/c-types.ts';
import type { Mac } from '../mac.ts';
import type { Own } from '../native/ownership.ts';
import type { CgWindow } from '../protocol.ts';

/** Options of CGWindowListCopyWindowInfo. */
const listOptions = { all: 0, onScreen: 1 << 0, withoutDesktop: 1 << 4 } as const;
const NULL_WINDOW_ID = 0;

/** The window server's windows: those on the screen front to back, then the others (minimised, other Spaces). */
export function listWindows(mac: Mac, own: Own): CgWindow[] {
  // Only windows on the screen have a documented order.
  const visible = windowsBy(mac, own, listOptions.onScreen);
  const numbers = new Set(visible.map(({ number }) => number));
  return [...visible, ...windowsBy(mac, own, listOptions.all).filter(({ number }) => !numbers.has(number))];
}

function windowsBy(mac: Mac, own: Own, which: number): CgWindow[] {
  const list = own(mac.native.CGWindowListCopyWindowInfo(which | listOptions.withoutDesktop, NULL_WINDOW_ID));
  return mac.values.items(list).flatMap((window) => toCgWindow(mac, window) ?? []);
}

/** The process of the frontmost normal window. */
export function frontmostWindowPid(windows: readonly CgWindow[]): number | undefined {
  return windows.find(({ layer, onScreen }) => layer === 0 && onScreen)?.pid;
}

function toCgWindow({ native, values }: Mac, window: CFRef | null): CgWindow | undefined {
  const entry = (key: CFRef) => values.entry(window, key);
  const pid = values.number(entry(native.kCGWindowOwnerPID));
  const number = values.number(entry(native.kCGWindowNumber));
  const bounds = values.rect(entry(native.kCGWindowBounds));
  if (pid === undefined || number === undefined || bounds === undefined) return undefined;
  const title = values.text(entry(native.kCGWindowName));
  return {
    pid,
    number,
    owner: values.text(entry(native.kCGWindowOwnerName)) ?? '',
    ...(title !== undefined && { title }),
    bounds,
    layer: values.number(entry(native.kCGWindowLayer)) ?? 0,
    onScreen: values.boolean(entry(native.kCGWindowIsOnscreen)) ?? false,
  };
}
