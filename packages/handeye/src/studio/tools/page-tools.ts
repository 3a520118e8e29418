import type { Clock } from '../../call/clock.ts';
import type { Registry } from '../../device/registry.ts';
import { clientKey } from '../../guard/client.ts';
import type { CallOptions, ContentItem, Toolbox, ToolResult } from '../../tools/frame/toolbox.ts';
import { onlyTo, usedInstead } from '../devices/only-device.ts';
import { type Hand, PERSON } from '../hand/hand.ts';
import type { PageConnection } from '../page-connection.ts';
import { StudioError } from '../pages.ts';
import type { Handlers } from '../requests.ts';
import type { Called, ServedScreen, ToolForm, ToolRequest } from '../wire/tools.ts';
import { estimatedTokens } from '../../ui/format/lean/tokens/tokens.ts';

/** Who calls when a tool is tried by its form: a client like any other. */
const FORM = clientKey('studio', 'Studio');

interface PageToolsOptions {
  /** The tools as clients are served them, once they are there. */
  readonly toolbox: () => Toolbox | undefined;
  readonly hand: Hand;
  readonly clock: Clock;
  readonly registry: Registry;
  /** What the names of all tools begin with. */
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

/** The tools as the page uses them: by the person's hand, or by a form as a model would. */
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
    // The timeline has noted the beginning of the call before the call waits for anything.
    const number = newestEntry();
    const result = await answered;
    return calledFrom(result, { number, milliseconds: Math.round(clock.now() - start) });
  }

  /** What the person does to the picture: what a rule would ask about is answered by doing it. */
  #byHand({ tool, arguments: args, device }: ToolRequest): MadeCall {
    const { hand, prefix } = this.#options;
    if (device === undefined || !hand.has(device))
      throw new StudioError('Take over first: until then the picture is only to look at.');
    // What the tools would be told wins over what was looked up above: it must not name a device that nobody has taken over.
    if (args.device !== undefined && args.device !== device)
      throw new StudioError(`By hand, only ${device} can be used here: this call names another device.`);
    const all = this.#toolbox();
    // The person sees what happened, and uses the device whatever the toolsets are that clients get.
    const toolsets = [...new Set([...(all.toolsets ?? []), 'device' as const, 'model' as const])];
    return {
      toolbox: all.servedAs?.({ screen: 'lean', observe: 'none', toolsets }) ?? all,
      name: prefix + tool,
      args: this.#withDevice(args, device),
      options: { client: PERSON, byPerson: true },
    };
  }

  /** What the page shows must be what the call means, which the form cannot name. */
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
    // Calls have to say which of several they mean, and cannot say it otherwise.
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

/** What a call answered, as the page shows it. */
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
