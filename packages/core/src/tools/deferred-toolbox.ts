import { listedCatalog } from './listed-catalog.ts';
import { offerOf, type OfferOptions } from './frame/offer.ts';
import { aboutUnknown } from './frame/catalog.ts';
import { DEFAULT_SCREEN_FORMAT, defaultToolsets } from './frame/defaults.ts';
import type { CallOptions, Toolbox, ToolListing, ToolResult } from './frame/toolbox.ts';

interface DeferredOptions extends OfferOptions {
  readonly several: boolean;
  /** Loads the tools: the same that are listed here. */
  readonly open: () => Promise<Toolbox>;
}

/**
 * Tools that are listed before they are loaded: a client that starts its server waits for the list. For configurations whose
 * policy hides no tool.
 */
export class DeferredToolbox implements Toolbox {
  readonly instructions: string;
  readonly tools: readonly ToolListing[];
  readonly #names: ReadonlySet<string>;
  readonly #aboutUnknown: (name: string) => string;
  readonly #open: () => Promise<Toolbox>;
  #opened: Promise<Toolbox> | undefined;

  constructor({ several, open, ...options }: DeferredOptions) {
    const catalog = listedCatalog(options.screenFormat ?? DEFAULT_SCREEN_FORMAT);
    const offer = offerOf(catalog, options, { several, leases: false, secrets: [] });
    this.instructions = offer.instructions;
    this.tools = offer.shown.map(offer.list);
    this.#names = new Set(offer.tools.map(({ name }) => offer.prefix.prefix + name));
    this.#aboutUnknown = (name) =>
      aboutUnknown(name, catalog, {
        prefix: offer.prefix.prefix,
        choosable: options.toolsets ?? defaultToolsets,
        served: offer.served,
      });
    this.#open = open;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  aboutUnknown(name: string): string {
    return this.#aboutUnknown(name);
  }

  /** The loaded tools, once anything has asked for them. */
  get opened(): Promise<Toolbox> | undefined {
    return this.#opened;
  }

  prepare(): void {
    // A call tells why it failed.
    this.#load().catch(() => undefined);
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    return (await this.#load()).call(name, args, options);
  }

  async explain(name: string, args: unknown, options: CallOptions): Promise<string> {
    const { CHANGES_NOTHING } = await import('./frame/explanation.ts');
    return (await (await this.#load()).explain?.(name, args, options)) ?? CHANGES_NOTHING;
  }

  #load(): Promise<Toolbox> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}
