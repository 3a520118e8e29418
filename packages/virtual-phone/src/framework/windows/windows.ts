import { accessibilityTree, type AccessibilityNode } from './accessibility.ts';
import type { ViewLabel } from './accessibility-facts.ts';
import type { Clock } from '../system/clock.ts';
import type { Display } from './display.ts';
import type { Faults } from '../system/faults.ts';
import { isTranslated, localised } from '../locale/translate.ts';
import type { Node } from '../views/layout.ts';
import type { Rect } from '../views/geometry.ts';
import { SelectionToolbar } from './selection-toolbar.ts';
import { nodesOf, Surface, type SurfaceSpec, type WindowKind } from './surface.ts';
import type { TextInput } from '../input/text-input.ts';

/** A window, seen from outside the framework. */
export interface PhoneWindow {
  readonly id: number;
  readonly kind: WindowKind;
  readonly title: string;
  readonly package: string;
  /** The number of the activity's profile. */
  readonly user?: number | undefined;
  readonly bounds: Rect;
  /** Position in the stack: a higher window covers a lower one. */
  readonly layer: number;
  /** It receives keys. */
  readonly focused: boolean;
  /** Part of a plain dump: the window last touched or focused, which here is the focused one. */
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
  /** Other stateful parts of the system's windows. */
  readonly parts: readonly object[];
  /** Called when the shade closes: forgets scroll position, expanded rows and a reply. */
  shadeClosed(): void;
}

/** The activity in front, seen by the window manager. */
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

/** The windows on the screen and their order. */
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
  /** The view with accessibility focus. */
  accessibilityFocus: { readonly window: number; readonly path: string } | undefined;

  readonly #context: WindowsContext;
  readonly #toolbar: SelectionToolbar;

  constructor(context: WindowsContext) {
    this.#context = context;
    this.#toolbar = new SelectionToolbar((spec) => this.make(spec), context.display, context.textInput);
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
    const stack = this.#stack();
    const focused = focusedIn(stack);
    const toolbar = this.#toolbar.over(focused);
    return toolbar === undefined
      ? stack
      : stack.flatMap((surface) => (surface === focused ? [toolbar, surface] : [surface]));
  }

  /** All windows but the toolbar of a selection. */
  #stack(): readonly Surface[] {
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

  /** A permission dialog has SYSTEM_FLAG_HIDE_NON_SYSTEM_OVERLAY_WINDOWS: overlays are hidden while it is open. */
  #hidesOverlays(): boolean {
    return this.alerts.some(({ spec }) => /\.(permissioncontroller|packageinstaller)$/.test(spec.package));
  }

  /** The window that receives keys. */
  focused(): Surface | undefined {
    return focusedIn(this.#stack());
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

function focusedIn(surfaces: readonly Surface[]): Surface | undefined {
  return surfaces.find((surface) => surface.spec.focusable);
}

function labelsIn(root: Node): readonly ViewLabel[] {
  return [...nodesOf(root)].flatMap(({ view: { labelFor }, path }) =>
    labelFor === undefined ? [] : [{ labelFor, path }],
  );
}
