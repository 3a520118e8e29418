import { type Call, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';

/** Milliseconds for a page that a browser requested to report what it looks at. */
const LOADING_TIME = 5_000;

export interface ExpectedPageOptions {
  readonly clock: Clock;
  /** The device that a page shows at first. */
  readonly usual: (call: Call) => Promise<string>;
  /** Called when the expected device changes. */
  readonly onChange: () => void;
}

/** A page that a browser is loading: its device is already looked at, so the first picture is ready when the page is. */
export class ExpectedPage {
  readonly #options: ExpectedPageOptions;
  #watches: string | undefined;
  #end: () => void = () => undefined;
  /** Changes with each expected page, and when it has arrived. */
  #count = 0;

  constructor(options: ExpectedPageOptions) {
    this.#options = options;
  }

  /** The device that it will show; undefined if no page is expected. */
  get watches(): string | undefined {
    return this.#watches;
  }

  /** A browser has requested the page. */
  begin(): void {
    this.over();
    const { clock, usual, onChange } = this.#options;
    const own = this.#count;
    this.#end = clock.after(LOADING_TIME, () => {
      this.over();
      onChange();
    });
    withinLimit({ clock, limit: LOADING_TIME }, usual).then(
      (device) => {
        if (this.#count !== own) return;
        this.#watches = device;
        onChange();
      },
      // The page gets the error when it asks.
      () => undefined,
    );
  }

  /** The page has reported what it looks at, or did not arrive. */
  over(): void {
    this.#end();
    this.#count += 1;
    this.#watches = undefined;
  }
}
