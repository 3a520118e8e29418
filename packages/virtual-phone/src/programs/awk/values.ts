/** awk's values: numbers, strings, and input that looks like a number, which is both. */

export interface Numeric {
  readonly text: string;
  readonly number: number;
}

/** Undefined is an unset variable: both '' and 0. */
export type Value = number | string | Numeric | undefined;

const LOOKS_NUMERIC = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;
const NUMBER_AT_START = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

/** A text from the input. */
export function input(text: string): Value {
  return LOOKS_NUMERIC.test(text) ? { text, number: Number(text) } : text;
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Number(NUMBER_AT_START.exec(value)?.[0] ?? 0);
  return value?.number ?? 0;
}

export function textOf(value: Value, format = '%.6g'): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return value?.text ?? '';
  // Whole numbers are printed as by %.30g, whatever the format.
  if (Number.isInteger(value) && Math.abs(value) < 1e30) return BigInt(value).toString();
  return formatText(format, [value]);
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'string') return value !== '';
  return numberOf(value) !== 0;
}

/** Below, at or above zero; numeric unless one of them is a string of the program itself. */
export function compare(left: Value, right: Value): number {
  if (typeof left === 'string' || typeof right === 'string') {
    const [a, b] = [textOf(left), textOf(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return numberOf(left) - numberOf(right);
}

const CONVERSION = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlLqjzt]*([a-zA-Z%])/g;
const WIDEST = 100_000;

/** `printf`. */
export function formatText(format: string, values: readonly Value[]): string {
  const rest = [...values];
  const size = (given: string | undefined): number | undefined =>
    given === undefined
      ? undefined
      : Math.min(WIDEST, given === '*' ? numberOf(rest.shift()) : Number(given));
  return format.replace(CONVERSION, (whole: string, ...groups: (string | undefined)[]) => {
    const [flags = '', width, precision, kind = ''] = groups;
    if (kind === '%') return '%';
    const [wide = 0, exact] = [size(width), size(precision) ?? (whole.includes('.') ? 0 : undefined)];
    const text = converted(kind, rest.shift(), exact, flags);
    if (text === undefined) return whole;
    if (flags.includes('-') || wide < 0) return text.padEnd(Math.abs(wide));
    const zeros =
      flags.includes('0') && !'sc'.includes(kind) && (exact === undefined || !'diouxX'.includes(kind));
    if (!zeros) return text.padStart(wide);
    const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
    return sign + text.slice(sign.length).padStart(wide - sign.length, '0');
  });
}

function converted(
  kind: string,
  value: Value,
  precision: number | undefined,
  flags: string,
): string | undefined {
  const number = numberOf(value);
  const signed = (text: string): string =>
    number < 0 || text.startsWith('-')
      ? text
      : flags.includes('+')
        ? `+${text}`
        : flags.includes(' ')
          ? ` ${text}`
          : text;
  const whole = Math.trunc(number);
  switch (kind) {
    case 'd':
    case 'i':
      return signed(padded(whole, 10, precision));
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      const text = padded(
        whole < 0 ? whole + 2 ** 64 : whole,
        kind === 'o' ? 8 : kind === 'u' ? 10 : 16,
        precision,
      );
      const prefixed = flags.includes('#') && kind !== 'u' ? `${kind === 'o' ? '0' : '0x'}${text}` : text;
      return kind === 'X' ? prefixed.toUpperCase() : prefixed;
    }
    case 'c':
      return typeof value === 'number'
        ? String.fromCodePoint(Math.max(0, whole) % 0x110000)
        : (Array.from(textOf(value))[0] ?? '');
    case 's':
      return Array.from(textOf(value)).slice(0, precision).join('');
    case 'f':
    case 'F':
      return signed(number.toFixed(Math.min(100, precision ?? 6)));
    case 'e':
    case 'E':
      return signed(
        kind === 'E'
          ? exponential(number, precision ?? 6).toUpperCase()
          : exponential(number, precision ?? 6),
      );
    case 'g':
    case 'G':
      return signed(
        kind === 'G' ? general(number, precision ?? 6).toUpperCase() : general(number, precision ?? 6),
      );
    default:
      return undefined;
  }
}

function padded(whole: number, base: number, precision = 1): string {
  const digits = Number.isFinite(whole) ? BigInt(whole).toString(base) : String(whole);
  const isNegative = digits.startsWith('-');
  return (isNegative ? '-' : '') + (isNegative ? digits.slice(1) : digits).padStart(precision, '0');
}

function exponential(number: number, digits: number): string {
  return number.toExponential(Math.min(100, digits)).replace(/e([-+])(\d)$/, 'e$10$2');
}

function general(number: number, precision: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? 'nan' : number < 0 ? '-inf' : 'inf';
  const digits = Math.min(100, Math.max(1, precision));
  const exponent = number === 0 ? 0 : Number(number.toExponential(digits - 1).split('e')[1]);
  if (exponent >= -4 && exponent < digits) {
    const text = number.toFixed(Math.min(100, Math.max(0, digits - 1 - exponent)));
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }
  return exponential(number, digits - 1).replace(/\.?0+e/, 'e');
}
