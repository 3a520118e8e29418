/** Between what tells clients of one name apart and the name; no name has it. */
const SEPARATOR = '\t';

/** What tells clients apart: their name, and a word for the token that they have. */
export function clientKey(token: string, name: string): string {
  return `${token}${SEPARATOR}${name}`;
}

/** The name that a client goes by, for people and for other clients. */
export function clientName(key: string): string {
  return key.slice(key.indexOf(SEPARATOR) + 1);
}
