import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import type { Command, Flow, Template } from './flow.ts';
import { compilePattern } from './pattern.ts';

/**
 * The parts that the tables of commands, selectors and headers are made of. Each shape reads a YAML node, writes the value
 * back, and describes itself for errors and for the JSON schema: so these three cannot disagree.
 */
export interface Shape<T> {
  /** What is allowed, for errors: "a text". */
  readonly allowed: string;
  readonly schema: JsonSchema;
  read(node: Node, reading: Reading): T;
  /** A value for the YAML writer. */
  write(value: T, writing: Writing): unknown;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The file that is being read. Paths in it are relative to its folder. */
export interface Reading {
  /** Ends the reading of this command. */
  refuse(node: Node, text: string): never;
  /**
   * Something that Maestro takes in its own way and that is most likely a mistake: refused in a file of ours
   * (`NAME.flow.yaml`), and noted in one of Maestro's, which must run as it does there.
   */
  doubt(node: Node, problem: string, maestro: string): void;
  /** Notes that a text uses a variable by its bare name: `${NAME}`. */
  usesVariable(name: string, node: Node): void;
  setsVariable(name: string): void;
  commands(node: Node): readonly Command[];
  /** Undefined if the command is for another platform. */
  flow(node: Node, path: string): Flow | undefined;
  script(node: Node, path: string): string;
  /** The absolute path of a file, which exists. */
  existingFile(node: Node, path: string): string;
}

export interface Writing {
  commands(commands: readonly Command[]): unknown;
  /** A path as it is written in the file. */
  path(absolute: string): string;
}

/** A value that must be given, or has a default: it is always there after reading. */
export type Required<T> = Shape<T> & { readonly required: true };
export type Defaulted<T> = Shape<T> & { readonly otherwise: T };

export function required<T>(shape: Shape<T>): Required<T> {
  return { ...shape, required: true };
}

export function withDefault<T>(shape: Shape<T>, otherwise: T): Defaulted<T> {
  return { ...shape, otherwise };
}

function scalar<T>(
  allowed: string,
  schema: JsonSchema,
  parse: (text: string, node: Node, reading: Reading) => T | undefined,
): Shape<T> {
  return {
    allowed,
    schema,
    read(node, reading) {
      const written = scalarText(node);
      const value = written === undefined ? undefined : parse(written, node, reading);
      return value ?? reading.refuse(node, `needs ${allowed}, not ${kindOf(node)}`);
    },
    write: (value) => value,
  };
}

/** The text of a scalar as it is written: `inputText: 007` types 007. */
export function scalarText(node: Node): string | undefined {
  return isScalar(node) && node.value !== null ? node.source : undefined;
}

/** A key, which may be given once. The YAML library's own check of that takes minutes for a map of 100,000 keys. */
export function keyText(key: Node, seen: Set<string>, reading: Reading): string {
  const name = scalarText(key) ?? reading.refuse(key, 'needs a name');
  if (seen.has(name)) reading.refuse(key, `${name} is there already; each key may be given once`);
  seen.add(name);
  return name;
}

function kindOf(node: Node): string {
  if (isMap(node)) return 'a map';
  if (isSeq(node)) return 'a list';
  const text = scalarText(node);
  return text === undefined ? 'nothing' : `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

const anyText: JsonSchema = { type: ['string', 'number', 'boolean'] };

/** A text that is taken as it is. */
export const text = (): Shape<string> => scalar('a text', anyText, (written) => written);

/** A variable alone, which is `undefined` if it is not set. More than that is a script. */
const bareVariable = /(?<!\\)\$\{\s*([A-Za-z_]\w*)\s*\}/g;

/** A text with `${…}`. */
export const template = (allowed = 'a text'): Shape<Template> =>
  scalar(allowed, anyText, (written, node, reading) => {
    for (const [, name = ''] of written.matchAll(bareVariable)) reading.usesVariable(name, node);
    return written;
  });

/** A template that must look like this if it has no `${…}`. */
export function templateLike(allowed: string, pattern: RegExp): Shape<Template> {
  const shape = template(allowed);
  return {
    ...shape,
    read(node, reading) {
      const written = shape.read(node, reading);
      return written.includes('${') || pattern.test(written.trim())
        ? written
        : reading.refuse(node, `needs ${allowed}, not ${kindOf(node)}`);
    },
    // Numbers without quotes, which are read as the same text.
    write: (written) => (String(Number(written)) === written ? Number(written) : written),
  };
}

/** A regular expression over a text of the screen. In a key of Maestro's an invalid one is matched literally, as it does. */
export function pattern(whose: 'maestro' | 'ours' = 'maestro'): Shape<string> {
  const shape = template('a text or regular expression');
  return {
    ...shape,
    read(node, reading) {
      const written = shape.read(node, reading);
      if (written.includes('${')) return written;
      try {
        compilePattern(written);
      } catch (cause) {
        const problem = invalidPattern(written, cause);
        if (whose === 'ours') reading.refuse(node, problem);
        reading.doubt(node, problem, 'matched literally');
      }
      return written;
    },
  };
}

function invalidPattern(written: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message.replace(/^.*\/[imsu]*: /s, '') : String(cause);
  return `invalid regular expression "${written}": ${reason}; write \\ before ( ) [ ] { } * + ? . ^ $ | that are meant literally`;
}

export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `, at least ${least}` : ` from ${least} to ${most}`;
  return scalar(
    `a whole number${least === Number.MIN_SAFE_INTEGER ? '' : range}`,
    { type: 'integer' },
    (written) => {
      const number = Number(written.replaceAll('_', ''));
      return /^[-+]?[\d_]+$/.test(written) && number >= least && number <= most ? number : undefined;
    },
  );
}

export const flag = (): Shape<boolean> =>
  scalar('true or false', { type: 'boolean' }, (written) =>
    /^(true|false)$/i.test(written) ? written.toLowerCase() === 'true' : undefined,
  );

/** One of these words; capitals do not matter. */
export function choice<const Word extends string>(words: readonly Word[]): Shape<Word> {
  return scalar(`one of ${words.join(', ')}`, { type: 'string', enum: words }, (written) =>
    words.find((word) => word.toLowerCase() === written.toLowerCase()),
  );
}

/** A scalar of its own type, as arguments of an app have it. */
export const anyScalar = (): Shape<string | number | boolean> => ({
  ...scalar<string | number | boolean>('a text, a number, true or false', anyText, (written, node) =>
    isScalar(node) && (typeof node.value === 'number' || typeof node.value === 'boolean')
      ? node.value
      : written,
  ),
});

export function list<T>(of: Shape<T>): Shape<readonly T[]> {
  return {
    allowed: `a list, each ${of.allowed}`,
    schema: { type: 'array', items: of.schema },
    read(node, reading) {
      if (!isSeq<Node>(node)) return reading.refuse(node, `needs a list, not ${kindOf(node)}`);
      return node.items.map((item) => of.read(item, reading));
    },
    write: (values, writing) => values.map((value) => of.write(value, writing)),
  };
}

/** A list, or one value in place of a list of one. */
export function oneOrMore<T>(of: Shape<T>): Shape<readonly T[]> {
  const many = list(of);
  return {
    ...many,
    allowed: `${of.allowed}, or a list`,
    schema: { anyOf: [of.schema, many.schema] },
    read: (node, reading) => (isSeq(node) ? many.read(node, reading) : [of.read(node, reading)]),
    write: (values, writing) =>
      values.length === 1 && values[0] !== undefined
        ? of.write(values[0], writing)
        : many.write(values, writing),
  };
}

export function mapOf<T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    allowed: `names with ${of.allowed}`,
    schema: { type: 'object', additionalProperties: of.schema },
    read(node, reading) {
      if (!isMap<Node, Node | null>(node))
        return reading.refuse(node, `needs names with ${of.allowed}, not ${kindOf(node)}`);
      const seen = new Set<string>();
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = keyText(key, seen, reading);
          if (value === null || isNothing(value))
            return reading.refuse(key, `${name} has no value; write ${name}: "" for an empty one`);
          return [name, of.read(value, reading)];
        }),
      );
    },
    write: (values, writing) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of.write(value, writing)])),
  };
}

/** Variables with their values. */
export function variables(): Shape<Readonly<Record<string, Template>>> {
  const shape = mapOf(template());
  return {
    ...shape,
    read(node, reading) {
      const read = shape.read(node, reading);
      // `NAME: ${NAME}` only says that it is set elsewhere.
      for (const [name, value] of Object.entries(read))
        if (value !== `\${${name}}`) reading.setsVariable(name);
      return read;
    },
  };
}

/** A shape whose value has another form in a flow. */
export function as<T, U>(
  shape: Shape<T>,
  from: (value: T, node: Node, reading: Reading) => U,
  to: (value: U, writing: Writing) => T,
): Shape<U> {
  return {
    allowed: shape.allowed,
    schema: shape.schema,
    read: (node, reading) => from(shape.read(node, reading), node, reading),
    write: (value, writing) => shape.write(to(value, writing), writing),
  };
}

/** A shape that is defined elsewhere in the schema, and may hold itself. */
export function named<T>(name: string, shape: () => Shape<T>, allowed: string): Shape<T> {
  return {
    allowed,
    schema: { $ref: `#/definitions/${name}` },
    read: (node, reading) => shape().read(node, reading),
    write: (value, writing) => shape().write(value, writing),
  };
}

