import type { Rect } from '../views/geometry.ts';
import type { View } from '../views/view.ts';
import type { Surface } from './surface.ts';
import type { Windows } from './windows.ts';

/** A window over other apps (SYSTEM_ALERT_WINDOW), as passed to WindowManager.addView. */
export interface Overlay {
  readonly package: string;
  readonly view: () => View;
  /** Its frame in screen pixels. */
  readonly frame: (screen: Rect) => Rect;
  /** False: FLAG_NOT_TOUCHABLE. Touches go to the window below, and accessibility services do not see this one. */
  readonly touchable?: boolean;
  /** True: without FLAG_NOT_FOCUSABLE. It receives the keys, and accessibility services do not see the windows below. */
  readonly focusable?: boolean;
  /** How opaque the window is, from 0 to 1. */
  readonly opacity?: number;
}

interface OverlaysHost {
  readonly windows: Windows;
  windowsChanged(packageName: string): void;
}

interface OverlaysPhone {
  readonly shape: { readonly sdk: number };
  readonly display: { readonly bounds: Rect };
  readonly processes: {
    ensure(packageName: string): unknown;
    onEnd(listener: (process: { readonly name: string }) => void): () => void;
  };
}

/**
 * Android 12: a touch is dropped that would go through a window of another app which is more opaque than this
 * (Settings.Global.MAXIMUM_OBSCURING_OPACITY_FOR_TOUCH).
 */
const MOST_OBSCURING_OPACITY = 0.8;
const FIRST_SDK_WITH_TRUSTED_TOUCHES = 31;

/** The windows of apps over other apps; they end with their app's process. */
export class Overlays {
  readonly #phone: OverlaysPhone;
  readonly #host: () => OverlaysHost;

  constructor(phone: OverlaysPhone, host: () => OverlaysHost) {
    this.#phone = phone;
    this.#host = host;
    phone.processes.onEnd(({ name }) => {
      for (const surface of host().windows.overlays) if (surface.spec.package === name) this.#remove(surface);
    });
  }

  /** Shows a window over everything but the system's own windows; returns the function that removes it. */
  add({
    package: packageName,
    view,
    frame,
    touchable = true,
    focusable = false,
    opacity = 1,
  }: Overlay): () => void {
    const { windows } = this.#host();
    const { shape, display, processes } = this.#phone;
    processes.ensure(packageName);
    const surface = windows.make({
      kind: 'overlay',
      // The title of a window without a title: its package.
      title: packageName,
      package: packageName,
      view: () => ({ ...view(), opacity }),
      frame: () => frame(display.bounds),
      focusable,
      touchable,
      dropsTouches:
        !touchable && opacity > MOST_OBSCURING_OPACITY && shape.sdk >= FIRST_SDK_WITH_TRUSTED_TOUCHES,
    });
    windows.overlays = [...windows.overlays, surface];
    this.#host().windowsChanged(packageName);
    return () => {
      this.#remove(surface);
    };
  }

  #remove(surface: Surface): void {
    const host = this.#host();
    host.windows.overlays = host.windows.overlays.filter((one) => one !== surface);
    host.windowsChanged(surface.spec.package);
  }
}
