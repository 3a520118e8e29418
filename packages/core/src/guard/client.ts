/** Separates the client's name from the word for its token; no name contains it. */
const SEPARATOR = '\t';

/** The key of a client: its name, and a word for its token. */
export function clientKey(token: string, name: string): string {
  return `${token}${SEPARATOR}${name}`;
}

/** The name that a client goes by, for people and for other clients. */
export function clientName(key: string): string {
  return key.slice(key.indexOf(SEPARATOR) + 1);
}
