import type { DesktopNode } from '@handeye/screen/desktop/node';
import type { Call } from '../call/call.ts';

/** A running application with a user interface. */
export interface Application {
  readonly name: string;
  /** Its bundle or desktop id, a package name on Android; where the platform tells one. */
  readonly id: string | undefined;
  readonly pid: number;
}

export interface DesktopWindow {
  /** Empty for a window without a title. */
  readonly title: string;
  readonly position: { readonly x: number; readonly y: number };
  /** Its place is not known (GNOME and KDE on Wayland): its position means nothing. */
  readonly positionUnknown?: true;
  readonly size: { readonly width: number; readonly height: number };
  readonly minimized: boolean;
  readonly frontmost: boolean;
  readonly app: string;
  readonly pid: number;
}

/** The element that has the keyboard focus, in the tree of its application. */
export interface FocusedElement {
  readonly app: Application;
  readonly root: DesktopNode;
  readonly node: DesktopNode;
}

/**
 * Applications and windows by name. If an application hangs, only calls to that application wait. An application that ended
 * meanwhile is element_not_found.
 */
export interface Desktop {
  /** Milliseconds that reading it takes anyhow, where the platform is slow: time limits come on top. */
  readonly slowness?: number;
  applications(call: Call): Promise<readonly Application[]>;
  /**
   * The tree of an application, the application itself at the top, its windows below. With `depth`, deeper levels may be
   * missing.
   */
  tree(app: Application, call: Call, depth?: number): Promise<DesktopNode>;
  focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined>;
  windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]>;
}
