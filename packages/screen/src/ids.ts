const PREFIX = 'node_';

/** An id as lean prints it: `417204` for `node_417204`. */
export function shortId(id: string): string {
  return id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id;
}

/** The full id for one with or without its prefix. */
export function fullId(id: string): string {
  return /^\d+$/.test(id) ? PREFIX + id : id;
}

/** Whether a text could be an id, with its prefix or without. */
export function isIdLike(text: string): boolean {
  return /^(node_)?\d+$/.test(text);
}

/** A text with its ids as lean prints them, except those that its reader wrote in full. */
export function withShortIds(text: string, written: string): string {
  return text.replace(/\bnode_(\d+)\b/g, (full, short: string) => (written.includes(full) ? full : short));
}
