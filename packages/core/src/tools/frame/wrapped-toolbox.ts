import { unknownTool } from './error-texts.ts';
import { CHANGES_NOTHING } from './explanation.ts';
import type { CallOptions, Choices, Toolbox, ToolListing, ToolResult } from './toolbox.ts';
import type { Toolset } from './defaults.ts';

/** A toolbox around another one, which differs from it in how calls are made. */
export abstract class WrappedToolbox implements Toolbox {
  protected readonly inner: Toolbox;
  readonly #variants = new Map<Toolbox, Toolbox>();

  constructor(inner: Toolbox) {
    this.inner = inner;
    this.#variants.set(inner, this);
  }

  get instructions(): string {
    return this.inner.instructions;
  }

  get tools(): readonly ToolListing[] {
    return this.inner.tools;
  }

  get toolsets(): readonly Toolset[] {
    return this.inner.toolsets ?? [];
  }

  has(name: string): boolean {
    return this.inner.has(name);
  }

  aboutUnknown(name: string): string {
    return this.inner.aboutUnknown?.(name) ?? unknownTool(name);
  }

  servedAs(choices: Choices): Toolbox {
    const chosen = this.inner.servedAs?.(choices) ?? this.inner;
    const known = this.#variants.get(chosen) ?? this.around(chosen);
    this.#variants.set(chosen, known);
    return known;
  }

  async explain(name: string, args: unknown, options: CallOptions): Promise<string> {
    return (await this.inner.explain?.(name, args, options)) ?? CHANGES_NOTHING;
  }

  abstract call(name: string, args: unknown, options: CallOptions): Promise<ToolResult>;

  /** The same around another one. */
  protected abstract around(inner: Toolbox): Toolbox;
}
