/** The texts of errors that more than one part of the server can answer with. */

export function unknownTool(name: string): string {
  return `Unknown tool: ${name}`;
}

/** The arguments of a call are a list or a text. */
export function noArguments(tool: string): string {
  return `The arguments of '${tool}' must be an object. Pass "arguments": {} with each parameter by its name, as tools/list describes them.`;
}

/** A fault of ours. The details are in the log only. */
export function internalError(tool: string): string {
  return `${tool} failed because of a fault in Handeye itself. Trying another way may work; the server's log has the details.`;
}
