import type { Secrets } from '../../guard/secrets/secrets.ts';
import { CHANGES_NOTHING } from './explanation.ts';
import type { CallOptions, Toolbox, ToolResult } from './toolbox.ts';
import { WrappedToolbox } from './wrapped-toolbox.ts';

/**
 * The tools with the values of secrets masked in all answers. Texts from the screen are masked earlier: this covers the rest.
 */
export function withoutSecrets(toolbox: Toolbox, secrets: Secrets | undefined): Toolbox {
  return secrets ? new MaskedToolbox(toolbox, secrets) : toolbox;
}

class MaskedToolbox extends WrappedToolbox {
  readonly #secrets: Secrets;

  constructor(toolbox: Toolbox, secrets: Secrets) {
    super(toolbox);
    this.#secrets = secrets;
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const mask = (text: string) => this.#secrets.mask(text);
    const { progress } = options;
    const told =
      progress &&
      ((message: string) => {
        progress(mask(message));
      });
    return maskedResult(await this.inner.call(name, args, { ...options, progress: told }), mask);
  }

  override async explain(name: string, args: unknown, options: CallOptions): Promise<string> {
    const said = await this.inner.explain?.(name, args, options);
    return this.#secrets.mask(said ?? CHANGES_NOTHING);
  }

  protected around(toolbox: Toolbox): Toolbox {
    return new MaskedToolbox(toolbox, this.#secrets);
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

/** The same value with its texts masked, wherever they stand in it. */
export function maskedValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one: unknown) => maskedValue(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return maskedRecord({ ...value }, mask);
}
