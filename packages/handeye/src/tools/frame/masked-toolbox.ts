import type { Secrets } from '../../guard/secrets/secrets.ts';
import type { CallOptions, Choices, Explanation, Toolbox, ToolListing, ToolResult } from './toolbox.ts';
import type { Toolset } from './toolsets.ts';

/** The tools without the values of secrets in whatever they tell. Texts from the screen are masked before: this is for all else. */
export function withoutSecrets(toolbox: Toolbox, secrets: Secrets | undefined): Toolbox {
  return secrets ? new MaskedToolbox(toolbox, secrets) : toolbox;
}

class MaskedToolbox implements Toolbox {
  readonly #toolbox: Toolbox;
  readonly #secrets: Secrets;
  readonly #variants = new Map<Toolbox, Toolbox>();

  constructor(toolbox: Toolbox, secrets: Secrets) {
    this.#toolbox = toolbox;
    this.#secrets = secrets;
    this.#variants.set(toolbox, this);
  }

  get instructions(): string {
    return this.#toolbox.instructions;
  }

  get tools(): readonly ToolListing[] {
    return this.#toolbox.tools;
  }

  get toolsets(): readonly Toolset[] {
    return this.#toolbox.toolsets ?? [];
  }

  has(name: string): boolean {
    return this.#toolbox.has(name);
  }

  servedAs(choices: Choices): Toolbox {
    const chosen = this.#toolbox.servedAs?.(choices) ?? this.#toolbox;
    const known = this.#variants.get(chosen) ?? new MaskedToolbox(chosen, this.#secrets);
    this.#variants.set(chosen, known);
    return known;
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const mask = (text: string) => this.#secrets.mask(text);
    const { progress } = options;
    const told =
      progress &&
      ((message: string) => {
        progress(mask(message));
      });
    return maskedResult(await this.#toolbox.call(name, args, { ...options, progress: told }), mask);
  }

  async explain(name: string, args: unknown, options: CallOptions): Promise<Explanation> {
    return (await this.#toolbox.explain?.(name, args, options)) ?? 'it changes nothing';
  }
}

/** A result whose texts are masked, wherever they stand in it. Pictures are painted over before they get here. */
function maskedResult(result: ToolResult, mask: (text: string) => string): ToolResult {
  const { structuredContent } = result;
  return {
    ...result,
    content: result.content.map((item) => (item.type === 'text' ? { ...item, text: mask(item.text) } : item)),
    ...(structuredContent && { structuredContent: maskedRecord(structuredContent, mask) }),
  };
}

function maskedRecord(
  record: Readonly<Record<string, unknown>>,
  mask: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, maskedValue(value, mask)]));
}

function maskedValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one: unknown) => maskedValue(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return maskedRecord({ ...value }, mask);
}
