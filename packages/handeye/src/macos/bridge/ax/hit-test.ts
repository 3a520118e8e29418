import type { AxApi } from './ax-api.ts';

/** The processes that draw what is at a point: a window may contain parts of other processes. */
export function pidsAt(ax: AxApi, { x, y }: { x: number; y: number }): number[] {
  const { mac, own } = ax;
  const element = ax.elementAt(own, x, y);
  if (element === null) return [];
  const window = mac.values.element(ax.attribute(own, element, 'AXWindow'));
  const elements = window === null ? [element] : [element, window];
  return [...new Set(elements.flatMap((each) => ax.pidOf(each) ?? []))];
}
