import type { Point } from '../../ui/bounds.ts';
import type { Bounds } from '../../ui/node.ts';
import type { Accessible } from '../atspi/accessible.ts';
import type { ManagedWindow } from '../display.ts';

/**
 * Where an application's own coordinates begin on the screen. On Wayland nobody tells an application where its window is,
 * so AT-SPI's places are relative to it: GTK 4.8 and Qt 6.4 count from the window's visible corner, GTK 3.24 from the
 * corner of the shadow that it draws around a floating window.
 */
export function waylandOffset({ bounds, children }: Accessible, { clientBounds }: ManagedWindow): Point {
  const start = bounds && isLargerThan(bounds, clientBounds) ? cornerOf(children) : undefined;
  const { left, top } = start ?? { left: bounds?.left ?? 0, top: bounds?.top ?? 0 };
  return { x: clientBounds.left - left, y: clientBounds.top - top };
}

function isLargerThan(one: Bounds, other: Bounds): boolean {
  return one.right - one.left > other.right - other.left && one.bottom - one.top > other.bottom - other.top;
}

/** Everything inside a window lies inside its shadow. */
function cornerOf(children: readonly Accessible[]): { left: number; top: number } | undefined {
  const places = children.flatMap(({ bounds }) => bounds ?? []);
  if (places.length === 0) return undefined;
  return {
    left: Math.min(...places.map(({ left }) => left)),
    top: Math.min(...places.map(({ top }) => top)),
  };
}
