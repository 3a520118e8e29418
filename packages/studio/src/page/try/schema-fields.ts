/** A parameter of a tool as a form field. */
export interface Field {
  readonly name: string;
  readonly about: string;
  readonly isRequired: boolean;
  /** The default as text. */
  readonly otherwise: string | undefined;
  readonly kind: FieldKind;
}

export type FieldKind =
  | { readonly is: 'choice'; readonly of: readonly unknown[] }
  | { readonly is: 'yes-no' }
  | {
      readonly is: 'number';
      readonly whole: boolean;
      readonly least: number | undefined;
      readonly most: number | undefined;
    }
  | { readonly is: 'text' }
  /** Text, or another type written as JSON. */
  | { readonly is: 'text or JSON' }
  | { readonly is: 'JSON'; readonly example: string }
  | { readonly is: 'group'; readonly fields: readonly Field[] };

/** Entered values by the names of the fields; inside of a group by `group.field`. */
export type Entries = Readonly<Record<string, string>>;

/** The arguments of the entries, or the problem with one of them. */
export type Made =
  | { readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly field: string; readonly problem: string };

type Schema = Readonly<Record<string, unknown>>;

/** The fields of an object's JSON schema. */
export function fieldsOf(schema: unknown): readonly Field[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, value]) => {
    const own = isRecord(value) ? value : {};
    return {
      name,
      about: typeof own.description === 'string' ? own.description : '',
      isRequired: required.includes(name),
      otherwise: own.default === undefined ? undefined : textOf(own.default),
      kind: kindOf(own),
    };
  });
}

function kindOf(schema: Schema): FieldKind {
  const { type, enum: choices, anyOf } = schema;
  if (Array.isArray(choices)) return { is: 'choice', of: choices };
  if (type === 'boolean') return { is: 'yes-no' };
  if (type === 'number' || type === 'integer') {
    return {
      is: 'number',
      whole: type === 'integer',
      least: numberIn(schema.minimum),
      most: numberIn(schema.maximum),
    };
  }
  if (type === 'string' || (Array.isArray(type) && type.includes('string'))) return { is: 'text' };
  if (Array.isArray(anyOf) && anyOf.some((one) => isRecord(one) && one.type === 'string'))
    return { is: 'text or JSON' };
  if (type === 'object' && isRecord(schema.properties)) return { is: 'group', fields: fieldsOf(schema) };
  return { is: 'JSON', example: type === 'array' ? '[…]' : type === 'object' ? '{…}' : '…' };
}

/** The arguments of a call. Empty fields are left out, unless they are required and may be empty. */
export function argumentsFrom(fields: readonly Field[], entries: Entries, group = ''): Made {
  const made: Record<string, unknown> = {};
  for (const field of fields) {
    const path = group + field.name;
    const entered = entries[path] ?? '';
    const value = valueOf(field, entered, { entries, path });
    if ('problem' in value) return { field: value.field ?? path, problem: value.problem };
    if (value.value !== undefined) made[field.name] = value.value;
  }
  return { arguments: made };
}

type Value = { readonly value: unknown } | { readonly field?: string; readonly problem: string };

function valueOf(
  { kind, isRequired }: Field,
  entered: string,
  { entries, path }: { readonly entries: Entries; readonly path: string },
): Value {
  if (kind.is === 'group') return groupValue(kind.fields, { entries, path, isRequired });
  if (entered === '') {
    if (!isRequired) return { value: undefined };
    return kind.is === 'text' ? { value: '' } : { problem: 'is required.' };
  }
  switch (kind.is) {
    case 'choice':
      return { value: kind.of.find((choice) => textOf(choice) === entered) };
    case 'yes-no':
      return { value: entered === 'true' };
    case 'number':
      return Number.isFinite(Number(entered)) ? { value: Number(entered) } : { problem: 'must be a number.' };
    case 'text':
      return { value: entered };
    case 'text or JSON':
      return { value: jsonIn(entered) ?? entered };
    case 'JSON': {
      const value = jsonIn(entered);
      return value === undefined ? { problem: `must be JSON: ${kind.example}` } : { value };
    }
  }
}

function groupValue(
  fields: readonly Field[],
  {
    entries,
    path,
    isRequired,
  }: { readonly entries: Entries; readonly path: string; readonly isRequired: boolean },
): Value {
  const prefix = `${path}.`;
  const isEmpty = Object.entries(entries).every(([name, text]) => text === '' || !name.startsWith(prefix));
  if (isEmpty && !isRequired) return { value: undefined };
  const made = argumentsFrom(fields, entries, prefix);
  return 'problem' in made ? made : { value: made.arguments };
}

/** The entries for these arguments; arguments without a field are left out. */
export function entriesFrom(
  fields: readonly Field[],
  args: Readonly<Record<string, unknown>>,
  group = '',
): Entries {
  const entries = fields.flatMap(({ name, kind }): [string, string][] => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) return [];
    if (kind.is === 'group' && isRecord(value))
      return Object.entries(entriesFrom(kind.fields, value, `${group}${name}.`));
    return [[group + name, entryOf(kind, value)]];
  });
  return Object.fromEntries(entries);
}

function entryOf({ is }: FieldKind, value: unknown): string {
  // A text that reads like JSON would become its value.
  const isQuoted = is === 'text or JSON' && typeof value === 'string' && jsonIn(value) !== undefined;
  return isQuoted ? JSON.stringify(value) : textOf(value);
}

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Whether it is an object, like a schema or arguments. */
export function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