export const commandList = (): Shape<readonly Command[]> => ({
  allowed: 'a list of commands',
  schema: { $ref: '#/definitions/commands' },
  read: (node, reading) => reading.commands(node),
  write: (commands, writing) => writing.commands(commands),
});

export type Fields = Readonly<Record<string, Shape<unknown>>>;
type Of<S> = S extends Shape<infer T> ? T : never;
type AlwaysThere = { readonly required: true } | { readonly otherwise: unknown };

/** The value of a map with these fields. */
export type Read<F extends Fields> = {
  readonly [K in keyof F as F[K] extends AlwaysThere ? K : never]: Of<F[K]>;
} & { readonly [K in keyof F as F[K] extends AlwaysThere ? never : K]?: Of<F[K]> };

export interface FieldOptions<F extends Fields> {
  /** The field that a plain value stands for: `tapOn: Save` is `tapOn: {text: Save}`. */
  readonly short?: keyof F & string;
  /** What Maestro accepts here and does not use. */
  readonly ignored?: readonly string[];
  /** Maestro ignores any other key. */
  readonly open?: boolean;
  /** What Maestro has and we do not, with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Other names of fields. */
  readonly aliases?: Readonly<Record<string, keyof F & string>>;
  /** What is wrong with these values together. */
  readonly check?: (values: Read<F>) => string | undefined;
}

