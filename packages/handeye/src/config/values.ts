/*
 * The kinds of value a setting can have. The error texts follow the name of the setting: `--port: must be between 1 and 65535,
 * got: 99999`. Written by hand: a schema library would take longer to load than all the rest of a command's start.
 */

/** The form of a value as text, which decides how it is parsed from the command line and the environment. */
export type Kind = 'text' | 'number' | 'switch' | 'list' | 'block';

/** What a value must be, and where in it that is wrong. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly must: string;
  /** The last step of the path is a name that is not known there. */
  readonly isUnknown?: true;
}

type Checked<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

export interface Schema<T = unknown> {
  readonly kind: Kind;
  readonly check: (value: unknown) => Checked<T>;
}

export type ValueOf<S extends Schema> = S extends Schema<infer T> ? T : never;

/** A value that was checked already, with its type. */
export function typed<T>({ check }: Schema<T>, value: unknown): T {
  const checked = check(value);
  if ('value' in checked) return checked.value;
  throw new TypeError(checked.problems.map(({ must }) => must).join('; '));
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number): Schema<number> {
  const isIt = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  return simple('number', isIt, `must be between ${min} and ${max}`);
}

/** One of several words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  removed: Readonly<Record<string, string>> = {},
): Schema<Words[number]> {
  const isIt = (value: unknown): value is Words[number] => words.some((word) => word === value);
  return simple('text', isIt, (value) => {
    const why = typeof value === 'string' && Object.hasOwn(removed, value) ? removed[value] : undefined;
    return why ?? `must be one of: ${words.join(', ')}`;
  });
}

/** A text of a certain form, named by `must`. */
export function text(must: string, shape: RegExp): Schema<string> {
  return simple('text', (value): value is string => typeof value === 'string' && shape.test(value), must);
}

/** On or off. */
export function onOrOff(): Schema<boolean> {
  return simple('switch', (value) => typeof value === 'boolean', 'must be true or false');
}

/** Several values, separated by commas on the command line and in the environment. */
export function listOf<T extends string>(item: Schema<T>): Schema<T[]> {
  return {
    kind: 'list',
    check(value) {
      if (!Array.isArray(value)) return { problems: [{ path: [], must: 'must be a list' }] };
      return joined(
        value.map((one: unknown, index) => [index, item.check(one)] as const),
        (items) => items.map(([, one]) => one),
      );
    },
  };
}

/** Named values of one kind, each with a default. */
export function block<Name extends string, T>(
  item: Schema<T>,
  defaults: Readonly<Record<Name, T>>,
  must: string,
): Schema<Readonly<Record<Name, T>>> {
  return {
    kind: 'block',
    check(value) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { problems: [{ path: [], must }] };
      const unknown: Checked<T> = { problems: [{ path: [], must: 'unknown setting', isUnknown: true }] };
      const checked = Object.entries(value).map(
        ([name, one]: [string, unknown]) =>
          [name, Object.hasOwn(defaults, name) ? item.check(one) : unknown] as const,
      );
      return joined(checked, (entries) => ({ ...defaults, ...Object.fromEntries(entries) }));
    },
  };
}

/** A path of a file; opened only when needed. */
export function path(): Schema<string> {
  return text('must be the path of a file', /\S/);
}

/** The name for --device of the phone that Handeye itself runs on. */
export const SELF = 'self';

/** A device in the user's words: virtual, an adb serial, a paired phone's name, tcp:host:port, self, linux[:display], macos. */
export function device(): Schema<string> {
  const must =
    'must be virtual, an adb serial, the name of a paired phone, wifi, tcp:HOST:PORT, self, linux[:DISPLAY] or macos';
  return text(must, /^(?:tcp:[^\s,]+:\d{1,5}|(?!tcp:)[^\s,]+)$/);
}

function simple<T>(
  kind: Kind,
  isIt: (value: unknown) => value is T,
  must: string | ((value: unknown) => string),
): Schema<T> {
  return {
    kind,
    check: (value) =>
      isIt(value)
        ? { value }
        : { problems: [{ path: [], must: typeof must === 'string' ? must : must(value) }] },
  };
}

/** The whole of checked parts, or all their problems. */
function joined<Step extends string | number, T, Whole>(
  parts: readonly (readonly [Step, Checked<T>])[],
  whole: (parts: readonly (readonly [Step, T])[]) => Whole,
): Checked<Whole> {
  const problems = parts.flatMap(([step, part]) =>
    'problems' in part ? part.problems.map((one) => ({ ...one, path: [step, ...one.path] })) : [],
  );
  if (problems.length > 0) return { problems };
  return {
    value: whole(parts.flatMap(([step, part]) => ('value' in part ? [[step, part.value] as const] : []))),
  };
}
