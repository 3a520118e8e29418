import type { Intent, RunningActivity } from './app.ts';
import type { Dialog, Screen } from '../views/screen.ts';
import { decor } from '../windows/decor.ts';
import type { Display } from '../windows/display.ts';
import { heightOf, rect, widthOf, type Rect } from '../views/geometry.ts';
import type { View } from '../views/view.ts';
import { popupView } from '../widgets/popup.ts';
import { nodeAt, type Surface, type SurfaceSpec } from '../windows/surface.ts';

/** `package/class`, with the class both as in the manifest and in full. */
export interface Component {
  readonly package: string;
  /** `.Main` if the class is in the package, otherwise the full name. */
  readonly short: string;
  readonly full: string;
  /** The number of its profile; undefined for the phone's own user. */
  readonly user?: number;
}

/** The intent that started an activity, and the callback for its result. */
export interface ActivityRequest {
  readonly intent: Intent;
  readonly onResult?: (result: unknown) => void;
}

/** The parts of the phone that an activity's windows use. */
export interface WindowHost {
  readonly display: Display;
  makeSurface(spec: SurfaceSpec): Surface;
  /** Pixels that the keyboard covers at the bottom; 0 while it is hidden. */
  keyboardHeight(): number;
  /** Runs app code: an exception crashes the app, not the phone. */
  guard<Result>(packageName: string, run: () => Result): Result | undefined;
  windowsChanged(packageName: string): void;
  /** The action bar that a selection in the window puts above its content. */
  actionMode(over: Surface): View | undefined;
}

const nothing: Screen = { content: { type: 'stack', children: [] } };

/** One activity of a task: the running code, and the windows that show it. */
export class ActivityRecord {
  state: 'resumed' | 'stopped' = 'stopped';
  /** Its windows cannot be read before this time, because it is still opening. */
  readableFrom = 0;
  running: RunningActivity | undefined;
  readonly main: Surface;
  private dialog: Surface | undefined;
  private popup: { surface: Surface; over: Surface; path: string } | undefined;
  private rendered: Screen | undefined;

  constructor(
    readonly id: number,
    readonly component: Component,
    readonly request: ActivityRequest,
    readonly host: WindowHost,
  ) {
    this.main = host.makeSurface({
      ...this.#common('application'),
      view: () => decor(this.screen(), this.#areas(), host.display.scale, host.actionMode(this.main)),
      frame: () => host.display.appFrame,
    });
  }

  get title(): string {
    return `${this.component.package}/${this.component.full}`;
  }

  /** Makes the next look render again. */
  invalidate(): void {
    this.rendered = undefined;
    for (const surface of [this.main, this.dialog, this.popup?.surface]) surface?.invalidate();
  }

  screen(): Screen {
    this.rendered ??=
      this.host.guard(this.component.package, () => this.running?.render() ?? nothing) ?? nothing;
    return this.rendered;
  }

  /** Its windows, lowest first: the content, a dialog, an open drop-down. */
  surfaces(): readonly Surface[] {
    const { dialog } = this.screen();
    if (dialog === undefined) this.dialog = undefined;
    else this.dialog ??= this.#makeDialog();
    const below = this.dialog === undefined ? [this.main] : [this.main, this.dialog];
    const popup = this.#openPopup(below);
    return popup === undefined ? below : [...below, popup];
  }

  #common(
    kind: SurfaceSpec['kind'],
  ): Pick<SurfaceSpec, 'kind' | 'title' | 'package' | 'user' | 'focusable' | 'touchable' | 'owner'> {
    return {
      kind,
      title: this.title,
      package: this.component.package,
      user: this.component.user,
      focusable: true,
      touchable: true,
      owner: this.id,
    };
  }

  #areas(): { frame: Rect; inside: Rect; bar: Rect } {
    const { display } = this.host;
    const keyboard = this.running?.softInput === 'pan' ? 0 : this.host.keyboardHeight();
    const inside = {
      ...display.safeArea,
      bottom: Math.min(display.safeArea.bottom, display.size.height - keyboard),
    };
    return { frame: display.appFrame, inside, bar: display.navigationBar };
  }

  #makeDialog(): Surface {
    const dialog = (): Dialog => this.screen().dialog ?? { view: nothing.content };
    const dismiss = () => {
      this.host.guard(this.component.package, () => dialog().onDismiss?.());
    };
    return this.host.makeSurface({
      ...this.#common('dialog'),
      view: () => dialog().view,
      frame: (fit) => {
        const { display } = this.host;
        const area = {
          ...display.safeArea,
          bottom: Math.min(display.safeArea.bottom, display.size.height - this.host.keyboardHeight()),
        };
        const sheet = dialog().sheet === true;
        const margin = sheet ? 0 : display.px(28);
        const width = Math.min(widthOf(area) - 2 * margin, display.px(sheet ? 640 : 400));
        const height = Math.min(heightOf(area) - 2 * margin, fit({ width, height: heightOf(area) }).height);
        const left = area.left + Math.round((widthOf(area) - width) / 2);
        const top = sheet ? area.bottom - height : area.top + Math.round((heightOf(area) - height) / 2);
        return rect(left, top, width, height);
      },
      dim: true,
      onOutside: dismiss,
      onBack: dismiss,
    });
  }

  #openPopup(below: readonly Surface[]): Surface | undefined {
    const over = below.find((surface) => surface.states.openDropdown !== undefined);
    const path = over?.states.openDropdown;
    if (over === undefined || path === undefined) {
      this.popup = undefined;
      return undefined;
    }
    if (this.popup?.over !== over || this.popup.path !== path) {
      this.popup = { over, path, surface: this.#makePopup(over, path) };
    }
    return this.popup.surface;
  }

  #makePopup(over: Surface, path: string): Surface {
    const close = () => {
      over.states.openDropdown = undefined;
      this.invalidate();
      this.host.windowsChanged(this.component.package);
    };
    const surface: Surface = this.host.makeSurface({
      ...this.#common('popup'),
      title: `PopupWindow:${(0x2aa06600 + over.id).toString(16)}`,
      view: () => {
        const anchor = nodeAt(over.root(), path);
        const dropdown = anchor?.view.dropdown;
        return popupView(dropdown?.items ?? [], (index) => {
          close();
          this.host.guard(this.component.package, () => dropdown?.onSelect(index));
        });
      },
      frame: (fit) => this.#popupFrame(nodeAt(over.root(), path)?.bounds ?? over.bounds, fit),
      onOutside: close,
      onBack: close,
    });
    return surface;
  }

  #popupFrame(
    anchor: Rect,
    fit: (room: { width: number; height: number }) => { width: number; height: number },
  ): Rect {
    const { display } = this.host;
    const area = display.safeArea;
    const wanted = fit({ width: display.px(280), height: heightOf(area) });
    const width = Math.min(Math.max(wanted.width, Math.min(widthOf(anchor), display.px(280))), widthOf(area));
    const height = Math.min(wanted.height, heightOf(area));
    const margin = display.px(8);
    const left = Math.max(area.left + margin, Math.min(anchor.left, area.right - width - margin));
    const top =
      anchor.bottom + height <= area.bottom ? anchor.bottom : Math.max(area.top, area.bottom - height);
    return rect(left, top, width, height);
  }
}
