import type { Capability } from '../../device/port.ts';
import { phoneOnlyCapabilities } from '../../device/phone-only.ts';
import type { Rules } from '../../guard/rules.ts';
import { type ScreenFormat, type Toolset, toolsetNames } from './defaults.ts';
import type { Tool } from './define.ts';
import { unknownTool } from './error-texts.ts';

/** All tools that there are. */
export interface Catalog<T = Tool> {
  readonly toolsets: Readonly<Record<Toolset, readonly T[]>>;
  /** Served beside them where there are several devices. */
  readonly severalDevices: readonly T[];
  /** Served beside them where devices are leased. */
  readonly leases: readonly T[];
}

interface Served {
  readonly several: boolean;
  readonly format: ScreenFormat;
  readonly leases?: boolean;
}

/** A tool that may be another one where screens are lean. */
interface HasLean<T> {
  readonly runsOn: Tool['runsOn'];
  readonly lean?: T | undefined;
}

/** Every tool of a catalog. Two of them, which are never served together, are called list_devices. */
export function everyToolOf<T>({ toolsets, severalDevices, leases }: Catalog<T>): readonly T[] {
  return [...Object.values(toolsets).flat(), ...severalDevices, ...leases];
}

/** The error for a tool that is not served to this client, with the toolset that has it. */
export function aboutUnknown(
  name: string,
  { toolsets }: Catalog<{ readonly name: string }>,
  {
    prefix,
    choosable,
    served,
  }: { readonly prefix: string; readonly choosable: readonly Toolset[]; readonly served: readonly Toolset[] },
): string {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const owner = toolsetNames.find((toolset) => toolsets[toolset].some((tool) => tool.name === own));
  return unknownTool(name, owner, { choosable, served });
}

/** The tools of the given sets, and with several devices list_devices, with a farm the tools for leases. */
export function toolsOf<T extends HasLean<T>>(
  catalog: Catalog<T>,
  names: readonly Toolset[],
  { several, format, leases = false }: Served,
): readonly T[] {
  const beside = leases ? catalog.leases : several ? catalog.severalDevices : [];
  const tools = [...names.flatMap((name) => catalog.toolsets[name]), ...beside];
  return format === 'lean' ? tools.map((tool) => tool.lean ?? tool) : tools;
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

interface Needy {
  readonly name: string;
  readonly needs?: Capability | undefined;
}

/** Whether no desktop can serve a tool. */
export function isPhoneOnly(tool: Needy): boolean {
  const { needs } = tool;
  return needs !== undefined && needs in phoneOnlyCapabilities;
}
