import type { Call } from '@handeye/core/call/call';

/** A rectangle of the screen in the pixels that applications count; right and bottom are exclusive. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A window as the window manager or the compositor knows it. */
export interface ManagedWindow {
  readonly id: number;
  readonly title: string;
  readonly pid: number | undefined;
  /** The class of WM_CLASS or Wayland's app_id, usually the application's name. */
  readonly className: string | undefined;
  /** Name of the desktop file without its extension, if the toolkit reports it. */
  readonly desktopId: string | undefined;
  /** The area that the application draws on; on X11 with the shadows that it draws itself. */
  readonly clientBounds: Rectangle;
  /** The visible window: with its title bar, without shadows. */
  readonly bounds: Rectangle;
  /** Not visible: minimised, on another workspace of sway, behind another tab, or in its scratchpad. */
  readonly minimized: boolean;
  readonly active: boolean;
  readonly kind: 'normal' | 'dialog' | 'panel';
  /** A Wayland application does not know where its window is: its coordinates begin at the window's own corner. */
  readonly hasOwnCoordinates?: boolean;
}

/** An open menu or list, as a window that no window manager manages. */
export interface Popup {
  readonly pid: number | undefined;
  readonly bounds: Rectangle;
}

/** A window that no window manager manages: a menu, a tooltip, or anything that a program puts over everything else. */
export interface UnmanagedWindow {
  readonly id: number;
  readonly pid: number | undefined;
  readonly title: string;
  readonly className: string | undefined;
  /** The part that takes clicks. */
  readonly bounds: Rectangle;
  /** A tooltip, a notification and the like, by its own window type. */
  readonly isPassing: boolean;
  readonly isUnmanaged: true;
}

/** Lists all windows of the session, and raises and closes them. */
export interface WindowManager {
  /** Topmost first. */
  windows(call: Call): Promise<readonly ManagedWindow[]>;
  /** Open menus and lists, if the platform reports them. */
  popups?(call: Call): Promise<readonly Popup[]>;
  /** All windows that take clicks, topmost first, with the unmanaged ones; if absent, there are no unmanaged ones. */
  stacking?(
    managed: readonly ManagedWindow[],
    call: Call,
  ): Promise<readonly (ManagedWindow | UnmanagedWindow)[]>;
  /** Brings a window to the front and waits until it is active. False if the window manager does not do it. */
  activate(window: number, call: Call): Promise<boolean>;
  /** Asks a window to close, as its close button does: it may ask something first. */
  askToClose(window: number, call: Call): Promise<void>;
}
