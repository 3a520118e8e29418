import { rect, type Rect, type Size } from '../views/geometry.ts';
import type { Configuration } from '../system/configuration.ts';
import type { Settings } from '../system/settings.ts';
import type { PhoneShape } from '../system/shape.ts';

/** Quarter turns from the natural orientation. */
export type Rotation = 0 | 1 | 2 | 3;

/** The screen: its current size, density and rotation, and the space that the system bars leave for apps. */
export class Display {
  /** Overrides of `wm size` and `wm density`. */
  overrideSize: Size | undefined;
  overrideDensity: number | undefined;
  /** How the phone is held; it counts while rotation is automatic. */
  held: Rotation = 0;

  readonly #settings: Settings;

  constructor(
    readonly shape: PhoneShape,
    settings: Settings,
    readonly configuration: Pick<Configuration, 'fontScale' | 'rightToLeft' | 'locale'>,
  ) {
    this.#settings = settings;
  }

  get rotation(): Rotation {
    if (this.#settings.isOn('system', 'accelerometer_rotation')) return this.held;
    const wanted = this.#settings.number('system', 'user_rotation', 0);
    return wanted === 1 || wanted === 2 || wanted === 3 ? wanted : 0;
  }

  get landscape(): boolean {
    return this.rotation % 2 === 1;
  }

  /** In the natural orientation. */
  get naturalSize(): Size {
    return this.overrideSize ?? { width: this.shape.width, height: this.shape.height };
  }

  /** In the current rotation. */
  get size(): Size {
    const { width, height } = this.naturalSize;
    return this.landscape ? { width: height, height: width } : { width, height };
  }

  get bounds(): Rect {
    return rect(0, 0, this.size.width, this.size.height);
  }

  get density(): number {
    return this.overrideDensity ?? this.shape.density;
  }

  /** Pixels per dp. */
  get scale(): number {
    return this.density / 160;
  }

  /** Pixels per sp: pixels per dp times the user's font scale. */
  get textScale(): number {
    return this.scale * this.configuration.fontScale;
  }

  px(dp: number): number {
    return Math.round(dp * this.scale);
  }

  get statusBar(): Rect {
    return rect(0, 0, this.size.width, this.px(this.shape.statusBar));
  }

  /** At the bottom, or at the right side in landscape on a phone with buttons. */
  get navigationBar(): Rect {
    const { width, height } = this.size;
    if (this.landscape && this.shape.sideBar > 0) {
      const side = this.px(this.shape.sideBar);
      return rect(width - side, 0, side, height);
    }
    const bar = this.px(this.shape.navigationBar);
    return rect(0, height - bar, width, bar);
  }

  /** The area of an app's window. */
  get appFrame(): Rect {
    if (this.shape.edgeToEdge) return this.bounds;
    const bar = this.navigationBar;
    return bar.left > 0 ? { ...this.bounds, right: bar.left } : { ...this.bounds, bottom: bar.top };
  }

  /** The part of an app's window that no bar covers. */
  get safeArea(): Rect {
    const frame = this.appFrame;
    const bar = this.navigationBar;
    const bottom = bar.left > 0 ? frame.bottom : Math.min(frame.bottom, bar.top);
    return { ...frame, top: this.statusBar.bottom, bottom };
  }
}
