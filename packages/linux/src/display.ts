import type { Call } from '@handeye/core/call/call';
import type { Clipboard } from '@handeye/core/device/port';
import type { Point } from '@handeye/screen/bounds';
import type { Screen } from '@handeye/screen/snapshot';
import type { ManagedWindow, WindowManager } from './display-parts/managed-window.ts';
import type { RawImage } from './display-parts/raw-image.ts';
import type { Drag, MouseButton, WheelDirection } from './input/pointer.ts';

export type { ManagedWindow, MouseButton, RawImage, WindowManager };

export type HeldKey = 'control' | 'alt' | 'super' | 'shift';

export interface TypingOptions {
  readonly slowly?: boolean;
  readonly secret?: boolean;
}

export interface Keyboard {
  /**
   * Types a text. Returns true if the layout was changed for it: a program that notices the new layout too late types something
   * else, and `slowly` gives it more time. A `secret` text never goes over the clipboard.
   */
  type(text: string, call: Call, options?: TypingOptions): Promise<boolean>;
  /** Presses one key while others are held. */
  press(keysym: number, call: Call, held?: Partial<Record<HeldKey, boolean>>): Promise<void>;
}

export interface Pointer {
  /** Drags with the left button, at the times given: pressed at the first point, released at the last. */
  drag(drags: readonly Drag[], call: Call): Promise<void>;
  click(at: Point, button: MouseButton, call: Call): Promise<void>;
  /** Turns the wheel over a point. */
  scroll(
    at: Point,
    turn: { readonly direction: WheelDirection; readonly notches: number },
    call: Call,
  ): Promise<void>;
}

/** The parts that a session may offer besides accessibility; each may be missing. */
export type DisplayPart = 'pointer' | 'keyboard' | 'clipboard' | 'picture' | 'windows';

/** Screen, mouse, keyboard, clipboard and windows of a session: of an X server or of a Wayland compositor. */
export interface Display {
  /** The name for a person: `X11 :1`, `sway`, `GNOME on Wayland`. */
  readonly title: string;
  /** True once the connection has ended and must be reopened. */
  readonly ended: boolean;
  /** True while the desktop asks its user whether this program may use it; only the user may answer. */
  readonly asksItsUser?: boolean;
  readonly pointer?: Pointer;
  readonly keyboard?: Keyboard;
  readonly clipboard?: Clipboard;
  readonly windowManager?: WindowManager;
  /** Why a part is missing, and how to get it; the model reads this text unchanged. */
  readonly missing: Readonly<Partial<Record<DisplayPart, string>>>;
  /** In the current rotation. */
  screen(call: Call): Promise<Screen>;
  /** The whole screen, or one window without what covers it. */
  readonly screenshot?: (call: Call, window?: ManagedWindow) => Promise<RawImage>;
  close(): Promise<void> | void;
}
