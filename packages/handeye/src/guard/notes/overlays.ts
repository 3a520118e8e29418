import { intersect } from '../../ui/bounds.ts';
import type { UiWindow, View } from '../../ui/snapshot.ts';
import { isSystemPackage } from './system-packages.ts';

/** The applications that drew a window over the active one, which is another's. */
export function appsOver(view: View): readonly string[] {
  const active = view.windows.find((window) => window.active);
  const below = active?.app ?? view.app;
  if (below === undefined) return [];
  const drawn = [
    ...view.windows.filter(({ type, active: isActive }) => type === 'system' && !isActive),
    ...(view.stack ?? []).filter(({ overlay }) => overlay),
  ];
  const over = drawn.filter((window) => isAnothers(window, below) && liesOver(window, active));
  return [...new Set(over.flatMap(({ app }) => app ?? []))];
}

function isAnothers({ app }: UiWindow, below: string): boolean {
  return app !== undefined && app !== below && !isSystemPackage(app);
}

function liesOver({ bounds }: UiWindow, active: UiWindow | undefined): boolean {
  return active === undefined || intersect(bounds, active.bounds) !== undefined;
}
