/** A D-Bus value as we hold it. A variant is read as the value in it; 64-bit integers as numbers. */
export type Value = string | number | boolean | readonly Value[];

/** A variant to be sent: the type it travels as, and its value. */
export interface Variant {
  readonly signature: string;
  readonly value: Value;
}

/** What can be sent: values, and variants wherever the signature says `v`. */
export type Argument = string | number | boolean | Variant | readonly Argument[];

/** The text in an answer; anything else an application sends in its place counts as no text. */
export function asText(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The number in an answer; anything else counts as 0. */
export function asNumber(value: Value | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** The list in an answer; anything else counts as empty. */
export function asList(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
