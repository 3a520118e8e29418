/** The texts of errors that more than one part of the server can answer with. */

export function unknownTool(name: string): string {
  return `Unknown tool: ${name}`;
}

/** A fault of ours. The details are in the log; the client is told none of them. */
export function internalError(tool: string): string {
  return `${tool} failed because of a fault in Handeye itself. Trying another way may work; the server's log has the details.`;
}
