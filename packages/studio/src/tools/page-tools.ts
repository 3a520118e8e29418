import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import { clientKey } from '@handeye/core/guard/client';
import type { CallOptions, ContentItem, Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { onlyTo, usedInstead } from '../devices/only-device.ts';
import { type Hand, PERSON } from '../hand/hand.ts';
import type { PageConnection } from '../page-connection.ts';
import { StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { Called, ServedScreen, ToolForm, ToolRequest } from '../wire/tools.ts';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';

/** The client of calls from the form, treated like any other. */
const FORM = clientKey('studio', 'Studio');

interface PageToolsOptions {
  /** The tools as clients get them, once they exist. */
  readonly toolbox: () => Toolbox | undefined;
  readonly hand: Hand;
  readonly clock: Clock;
  readonly registry: Registry;
  /** The prefix of all tool names. */
  readonly prefix: string;
  /** The number of the timeline's newest entry. */
  readonly newestEntry: () => number;
}

interface MadeCall {
  readonly toolbox: Toolbox;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Omit<CallOptions, 'signal'>;
}

/** The tools for the page: for the person's hand, or through a form as a model would use them. */
export class PageTools {
  readonly #options: PageToolsOptions;

  constructor(options: PageToolsOptions) {
    this.#options = options;
  }

  readonly handlers: Handlers = {
    tools: ({ screen }) => this.#forms(screen),
    call: async (request, page) => {
      if (request.from === 'form') {
        await this.#checkShown(request.device);
        return this.#made(this.#byForm(request), page);
      }
      const called = await this.#made(this.#byHand(request), page);
      return called;
    },
  };

  #forms(screen: ServedScreen | undefined): readonly ToolForm[] {
    return this.#asModel(screen).tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      reads: annotations.readOnlyHint,
    }));
  }

  async #made({ toolbox, name, args, options }: MadeCall, page: PageConnection): Promise<Called> {
    const { clock, newestEntry } = this.#options;
    const start = clock.now();
    const answered = toolbox.call(name, args, { ...options, signal: page.gone });
    // The timeline has registered the call before the call waits for anything.
    const number = newestEntry();
    const result = await answered;
    return calledFrom(result, { number, milliseconds: Math.round(clock.now() - start) });
  }

  /** An action on the picture: performing it answers what a rule would ask. */
  #byHand({ tool, arguments: args, device }: ToolRequest): MadeCall {
    const { hand, prefix } = this.#options;
    if (device === undefined || !hand.has(device))
      throw new StudioError('Take over first: until then the picture is only to look at.');
    // The device of the arguments wins over the default: the call must not use a device that was not taken over.
    if (args.device !== undefined && args.device !== device)
      throw new StudioError(`By hand, only ${device} can be used here: this call names another device.`);
    const all = this.#toolbox();
    // The person sees the result, and may use the device regardless of the clients' toolsets.
    const toolsets = [...new Set([...(all.toolsets ?? []), 'device' as const, 'model' as const])];
    return {
      toolbox: all.servedAs?.({ screen: 'lean', observe: 'none', toolsets }) ?? all,
      name: prefix + tool,
      args: this.#withDevice(args, device),
      options: { client: PERSON, byPerson: true },
    };
  }

  /** The call must use the device that the page shows; the form cannot name it. */
  async #checkShown(device: string | undefined): Promise<void> {
    if (device === undefined) return;
    const other = await usedInstead(device, this.#options);
    if (other !== undefined) throw onlyTo(other, device);
  }

  #byForm({ tool, arguments: args, device, screen }: ToolRequest): MadeCall {
    return {
      toolbox: this.#asModel(screen),
      name: tool,
      args: this.#withDevice(args, device),
      options: { client: FORM },
    };
  }

  #asModel(screen: ServedScreen | undefined): Toolbox {
    const all = this.#toolbox();
    return all.servedAs?.({ screen }) ?? all;
  }

  #withDevice(args: Readonly<Record<string, unknown>>, device: string | undefined) {
    // With several devices, calls have to name one, and have no other way to do it.
    return this.#options.registry.several && device !== undefined && args.device === undefined
      ? { ...args, device }
      : args;
  }

  #toolbox(): Toolbox {
    const toolbox = this.#options.toolbox();
    if (!toolbox) throw new StudioError('The server is still starting.');
    return toolbox;
  }
}

/** The answer of a call as the page shows it. */
function calledFrom(
  result: ToolResult,
  { number, milliseconds }: Pick<Called, 'number' | 'milliseconds'>,
): Called {
  const texts = result.content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  return {
    number,
    milliseconds,
    isError: result.isError === true,
    tokens: Math.round(texts.reduce((sum, text) => sum + estimatedTokens(text), 0)),
    items: result.content.map((item) =>
      item.type === 'text' ? { text: item.text } : { picture: `data:${item.mimeType};base64,${item.data}` },
    ),
    raw: JSON.stringify({ ...result, content: result.content.map(withoutBytes) }, undefined, 2),
  };
}

function withoutBytes(item: ContentItem): ContentItem {
  return item.type === 'text' ? item : { ...item, data: `… (${item.data.length} characters of base64)` };
}
