import type { ScreenTexts, WatchedScreen } from '../../studio/wire/screen.ts';

export interface FreshTextsOptions {
  /** What the page shows now. */
  readonly screen: () => Pick<WatchedScreen, 'device' | 'frame'> | undefined;
  /** Asks for the texts of a device; undefined: there was no answer. */
  readonly ask: (device: string) => Promise<ScreenTexts | undefined>;
  readonly show: (texts: ScreenTexts | undefined) => void;
}

/** Asks for the texts of the screen, one request at a time, until they are those of what the page shows. */
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

  /** One request; false if another screen was shown by the time of its answer. */
  async #round(): Promise<boolean> {
    const { screen, ask, show } = this.#options;
    const asked = screen();
    if (!asked) return true;
    const texts = await ask(asked.device);
    const now = screen();
    if (!now) return true;
    // The texts of a device that is no longer shown are for nobody.
    if (now.device !== asked.device) return false;
    show(texts);
    return (texts ?? asked).frame >= now.frame;
  }
}
