import { crashed, notResponding, toast, type SystemAlert } from './alert-views.ts';
import type { AccessibilityEvents } from './accessibility-events.ts';
import type { Cancel, Clock } from '../system/clock.ts';
import type { Display } from './display.ts';
import { heightOf, rect, widthOf } from '../views/geometry.ts';
import type { Surface } from './surface.ts';
import type { Windows } from './windows.ts';

const TOAST_MS = 2000;
const PATIENCE_MS = 5000;
/** ActivityManager's MIN_CRASH_INTERVAL: an app that crashes again within it "keeps stopping". */
const REPEATED_WITHIN_MS = 60_000;

interface AlertsContext {
  readonly clock: Clock;
  readonly display: Display;
  readonly events: AccessibilityEvents;
  readonly windows: Windows;
  appLabel(packageName: string): string;
  changed(): void;
  forceStop(packageName: string): void;
  /** Called when an app counts as not responding. */
  notResponding(packageName: string): void;
  /** Whether the first crash of an app shows a dialog, or only a second one soon after. */
  tellsFirstCrash(): boolean;
  /** Opens the page of an app in Settings. */
  showDetails(packageName: string): void;
}

/** Messages of the system: toasts, and dialogs about apps that crashed or hang. */
export class Alerts {
  private cancelToast: Cancel | undefined;
  private readonly suspects = new Set<string>();
  /** The time of each app's last crash. */
  private readonly crashes = new Map<string, number>();

  readonly #context: AlertsContext;

  constructor(context: AlertsContext) {
    this.#context = context;
  }

  toast(message: string, packageName: string): void {
    const { clock, display, events, windows } = this.#context;
    this.cancelToast?.();
    windows.toast = windows.make({
      kind: 'toast',
      title: 'Toast',
      package: packageName,
      view: () => toast(message),
      frame: (fit) => {
        const { width, height } = fit({
          width: display.size.width - display.px(64),
          height: display.px(120),
        });
        const left = Math.round((display.size.width - width) / 2);
        return rect(left, display.safeArea.bottom - height - display.px(48), width, height);
      },
      focusable: false,
      touchable: false,
    });
    this.cancelToast = clock.after(TOAST_MS, () => {
      windows.toast = undefined;
      this.#context.changed();
    });
    this.#context.changed();
    // The sender was renamed when toasts moved into the system's process (Android 11).
    const sender = display.shape.sdk >= 30 ? 'android.widget.Toast' : 'android.widget.Toast$TN';
    events.send('notificationStateChanged', packageName, { class: sender, texts: [message] });
  }

  crashed(packageName: string): void {
    const now = this.#context.clock.now();
    const isRepeated = now - (this.crashes.get(packageName) ?? -Infinity) < REPEATED_WITHIN_MS;
    this.crashes.set(packageName, now);
    if (!isRepeated && !this.#context.tellsFirstCrash()) return;
    const close = () => {
      this.#close(surface);
    };
    const info = () => {
      close();
      this.#context.showDetails(packageName);
    };
    const surface: Surface = this.#show(crashed(this.#failing(packageName), { isRepeated, close, info }));
  }

  /** A force-stop also removes the app's dialogs (recorded on 5.1). */
  withdraw(packageName: string): void {
    for (const surface of this.#context.windows.alerts) {
      if (surface.spec.title.endsWith(`: ${packageName}`)) this.#close(surface);
    }
  }

  /** After a touch on an app that does not respond: shows a dialog after a while. */
  suspect(packageName: string): void {
    if (this.suspects.has(packageName)) return;
    this.suspects.add(packageName);
    this.#context.clock.after(PATIENCE_MS, () => {
      const done = () => {
        this.suspects.delete(packageName);
        this.#close(surface);
      };
      const close = () => {
        done();
        this.#context.forceStop(packageName);
      };
      this.#context.notResponding(packageName);
      const surface: Surface = this.#show(notResponding(this.#failing(packageName), { wait: done, close }));
    });
  }

  #failing(packageName: string) {
    const label = this.#context.appLabel(packageName);
    return { package: packageName, label, release: this.#context.display.shape.release };
  }

  /** Shows a dialog of the system; returns what closes it. */
  show(alert: SystemAlert): () => void {
    const surface = this.#show(alert);
    return () => {
      this.#close(surface);
    };
  }

  #show({ title, class: className, text, view, package: owner = 'android', onBack }: SystemAlert): Surface {
    const { display, events, windows } = this.#context;
    const surface = windows.make({
      kind: 'systemAlert',
      title,
      package: owner,
      view: () => view,
      frame: (fit) => {
        const area = display.safeArea;
        const width = Math.min(widthOf(area) - display.px(56), display.px(400));
        const { height } = fit({ width, height: heightOf(area) });
        return rect(
          Math.round((display.size.width - width) / 2),
          area.top + Math.round((heightOf(area) - height) / 2),
          width,
          height,
        );
      },
      focusable: true,
      touchable: true,
      dim: true,
      onOutside: () => undefined,
      onBack: onBack ?? (() => undefined),
    });
    windows.alerts = [...windows.alerts, surface];
    this.#context.changed();
    events.send('windowStateChanged', owner, { class: className, texts: [text] });
    return surface;
  }

  #close(surface: Surface): void {
    const { windows } = this.#context;
    windows.alerts = windows.alerts.filter((one) => one !== surface);
    this.#context.changed();
  }
}
