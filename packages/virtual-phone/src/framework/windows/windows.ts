import { accessibilityTree, type AccessibilityNode } from './accessibility.ts';
import type { ViewLabel } from './accessibility-facts.ts';
import type { Clock } from '../system/clock.ts';
import type { Display } from './display.ts';
import type { Faults } from '../system/faults.ts';
import { isTranslated, localised } from '../locale/translate.ts';
import type { Node } from '../views/layout.ts';
import type { Rect } from '../views/geometry.ts';
import { nodesOf, Surface, type SurfaceSpec, type WindowKind } from './surface.ts';
import type { TextInput } from '../input/text-input.ts';

/** A window as seen from outside. */
export interface PhoneWindow {
  readonly id: number;
  readonly kind: WindowKind;
  readonly title: string;
  readonly package: string;
  /** The profile of the activity it belongs to. */
  readonly user?: number | undefined;
  readonly bounds: Rect;
  /** Position in the stack: a higher window covers a lower one. */
  readonly layer: number;
  /** It receives keys. */
  readonly focused: boolean;
  /** What a plain dump shows: the window last touched or focused, which here is the focused one. */
  readonly active: boolean;
  readonly secure: boolean;
  readonly touchable: boolean;
  /** It can receive keys. */
  readonly focusable: boolean;
  /** The record id of the activity it belongs to. */
  readonly owner: number | undefined;
  /** The readable tree, or null while the window is opening. */
  root(wish?: { offScreen: boolean }): AccessibilityNode | null;
}

/** Windows that do not belong to an activity: permanent ones, and dialogs and toasts of the system. */
export interface SystemSurfaces {
  readonly statusBar: Surface;
  readonly navigationBar: Surface;
  readonly keyboard: Surface;
  readonly shade: Surface;
  /** What else of the system's windows has a state. */
  readonly parts: readonly object[];
  /** A closed shade forgets where it was scrolled to, what was expanded and what was being written. */
  shadeClosed(): void;
}

/** The windows of the activity in front, as the window manager needs to know them. */
interface FrontActivity {
  readonly id: number;
  /** Its windows cannot be read before this time, because it is still opening. */
  readonly readableFrom: number;
  readonly running: { readonly secure: boolean } | undefined;
  /** Lowest first. */
  surfaces(): readonly Surface[];
  invalidate(): void;
}

interface WindowsContext {
  readonly clock: Clock;
  readonly display: Display;
  readonly faults: Faults;
  readonly activities: { readonly front: FrontActivity | undefined };
  readonly textInput: TextInput;
  readonly clipboard: { readonly text: string };
}

/** Which windows are on the screen, and in which order. */
export class Windows {
  private nextId = 1;
  shade: 'closed' | 'notifications' | 'quickSettings' = 'closed';
  toast: Surface | undefined;
  /** Dialogs of the system (an app crashed or hangs), newest last. */
  alerts: readonly Surface[] = [];
  /** Windows of apps over other apps, newest last. */
  overlays: readonly Surface[] = [];
  /** A notification that slides over what is in front. */
  headsUp: Surface | undefined;
  system: SystemSurfaces | undefined;
  /** The view that services read aloud, if one is. */
  accessibilityFocus: { readonly window: number; readonly path: string } | undefined;

  readonly #context: WindowsContext;

  constructor(context: WindowsContext) {
    this.#context = context;
  }

  /** Creates a window; it appears when its owner lists it. */
  make(spec: SurfaceSpec): Surface {
    const { display } = this.#context;
    const { configuration } = display;
    const view = () => {
      const { locale, rightToLeft } = configuration;
      return localised(spec.view(), { package: spec.package, locale, rightToLeft });
    };
    return new Surface(this.nextId++, { ...spec, view }, () => ({
      scale: display.scale,
      textScale: display.textScale,
      rightToLeft: configuration.rightToLeft && isTranslated(spec.package),
    }));
  }

  /** Everything on the screen, topmost first. */
  surfaces(): readonly Surface[] {
    const { system } = this;
    if (system === undefined) return [];
    const { activities, textInput } = this.#context;
    const shown: (Surface | undefined)[] = [
      this.toast,
      system.navigationBar,
      system.statusBar,
      this.shade === 'closed' ? this.headsUp : system.shade,
      ...this.alerts.toReversed(),
      textInput.shown ? system.keyboard : undefined,
      ...(this.#hidesOverlays() ? [] : this.overlays.toReversed()),
      ...(activities.front?.surfaces() ?? []).toReversed(),
    ];
    return shown.filter((surface) => surface !== undefined);
  }

  /** A permission dialog has SYSTEM_FLAG_HIDE_NON_SYSTEM_OVERLAY_WINDOWS: nothing may lie over it. */
  #hidesOverlays(): boolean {
    return this.alerts.some(({ spec }) => /\.(permissioncontroller|packageinstaller)$/.test(spec.package));
  }

  /** The window that receives keys. */
  focused(): Surface | undefined {
    return this.surfaces().find((surface) => surface.spec.focusable);
  }

  invalidateAll(): void {
    this.#context.activities.front?.invalidate();
    for (const surface of this.surfaces()) surface.invalidate();
  }

  /** Every window, for callers outside the framework, topmost first. */
  list(): readonly PhoneWindow[] {
    const surfaces = this.surfaces();
    const focused = this.focused();
    return surfaces.map((surface, place) => {
      const { kind, title, package: packageName, user, secure, touchable, focusable, owner } = surface.spec;
      return {
        id: surface.id,
        kind,
        title,
        package: packageName,
        user,
        bounds: surface.bounds,
        layer: surfaces.length - 1 - place,
        focused: surface === focused,
        active: surface === focused,
        secure: this.#context.faults.secureWindows || secure === true || this.#ownerIsSecure(owner),
        touchable,
        focusable,
        owner,
        root: (wish) => this.#read(surface, wish?.offScreen ?? false),
      };
    });
  }

  #ownerIsSecure(owner: number | undefined): boolean {
    const { front } = this.#context.activities;
    return front !== undefined && front.id === owner && front.running?.secure === true;
  }

  #read(surface: Surface, offScreen: boolean): AccessibilityNode | null {
    const { clock, display, faults, activities, clipboard } = this.#context;
    if (faults.noRoot) return null;
    const { front } = activities;
    if (surface.spec.owner !== undefined && front !== undefined && clock.now() < front.readableFrom)
      return null;
    const root = surface.root();
    return accessibilityTree(root, {
      shape: display.shape,
      package: surface.spec.package,
      focus: surface.states.focus,
      screen: display.bounds,
      offScreen,
      labels: labelsIn(root),
      clipboardHasText: clipboard.text !== '',
      accessibilityFocus:
        this.accessibilityFocus?.window === surface.id ? this.accessibilityFocus.path : undefined,
    });
  }
}

function labelsIn(root: Node): readonly ViewLabel[] {
  return [...nodesOf(root)].flatMap(({ view: { labelFor }, path }) =>
    labelFor === undefined ? [] : [{ labelFor, path }],
  );
}