/** A map with these keys and no others. */
export function fields<F extends Fields>(of: F, options: FieldOptions<F> = {}): Shape<Read<F>> {
  const names = Object.keys(of);
  const short = options.short === undefined ? undefined : of[options.short];
  const map: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(of).map(([name, { schema }]) => [name, schema])),
    required: names.filter((name) => isRequired(of[name])),
    additionalProperties: false,
  };
  const allowed = `${short === undefined ? '' : `${short.allowed}, or `}a map of ${names.join(', ')}`;
  return {
    allowed,
    schema: short === undefined ? map : { anyOf: [short.schema, map] },
    read(node, reading) {
      const values: Record<string, unknown> = {};
      if (isMap<Node, Node | null>(node)) Object.assign(values, readMap(node, of, options, reading));
      else if (options.short !== undefined && short !== undefined && isShort(node, short))
        values[options.short] = short.read(node, reading);
      else if (!isNothing(node)) reading.refuse(node, `needs ${allowed}, not ${kindOf(node)}`);
      for (const [name, shape] of Object.entries(of)) {
        if (values[name] !== undefined) continue;
        if (isRequired(shape)) reading.refuse(node, `${name} is missing: ${shape.allowed}`);
        if ('otherwise' in shape) values[name] = shape.otherwise;
      }
      // Each value was read by the shape of its name, and each missing one was refused or replaced: TypeScript cannot see it.
      const read = values as Read<F>;
      const problem = options.check?.(read);
      return problem === undefined ? read : reading.refuse(node, problem);
    },
    write(values, writing) {
      const given: Readonly<Record<string, unknown>> = values;
      const entries = Object.entries(of).flatMap(([name, shape]): [string, unknown][] => {
        const value = given[name];
        return value === undefined || isDefault(shape, value) ? [] : [[name, shape.write(value, writing)]];
      });
      const [first] = entries;
      const isShort = entries.length === 1 && first?.[0] === options.short;
      return isShort ? first?.[1] : Object.fromEntries(entries);
    },
  };
}

/** Can this node stand for the one field? */
function isShort(node: Node, { schema }: Shape<unknown>): boolean {
  return isSeq(node) ? schema.type === 'array' : !isNothing(node);
}

function isNothing(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

function isRequired(shape: Shape<unknown> | undefined): boolean {
  return shape !== undefined && 'required' in shape;
}

function isDefault(shape: Shape<unknown>, value: unknown): boolean {
  return 'otherwise' in shape && JSON.stringify(shape.otherwise) === JSON.stringify(value);
}

function readMap<F extends Fields>(
  node: YAMLMap<Node, Node | null>,
  of: F,
  { ignored = [], refused = {}, aliases = {}, open = false }: FieldOptions<F>,
  reading: Reading,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const { key, value } of node.items) {
    const written = keyText(key, seen, reading);
    const reason = ownOf(refused, written);
    if (reason !== undefined) reading.refuse(key, `${written} is not supported: ${reason}`);
    if (ignored.includes(written)) continue;
    const name = ownOf(aliases, written) ?? written;
    const shape = ownOf(of, name);
    if (shape === undefined) {
      const known = Object.keys(of);
      const problem = `unknown key ${written}${didYouMean(written, known)}; allowed: ${known.join(', ')}`;
      if (!open) return reading.refuse(key, problem);
      reading.doubt(key, problem, 'ignored');
      continue;
    }
    if (value === null || isNothing(value)) continue;
    values[name] = shape.read(value, reading);
  }
  return values;
}

/** Not what an object inherits: a key may be called constructor. */
function ownOf<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
