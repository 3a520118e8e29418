import { phoneOnlyCapabilities } from '../../device/phone-only.ts';
import type { Rules } from '../../guard/rules.ts';
import { type ScreenFormat, type Toolset, toolsetNames } from './defaults.ts';
import type { Tool } from './define.ts';

/** All tools that there are. */
export interface Catalog {
  readonly toolsets: Readonly<Record<Toolset, readonly Tool[]>>;
  /** Served beside them where there are several devices. */
  readonly severalDevices: readonly Tool[];
  /** Served beside them where devices are leased. */
  readonly leases: readonly Tool[];
}

interface Served {
  readonly several: boolean;
  readonly format: ScreenFormat;
  readonly leases?: boolean;
}

/** Every tool of a catalog. Two of them, which are never served together, are called list_devices. */
export function everyToolOf({ toolsets, severalDevices, leases }: Catalog): readonly Tool[] {
  return [...Object.values(toolsets).flat(), ...severalDevices, ...leases];
}

/** The toolset that has a tool of this name. */
export function toolsetOf({ toolsets }: Catalog, name: string): Toolset | undefined {
  return toolsetNames.find((toolset) => toolsets[toolset].some((tool) => tool.name === name));
}

/** The tools of the given sets, and with several devices list_devices, with a farm the tools for leases. */
export function toolsOf(
  catalog: Catalog,
  names: readonly Toolset[],
  { several, format, leases = false }: Served,
): readonly Tool[] {
  const beside = leases ? catalog.leases : several ? catalog.severalDevices : [];
  const tools = [...names.flatMap((name) => catalog.toolsets[name]), ...beside];
  return format === 'lean'
    ? tools.map((tool) => (tool.runsOn === 'device' ? (tool.lean ?? tool) : tool))
    : tools;
}

/** The tools that the policy does not deny for every use. Where no tool may act, there are no steps either. */
export function withoutDenied(tools: readonly Tool[], rules: Rules): readonly Tool[] {
  const served = tools.filter((tool) => rules.of(tool.name, tool.class).decided()?.then !== 'deny');
  const acts = served.some((tool) => !tool.hints.readOnlyHint && !callsTools(tool));
  return acts ? served : served.filter((tool) => !callsTools(tool));
}

export function callsTools(tool: Tool): boolean {
  return tool.runsOn === 'device' && tool.callsTools === true;
}

/** Whether no desktop can serve a tool. */
export function isPhoneOnly(tool: Tool): boolean {
  return tool.runsOn === 'device' && tool.needs !== undefined && tool.needs in phoneOnlyCapabilities;
}
