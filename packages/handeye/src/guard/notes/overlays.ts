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
  return app !== undefined && app !== below && !isSystemPackage(app) && !isPartOfDesktop(app);
}

/**
 * Programs of Linux desktops that lay windows over others because that is what they are for: panels and their menus, docks,
 * input methods, launchers, notifications. A program gives itself its name, so one of these names proves nothing.
 */
const desktopParts: ReadonlySet<string> = new Set(
  `gnome-shell plasmashell krunner cinnamon budgie-panel xfce4-panel mate-panel lxpanel lxqt-panel wrapper-2.0 polybar tint2
   xfdesktop xfwm4 openbox marco metacity mutter kwin_x11 picom plank cairo-dock conky ibus-ui-gtk3 ibus-extension-gtk3 fcitx fcitx5 onboard
   florence rofi dmenu albert ulauncher dunst xfce4-notifyd notify-osd mate-notification-daemon notification-daemon flameshot`.split(
    /\s+/,
  ),
);

function isPartOfDesktop(app: string): boolean {
  return desktopParts.has(app.toLowerCase());
}

function liesOver({ bounds }: UiWindow, active: UiWindow | undefined): boolean {
  return active === undefined || intersect(bounds, active.bounds) !== undefined;
}
