import { flat } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';

/** A typed text as it may be kept: a secret by its name, a password not at all. */
export type Typed =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'secret'; readonly name: string }
  | { readonly kind: 'blank' };

const TOKEN = /\{\{(\w+)…?\}\}/;
const ONLY_TOKEN = /^\{\{(\w+)\}\}$/;

/** The arguments of a call without its text, and that text. */
export function typedBy(
  { text, ...args }: Record<string, unknown>,
  field: Element | undefined,
  mask: (text: string) => string,
): { readonly args: Readonly<Record<string, unknown>>; readonly typed: Typed | undefined } {
  const masked = maskedAll(args, mask);
  if (typeof text !== 'string') return { args: masked, typed: undefined };
  const shown = mask(text);
  const [, name] = ONLY_TOKEN.exec(shown) ?? [];
  if (name !== undefined) return { args: masked, typed: { kind: 'secret', name } };
  const isSecret = TOKEN.test(shown) || field?.node.password === true;
  return { args: masked, typed: isSecret ? { kind: 'blank' } : { kind: 'text', text } };
}

function maskedAll(args: Record<string, unknown>, mask: (text: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? mask(value) : value]),
  );
}

/** A name for the variable of a typed text: that of its field. */
export function variableName(label: string, taken: ReadonlySet<string>): string {
  const words = flat(label)
    .replace(/^.*[:/]/, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  const name = /^[A-Z]/.test(words) ? words : 'TEXT';
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}
