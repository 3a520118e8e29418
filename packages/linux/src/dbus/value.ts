/** A received value. A variant is unwrapped; 64-bit integers become numbers. */
export type Value = string | number | boolean | readonly Value[];

/** A variant to send. */
export interface Variant {
  readonly signature: string;
  readonly value: Value;
}

/** A value to send: a `Variant` wherever the signature says `v`. */
export type Argument = string | number | boolean | Variant | readonly Argument[];

/** A string; '' if the application sent anything else. */
export function asText(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A number; 0 if the application sent anything else. */
export function asNumber(value: Value | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** An array; empty if the application sent anything else. */
export function asList(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
