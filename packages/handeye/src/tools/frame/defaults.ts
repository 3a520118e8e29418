/*
 * What holds where neither the configuration nor a call says otherwise. Without imports, so that reading the settings
 * loads no tool; limits and policy have their defaults beside their types (define.ts, policy.ts).
 */

export const screenFormats = ['compact', 'lean'] as const;
export type ScreenFormat = (typeof screenFormats)[number];
export const DEFAULT_SCREEN_FORMAT: ScreenFormat = 'compact';

/** Tokens of a screen in lean, and what a call may wish instead. */
export const DEFAULT_MAX_TOKENS = 1_500;
export const LEAST_MAX_TOKENS = 200;
export const MOST_MAX_TOKENS = 20_000;

/** Levels of a tree that get_ui_tree shows. */
export const DEFAULT_TREE_DEPTH = 3;

export const toolsetNames = ['device', 'desktop', 'first-generation'] as const;
export type Toolset = (typeof toolsetNames)[number];
export const defaultToolsets: readonly Toolset[] = ['device'];
/** Where one of the devices is a desktop. */
export const defaultDesktopToolsets: readonly Toolset[] = ['device', 'desktop'];
