import type { Call } from '@handeye/core/call/call';
import type { View } from '@handeye/screen/snapshot';
import type { Phone } from '../phone.ts';
import { readWindowState } from '../screen/window-state.ts';

/** Android 9. From then on the window manager marks Recents, whichever launcher made it. */
const FIRST_SDK_THAT_TELLS = 28;
/** More windows than this do not open between two looks at the same one. */
const MOST_WINDOWS = 500;

/**
 * Marks the windows that are the list of recent applications: accessibility does not say it, and the policy needs it. Each
 * window and activity that comes to the front costs one round trip to the window manager.
 */
export class RecentsWindows {
  readonly #phone: Phone;
  readonly #sdk: number;
  readonly #known = new Map<string, boolean>();

  constructor(phone: Phone, sdk: number) {
    this.#phone = phone;
    this.#sdk = sdk;
  }

  /** The view with Recents marked. */
  async marked<V extends View>(view: V, call: Call): Promise<V> {
    const active = view.windows.find((window) => window.active);
    if (this.#sdk < FIRST_SDK_THAT_TELLS || active?.app === undefined) return view;
    const key = `${active.key} ${active.app} ${view.activity ?? ''}`;
    const isRecents = this.#known.get(key) ?? (await this.#ask(key, active.app, call));
    if (!isRecents) return view;
    const windows = view.windows.map((window) =>
      window.app === active.app ? { ...window, recents: true } : window,
    );
    return { ...view, windows };
  }

  async #ask(key: string, app: string, call: Call): Promise<boolean> {
    const { state } = await readWindowState(this.#phone, { picture: false }, call);
    const isRecents = state.listed.some((one) => one.recents && one.visible && one.app === app);
    // A window that is just opening may not be listed yet.
    if (!state.listed.some((one) => one.visible && one.app === app)) return isRecents;
    this.#known.set(key, isRecents);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_WINDOWS && oldest !== undefined) this.#known.delete(oldest);
    return isRecents;
  }
}
