import type { Bounds, UiNode } from './node.ts';

export type WindowType = 'application' | 'dialog' | 'keyboard' | 'system' | 'other';

/** One window and its tree. A window that was listed but not read (another application's) has no root. */
export interface UiWindow {
  /** The platform's own key, stable while the window lives. */
  readonly key: string;
  readonly type: WindowType;
  readonly title: string | undefined;
  /** The application that owns it: a package name on Android, the application's name on a desktop. */
  readonly app: string | undefined;
  /** The application's bundle or desktop id, if it has one beside its name. */
  readonly appId?: string | undefined;
  readonly bounds: Bounds;
  /** The system reports that this is the list of recent applications. Others may be one, too. */
  readonly recents?: boolean;
  /** The window with the input focus. Exactly one window of a view is active, or none. */
  readonly active: boolean;
  readonly root: UiNode | undefined;
}

/** A window as the window manager lists it. */
export interface StackedWindow extends UiWindow {
  readonly root: undefined;
  readonly touchable: boolean;
  /** An overlay: an application drew it over others. */
  readonly overlay: boolean;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Two fingers closer than this many pixels are not recognised as a pinch. */
  readonly smallestSpan?: number;
}

/** A platform's screen at one moment, before ids: the active window first, then the others from the top down. */
export interface View {
  readonly app: string | undefined;
  readonly activity: string | undefined;
  readonly screen: Screen;
  /** False while the display sleeps. */
  readonly awake: boolean;
  readonly windows: readonly UiWindow[];
  /** All visible windows without their content, from the top down, if the window manager was asked. */
  readonly stack?: readonly StackedWindow[] | undefined;
  /** Notes for the model about this view (only the active window could be read, …). */
  readonly notes: readonly string[];
  /** Why no text could be read, if so: nodes then have only bounds and flags. */
  readonly textless?: string | undefined;
  /** Why the active window's content is unknown this time: its application did not answer in time. */
  readonly unread?: string | undefined;
}

/** A node in its place: window, parent and id. */
export interface Element {
  readonly id: string;
  readonly node: UiNode;
  readonly window: UiWindow;
  readonly parent: Element | undefined;
  /** Its index in the snapshot's elements; a parent comes before its children. */
  readonly order: number;
}

/** A screen as a value: a view whose nodes have ids. Immutable. */
export interface Snapshot extends View {
  /** Every node of every window, in tree order, the active window first. */
  readonly elements: readonly Element[];
  element(id: string): Element | undefined;
}

export type Orientation = 'portrait' | 'landscape';

/** A square screen counts as portrait, as on Android. */
export function orientation(screen: Screen): Orientation {
  return screen.width > screen.height ? 'landscape' : 'portrait';
}
