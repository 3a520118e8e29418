import { shown } from '@handeye/screen/sanitize';
import type { StackedWindow, UiWindow } from '@handeye/screen/snapshot';
import type { CgWindow, RunningApplication } from '../bridge/protocol.ts';
import { nonEmpty } from './traits.ts';
import { boundsOf } from './tree.ts';

/**
 * Up to the layer of modal panels (8), floating palettes (3) among them. Above are the Dock, the menu bar, menus, and windows as large
 * as the screen that let clicks through; the window server does not tell which do.
 */
const HIGHEST_LAYER = 8;

/** The windows that a click can hit, front to back, under the keys that looks know them by. */
export function stackOf(
  listed: readonly CgWindow[],
  apps: readonly RunningApplication[],
): readonly StackedWindow[] {
  const front = apps.find(({ frontmost }) => frontmost);
  const clickable = listed.filter(({ layer, onScreen }) => onScreen && layer >= 0 && layer <= HIGHEST_LAYER);
  const active = clickable.find(({ pid }) => pid === front?.pid);
  return clickable.map((window) => ({
    ...listedWindow(window, apps),
    active: window === active,
    touchable: true,
    overlay: false,
  }));
}

/** A window as the window server lists it, without what is in it. */
export function listedWindow(
  window: CgWindow,
  apps: readonly RunningApplication[],
): UiWindow & { readonly root: undefined } {
  const owner = apps.find(({ pid }) => pid === window.pid);
  return {
    key: `w${window.number}`,
    type: 'application',
    title: nonEmpty(shown(window.title)),
    app: shown(owner?.name ?? window.owner),
    appId: owner?.bundleId,
    bounds: boundsOf(window.bounds),
    active: false,
    root: undefined,
  };
}
