import { invalidParams } from '../../device/errors.ts';
import { type Extra, type ExtraType, extraTypes } from '../../device/services/links.ts';

/** `package/class`. */
export const COMPONENT = /^[A-Za-z][\w.]*\/[\w.$]+$/;

const INT_BITS = 32;
const LONG_BITS = 64;

/** Checks an address that an extra holds: the same rule as for an intent's data. */
type CheckUri = (parameter: string, uri: string) => string;

/** Extras as JSON has them, with their types where those were told: `3` is an int, `"3"` a string, `[1, 2]` an int[]. */
export function extrasOf(
  values: Readonly<Record<string, unknown>>,
  types: Readonly<Record<string, string>>,
  checkUri: CheckUri,
): readonly Extra[] {
  const stray = Object.keys(types).find((key) => !Object.hasOwn(values, key));
  if (stray !== undefined)
    throw invalidParams(`Parameter 'extras_types' names '${stray}', which is not in extras`);
  return Object.entries(values).map(([key, value]) => {
    if (key === '') throw invalidParams("Parameter 'extras' holds an empty name");
    const told = Object.hasOwn(types, key) ? types[key] : undefined;
    const type = told === undefined ? typeOf(key, value) : knownType(told);
    return { key, type, values: wordsOf(key, { type, value }, checkUri) };
  });
}

function knownType(name: string): ExtraType {
  const known = extraTypes.find((type) => type === name);
  if (known !== undefined) return known;
  throw invalidParams(
    `Parameter 'extras_types': '${name.slice(0, 40)}' is no type. Types: ${extraTypes.join(', ')}`,
  );
}

function typeOf(key: string, value: unknown): ExtraType {
  if (value === null) return 'null';
  if (typeof value === 'string' || typeof value === 'boolean')
    return typeof value === 'string' ? 'string' : 'boolean';
  if (typeof value === 'number') return numberType([value]);
  if (Array.isArray(value) && value.length > 0) {
    if (value.every((one) => typeof one === 'string')) return 'string[]';
    if (value.every((one) => typeof one === 'number')) return `${numberType(value)}[]`;
  }
  throw invalidParams(
    `Extra '${key}' must be a string, a number, a boolean, null, or a list of strings or of numbers`,
  );
}

function numberType(values: readonly number[]): 'int' | 'long' | 'float' {
  if (!values.every(Number.isSafeInteger)) return 'float';
  return values.every((value) => fits(BigInt(value), INT_BITS)) ? 'int' : 'long';
}

function wordsOf(
  key: string,
  { type, value }: { readonly type: ExtraType; readonly value: unknown },
  checkUri: CheckUri,
): readonly string[] {
  if (type === 'null') return [];
  const isList = type.endsWith('[]');
  if (isList !== Array.isArray(value)) throw notA(key, type);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const kind = isList ? type.slice(0, -2) : type;
  return list.map((one) => {
    const text =
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
        ? String(one)
        : undefined;
    if (text === undefined || !fitsKind(kind, text)) throw notA(key, type);
    return kind === 'uri' ? checkUri('extras', text) : text;
  });
}

function fitsKind(kind: string, text: string): boolean {
  switch (kind) {
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'int':
      return isInteger(text) && fits(BigInt(text), INT_BITS);
    case 'long':
      return isInteger(text) && fits(BigInt(text), LONG_BITS);
    case 'float':
      return text.trim() !== '' && Number.isFinite(Number(text));
    case 'component':
      return COMPONENT.test(text);
    default:
      return true;
  }
}

function isInteger(text: string): boolean {
  return /^-?\d{1,20}$/.test(text);
}

function fits(value: bigint, bits: number): boolean {
  return BigInt.asIntN(bits, value) === value;
}

function notA(key: string, type: ExtraType): Error {
  return invalidParams(`Extra '${key}' is no ${type}`);
}
