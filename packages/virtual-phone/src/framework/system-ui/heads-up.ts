import type { Cancel } from '../system/clock.ts';
import type { Framework } from '../system/framework.ts';
import type { Notification } from '../system/notifications.ts';
import { rect } from '../views/geometry.ts';
import type { View } from '../views/view.ts';
import { column, text } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import type { Windows } from '../windows/windows.ts';

/** HeadsUpManager: R.integer.heads_up_notification_decay. */
const SHOWN_MS = 5000;
/** Heads-up notifications came with Android 5. Up to 10 they are part of the status bar's window. */
const FIRST_RELEASE_IN_SHADE = 12;

/** Slides an urgent notification over the front window and removes it after a while. */
export class HeadsUp {
  readonly #phone: Framework;
  readonly #windows: Windows;
  private stopTimer: Cancel | undefined;
  private shown: Notification | undefined;

  constructor(phone: Framework, windows: Windows) {
    this.#phone = phone;
    this.#windows = windows;
    phone.notifications.follow((posted) => {
      if (posted?.urgent === true && phone.awake) this.#show(posted);
      else if (this.shown && !phone.notifications.list.includes(this.shown)) this.#hide();
    });
  }

  #show(notification: Notification): void {
    const { clock, display, shape } = this.#phone;
    this.shown = notification;
    this.#windows.headsUp = this.#windows.make({
      kind: 'headsUp',
      title: shape.release >= FIRST_RELEASE_IN_SHADE ? 'NotificationShade' : 'StatusBar',
      package: 'com.android.systemui',
      focusable: false,
      touchable: true,
      view: () => this.#view(notification),
      frame: (fit) => {
        const margin = display.px(8);
        const width = display.size.width - 2 * margin;
        const { height } = fit({ width, height: display.size.height });
        return rect(margin, display.statusBar.bottom, width, height);
      },
    });
    this.stopTimer?.();
    this.stopTimer = clock.after(SHOWN_MS, () => {
      this.#hide();
    });
    this.#changed();
  }

  #hide(): void {
    this.stopTimer?.();
    this.shown = undefined;
    this.#windows.headsUp = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#windows.invalidateAll();
    this.#phone.events.send('windowsChanged', 'com.android.systemui');
  }

  #view({ package: packageName, id, tag, title, text: words, intent, ongoing }: Notification): View {
    const { notifications } = this.#phone;
    return column(
      [
        text(this.#phone.appLabel(packageName), {
          id: 'android:id/app_name_text',
          size: 12,
          color: theme.textSecondary,
        }),
        text(title, { id: 'android:id/title', fontWeight: 500, maxLines: 1 }),
        text(words, { id: 'android:id/text', color: theme.textSecondary, maxLines: 2 }),
      ],
      {
        id: 'expandableNotificationRow',
        class: 'android.widget.FrameLayout',
        padding: [16, 20],
        gap: 4,
        radius: 24,
        background: theme.surfaceVariant,
        shadow: true,
        onTap: () => {
          this.#hide();
          if (intent !== undefined) this.#phone.start(intent);
          if (ongoing !== true) notifications.cancel(packageName, id, tag);
        },
      },
    );
  }
}
