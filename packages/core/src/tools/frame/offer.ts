import { type Catalog, everyToolOf, isPhoneOnly, toolsOf } from './catalog.ts';
import {
  DEFAULT_SCREEN_FORMAT,
  defaultObserve,
  defaultToolsets,
  type ObserveMode,
  type ScreenFormat,
  type Toolset,
  toolsetNames,
} from './defaults.ts';
import { instructions, type ListedTool, listing, type Prefix, prefixFor } from './listing.ts';
import type { ToolListing } from './toolbox.ts';

/** The options of a server that decide which tools it offers, and how they are listed. */
export interface OfferOptions {
  readonly toolsets?: readonly Toolset[];
  /** No phone can be used: in lean, what only phones have is not listed. A call still learns why it cannot be done. */
  readonly onlyDesktops?: boolean;
  /** Whether lean brings the models' tools along: not where a client named its toolsets. */
  readonly addModelTools?: boolean;
  readonly prefix?: string;
  readonly screenFormat?: ScreenFormat;
  readonly observe?: ObserveMode;
}

/** What the devices and the owner of the server add to that. */
interface Surroundings {
  readonly several: boolean;
  readonly leases: boolean;
  /** The names of secrets that tools can type. */
  readonly secrets: readonly string[];
}

/** The tools of one configuration, before a policy hides any. */
export interface Offer<T> {
  readonly format: ScreenFormat;
  readonly observe: ObserveMode;
  /** Whether tools that touch the screen take `observe`: the seeds' tools have none. */
  readonly takesObserve: boolean;
  /** The toolsets that a client may choose among, and those that it gets. */
  readonly choosable: readonly Toolset[];
  readonly served: readonly Toolset[];
  readonly tools: readonly T[];
  /** Those of them that are listed. */
  readonly shown: readonly T[];
  readonly prefix: Prefix;
  readonly instructions: string;
  readonly list: (tool: ListedTool) => ToolListing;
}

/** Chooses from all tools there are. */
export function offerOf<
  T extends Pick<ListedTool, 'name' | 'runsOn' | 'needs'> & { readonly lean?: T | undefined },
>(catalog: Catalog<T>, options: OfferOptions, { several, leases, secrets }: Surroundings): Offer<T> {
  const { toolsets = defaultToolsets, screenFormat: format = DEFAULT_SCREEN_FORMAT } = options;
  const observe = options.observe ?? defaultObserve[format];
  const takesObserve = format === 'lean' || observe !== 'none';
  const choosable = toolsetNames.filter((name) => name === 'model' || toolsets.includes(name));
  // Lean is for models: they get their own tools with it.
  const served = format === 'lean' && options.addModelTools !== false ? choosable : toolsets;
  const tools = toolsOf(catalog, served, { several, format, leases });
  const isDesktop = options.onlyDesktops === true && format === 'lean';
  const prefix = prefixFor(options.prefix ?? '', everyToolOf(catalog));
  return {
    format,
    observe,
    takesObserve,
    choosable,
    served,
    tools,
    shown: isDesktop ? tools.filter((tool) => !isPhoneOnly(tool)) : tools,
    prefix,
    instructions: prefix.prefixed(instructions(served, { format, observe, secrets, leases })),
    list: (tool) => listing(tool, { several, leases, observes: takesObserve }, prefix),
  };
}
