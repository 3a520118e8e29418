import type { Toolset } from './defaults.ts';

/** The texts of errors that more than one part of the server can answer with. */

/**
 * `toolset` has the tool, and is not served to this client, which has `served`; `choosable` are those that a client can choose by
 * its address. A choice takes the place of what was served, so it names all of them.
 */
export function unknownTool(
  name: string,
  toolset?: Toolset,
  { choosable = [], served = [] }: { choosable?: readonly Toolset[]; served?: readonly Toolset[] } = {},
): string {
  const text = `Unknown tool: ${name}`;
  if (toolset === undefined) return text;
  const how =
    toolset === 'model'
      ? '--screen-format lean, or ?screen=lean at the end of the address'
      : `--toolset ${[...new Set([...choosable, toolset])].join(',')}${choosable.includes(toolset) ? `, or ?toolset=${[...served, toolset].join(',')} at the end of the address` : ''}`;
  return `${text}. It belongs to the toolset '${toolset}', which is not served to you. The user can change that: ${how}.`;
}

/** The arguments of a call are a list or a text. */
export function noArguments(tool: string): string {
  return `The arguments of '${tool}' must be an object. Pass "arguments": {} with each parameter by its name, as tools/list describes them.`;
}

/** A fault of ours. The details are in the log only. */
export function internalError(tool: string): string {
  return `${tool} failed because of a fault in Handeye itself. Trying another way may work; the server's log has the details.`;
}
