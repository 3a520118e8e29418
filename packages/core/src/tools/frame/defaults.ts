/*
 * Defaults where neither the configuration nor a call says otherwise. Without imports, so that reading the settings loads no
 * tool; a policy has its defaults beside its type (policy.ts).
 */

export const screenFormats = ['compact', 'lean'] as const;
export type ScreenFormat = (typeof screenFormats)[number];
export const DEFAULT_SCREEN_FORMAT: ScreenFormat = 'compact';

/** The observation that a tool that touches the screen adds to its answer: none, the changes, or the whole screen. */
export const observeModes = ['none', 'changes', 'screen'] as const;
export type ObserveMode = (typeof observeModes)[number];
/** Lean is for models, which want to know. */
export const defaultObserve: Readonly<Record<ScreenFormat, ObserveMode>> = {
  compact: 'none',
  lean: 'changes',
};

/** Tokens of a screen in lean, and what a call may wish instead. */
export const DEFAULT_MAX_TOKENS = 1_500;
export const LEAST_MAX_TOKENS = 200;
export const MOST_MAX_TOKENS = 20_000;

/** Levels of a tree that get_ui_tree shows. */
export const DEFAULT_TREE_DEPTH = 3;

export const toolsetNames = [
  'device',
  'model',
  'desktop',
  'apps',
  'notifications',
  'files',
  'state',
  'record',
  'crashes',
  'flows',
  'first-generation',
] as const;
export type Toolset = (typeof toolsetNames)[number];
export const defaultToolsets: readonly Toolset[] = ['device'];
/** Where one of the devices is a desktop. */
export const defaultDesktopToolsets: readonly Toolset[] = ['device', 'desktop'];

/** `all` is every toolset that can be chosen but the first generation's, which old clients ask for by name. */
export const ALL_TOOLSETS = 'all';

/** The toolsets that a name of the user's stands for; undefined if it is none of those that can be chosen. */
export function toolsetsNamed(name: string, choosable: readonly Toolset[]): readonly Toolset[] | undefined {
  if (name === ALL_TOOLSETS) return choosable.filter((toolset) => toolset !== 'first-generation');
  const toolset = choosable.find((known) => known === name);
  return toolset === undefined ? undefined : [toolset];
}

/** How long things may take, in milliseconds. A gesture and a wait get this on top of their own duration. */
export interface Limits {
  readonly look: number;
  readonly action: number;
  readonly gesture: number;
  readonly logs: number;
  readonly wait: number;
  readonly tree: number;
  readonly find: number;
  readonly focus: number;
  readonly windows: number;
}

export const defaultLimits: Limits = {
  look: 20_000,
  action: 10_000,
  gesture: 10_000,
  logs: 30_000,
  wait: 1_000,
  tree: 5_000,
  find: 2_000,
  focus: 1_000,
  windows: 1_000,
};
