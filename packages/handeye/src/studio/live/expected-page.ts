import { type Call, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';

/** Milliseconds in which a page that a browser has asked for says what it looks at. */
const LOADING_TIME = 5_000;

export interface ExpectedPageOptions {
  readonly clock: Clock;
  /** The device that a page begins with. */
  readonly usual: (call: Call) => Promise<string>;
  /** What is expected to be watched changed. */
  readonly onChange: () => void;
}

/**
 * A page that a person has opened and a browser is loading: what it is going to show is looked at meanwhile, so that the first
 * picture is there when the page is.
 */
export class ExpectedPage {
  readonly #options: ExpectedPageOptions;
  #watches: string | undefined;
  #end: () => void = () => undefined;
  /** Changes with each page that is expected, and when it has come. */
  #count = 0;

  constructor(options: ExpectedPageOptions) {
    this.#options = options;
  }

  /** The device that it is going to show; undefined if none is expected. */
  get watches(): string | undefined {
    return this.#watches;
  }

  /** A browser has asked for the page. */
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
      // The page is told why when it asks itself.
      () => undefined,
    );
  }

  /** It is there and has said itself what it looks at, or it does not come. */
  over(): void {
    this.#end();
    this.#count += 1;
    this.#watches = undefined;
  }
}
