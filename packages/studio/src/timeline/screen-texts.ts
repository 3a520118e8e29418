import { leanListing } from '@handeye/screen/format/lean/lean';
import type { Snapshot } from '@handeye/screen/snapshot';

/** A client's screen at the end of a call. */
interface LastScreen {
  readonly number: number;
  readonly snapshot: Snapshot;
}

/** Number of clients and devices whose last screen is remembered. */
const MOST_REMEMBERED = 100;

export interface ScreenTextsOptions {
  /** The token limit of a model's lean screen. */
  readonly maxTokens: number;
  readonly mask: (text: string) => string;
}

/** Screens as a model reads them, and the last one of each client. */
export class ScreenTexts {
  readonly #options: ScreenTextsOptions;
  /** Many calls are made on the same screen. */
  readonly #texts = new WeakMap<Snapshot, string>();
  /** By client and device; the latest callers are dropped last. */
  readonly #last = new Map<string, LastScreen>();

  constructor(options: ScreenTextsOptions) {
    this.#options = options;
  }

  of(snapshot: Snapshot): string {
    const { maxTokens, mask } = this.#options;
    const known = this.#texts.get(snapshot);
    if (known !== undefined) return known;
    const text = mask(
      leanListing(snapshot, { maxTokens })
        .lines.map((line) => line.text)
        .join('\n'),
    );
    this.#texts.set(snapshot, text);
    return text;
  }

  /** A client's call has ended with this screen. */
  ended(client: string, device: string, last: LastScreen): void {
    const key = JSON.stringify([client, device]);
    this.#last.delete(key);
    this.#last.set(key, last);
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST_REMEMBERED && oldest !== undefined) this.#last.delete(oldest);
  }

  /** The screen at the end of the client's last call. */
  lastOf(client: string, device: string): LastScreen | undefined {
    return this.#last.get(JSON.stringify([client, device]));
  }
}
