import type { ScreenTexts, WatchedScreen } from '../../wire/screen.ts';

export interface FreshTextsOptions {
  /** The current device and frame of the page. */
  readonly screen: () => Pick<WatchedScreen, 'device' | 'frame'> | undefined;
  /** Requests the texts of a device; undefined without an answer. */
  readonly ask: (device: string) => Promise<ScreenTexts | undefined>;
  readonly show: (texts: ScreenTexts | undefined) => void;
}

/** Requests the texts of the screen, one request at a time, until they match the shown screen. */
export class FreshTexts {
  readonly #options: FreshTextsOptions;
  #isUnderWay = false;

  constructor(options: FreshTextsOptions) {
    this.#options = options;
  }

  async refresh(): Promise<void> {
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    let isFresh = false;
    while (!isFresh) isFresh = await this.#round();
    this.#isUnderWay = false;
  }

  /** One request; returns false if another screen was shown by the time of its answer. */
  async #round(): Promise<boolean> {
    const { screen, ask, show } = this.#options;
    const asked = screen();
    if (!asked) return true;
    const texts = await ask(asked.device);
    const now = screen();
    if (!now) return true;
    // Texts of a device that is no longer shown are dropped.
    if (now.device !== asked.device) return false;
    show(texts);
    return (texts ?? asked).frame >= now.frame;
  }
}
