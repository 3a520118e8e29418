import type { CFRef } from './c-types.ts';
import type { Mac } from './mac.ts';
import type { Own } from './ownership.ts';
import type { CgWindow } from './protocol.ts';

/** Options of CGWindowListCopyWindowInfo. */
const option = { all: 0, onScreen: 1 << 0, withoutDesktop: 1 << 4 } as const;
const noWindow = 0;

/** The windows that the window server knows: those on the screen front to back, then the others, minimised or elsewhere. */
export function listWindows(mac: Mac, own: Own): CgWindow[] {
  // Only the windows on the screen come in a documented order.
  const visible = windowsBy(mac, own, option.onScreen);
  const numbers = new Set(visible.map(({ number }) => number));
  return [...visible, ...windowsBy(mac, own, option.all).filter(({ number }) => !numbers.has(number))];
}

function windowsBy(mac: Mac, own: Own, which: number): CgWindow[] {
  const list = own(mac.native.CGWindowListCopyWindowInfo(which | option.withoutDesktop, noWindow));
  return mac.values.items(list).flatMap((window) => describedWindow(mac, window) ?? []);
}

/** The process of the frontmost ordinary window. */
export function frontmostWindowPid(windows: readonly CgWindow[]): number | undefined {
  return windows.find(({ layer, onScreen }) => layer === 0 && onScreen)?.pid;
}

function describedWindow({ native, values }: Mac, window: CFRef | null): CgWindow | undefined {
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
    onScreen: values.truth(entry(native.kCGWindowIsOnscreen)) ?? false,
  };
}
