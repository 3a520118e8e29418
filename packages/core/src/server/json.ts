/** Parses what a client sent; undefined if it is not JSON. The value is wrapped because `null` is valid JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** JSON on one line for readers that end a line at U+2028 and U+2029, too, as JavaScript did until 2019. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id to answer a JSON-RPC message with, null if it has none that could be answered. */
export function idOf(message: unknown): string | number | null {
  if (!isObject(message)) return null;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
}

/**
 * Whether a client that declares these capabilities shows forms to its user. Without a mode a form is meant: clients
 * before 2025-11-25 know nothing else.
 */
export function showsForms(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}
