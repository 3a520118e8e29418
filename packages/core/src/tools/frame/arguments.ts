import * as z from 'zod';
import { invalidParams } from '../../device/errors.ts';
import { nearest } from '../../text/did-you-mean.ts';
import { cut, shown } from '@handeye/screen/sanitize';
import { type ObserveMode, observeModes, type ScreenFormat } from './defaults.ts';
import { TOO_DEEP } from './depth.ts';
import { isId, leniency } from './parameters.ts';

/**
 * Checks what a client sent against a tool's schema and returns the values, or throws invalid_params with the
 * first thing that is wrong, in the words of the contract.
 */
export function checked<I extends z.ZodObject>(
  schema: I,
  args: unknown,
  { format, framed = [] }: CheckOptions = {},
): z.infer<I> {
  const mend = format === 'lean' ? withTextIds : (_: z.ZodType, value: unknown) => value;
  const tidy = { ...tidied(schema, args, { mend, framed }), framed };
  const { given } = tidy;
  const outcome = schema.safeParse(given);
  if (outcome.success) return outcome.data;
  const { issues } = outcome.error;
  const [issue] = issues;
  const first = issue ? explained(issue, schema, tidy) : 'The arguments are not valid.';
  // A parameter is missing most often because it was given another name.
  const renamed = issues.find((other) => other !== issue && other.code === 'unrecognized_keys');
  const isMissing = issue !== undefined && issue.path.reduce<unknown>(member, given) === undefined;
  throw invalidParams(renamed && isMissing ? `${first}. ${explained(renamed, schema, tidy)}` : first);
}

export interface CheckOptions {
  readonly format?: ScreenFormat | undefined;
  /** The parameters that the frame takes beside the tool's own. */
  readonly framed?: readonly string[];
}

/** How many unknown names are looked at and shown; a client may send hundreds of thousands in one request. */
const MOST_UNKNOWN = 5;

interface Tidied {
  readonly given: Record<string, unknown>;
  /** How many names are not the tool's. Only the first few of them are in `given`. */
  readonly unknown: number;
}

/** Missing arguments are none, a null optional is absent, and what clients are known to get wrong is mended. */
function tidied(
  schema: z.ZodObject,
  args: unknown,
  { mend, framed }: { mend: (schema: z.ZodType, value: unknown) => unknown; framed: readonly string[] },
): Tidied {
  if (args === undefined || args === null) return { given: {}, unknown: 0 };
  if (args === TOO_DEEP) throw invalidParams(TOO_DEEP);
  if (typeof args !== 'object' || Array.isArray(args))
    throw invalidParams(`The arguments must be an object. ${validParameters(schema, framed)}`);
  const known = Object.keys(schema.shape);
  // Tools without parameters ignore all arguments: some clients send dummies.
  if (known.length === 0) return { given: {}, unknown: 0 };
  const entries = known
    .filter((key) => Object.hasOwn(args, key))
    .map((key): [string, unknown] => [key, member(args, key)])
    .filter(([, value]) => value !== null)
    .map(([key, value]): [string, unknown] => {
      const own = innermost(schema.shape[key]);
      return [key, leniency(own)?.(value) ?? mend(own, value)];
    });
  let unknown = 0;
  for (const key of Object.keys(args)) {
    if (Object.hasOwn(schema.shape, key)) continue;
    unknown += 1;
    if (unknown <= MOST_UNKNOWN) entries.push([key, member(args, key)]);
  }
  return { given: Object.fromEntries(entries), unknown };
}

/** Lean prints ids as numbers: they may come back as such, alone or in a list. */
function withTextIds(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((one: unknown) => withTextIds(innermost(schema.element), one));
  }
  return isId(schema) && typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

type Issue = z.core.$ZodIssue;

function explained(
  issue: Issue,
  schema: z.ZodObject,
  { given, unknown, framed }: Tidied & { readonly framed: readonly string[] },
): string {
  const name = named(issue.path);
  const value = issue.path.reduce<unknown>(member, given);
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown parameter ${unknownNames(issue, unknown)}${meantBy(issue, schemaAt(schema, issue.path), { given: value, framed: issue.path.length === 0 ? framed : [] })}`;
    case 'invalid_value':
      if (value === undefined) return missing(name);
      return `Invalid '${name}' value: ${quoted(value)}. Must be one of: ${issue.values.join(', ')}`;
    case 'invalid_type':
      return value === undefined ? missing(name) : wrongType(issue, name, value);
    case 'too_small':
    case 'too_big':
      return outOfRange(issue, name, { value, schema: schemaAt(schema, issue.path) });
    case 'custom':
      // A rule of several parameters together is a sentence of its own.
      if (issue.path.length === 0) return issue.message;
      // A tool's own rule says what must hold; the rest of the sentence is the same for all.
      return `Parameter '${name}' ${issue.message}, got: ${typeof value === 'number' ? value : quoted(value)}`;
    case 'invalid_union':
      return value === undefined
        ? missing(name)
        : `Parameter '${name}' ${issue.message}, got: ${quoted(value)}`;
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return `Parameter '${name}' is not valid: ${issue.message}`;
  }
}

/** The names at the top are cut already; those within a parameter are not. */
function unknownNames({ keys, path }: Extract<Issue, { code: 'unrecognized_keys' }>, atTop: number): string {
  const names = keys.slice(0, MOST_UNKNOWN).map(quoted).join(', ');
  const more = (path.length === 0 ? atTop : keys.length) - MOST_UNKNOWN;
  return `${names}${more > 0 ? ` and ${more} more` : ''}${path.length === 0 ? '' : ` in '${named(path)}'`}`;
}

/** The end of the sentence that names an unknown parameter: which one is probably meant, and which there are in its place. */
function meantBy(
  { keys }: Extract<Issue, { code: 'unrecognized_keys' }>,
  schema: z.ZodType | undefined,
  { given, framed }: { readonly given: unknown; readonly framed: readonly string[] },
): string {
  if (!(schema instanceof z.ZodObject)) return '.';
  const [typed = '', another] = keys;
  const free = [...Object.keys(schema.shape), ...framed].filter((name) => member(given, name) === undefined);
  const meant = another === undefined ? meantParameter(cut(typed, 100), free) : undefined;
  return `${meant === undefined ? '.' : `: did you mean '${meant}'?`} ${validParameters(schema, framed)}`;
}

function validParameters({ shape }: z.ZodObject, framed: readonly string[]): string {
  const names = [...Object.keys(shape), ...framed];
  return names.length === 0
    ? 'This tool has no parameters: pass {}.'
    : `Valid parameters: ${names.join(', ')}.`;
}

function missing(name: string): string {
  return `Missing required parameter '${name}'`;
}

function wrongType(issue: Extract<Issue, { code: 'invalid_type' }>, name: string, value: unknown): string {
  const [list, index] = issue.path;
  if (issue.expected === 'string' && typeof index === 'number' && issue.path.length === 2) {
    return `Each element in '${String(list)}' must be a string`;
  }
  if (issue.expected === 'array' && issue.path.length === 1) {
    return `Parameter '${name}' must be an array${name === 'ids' ? ' of strings' : ''}`;
  }
  const expected = issue.expected === 'int' ? 'integer' : issue.expected;
  const wanted = /^[aeio]/.test(expected) ? `an ${expected}` : `a ${expected}`;
  const got = typeof value === 'number' ? String(value) : `${kind(value)}: ${quoted(value)}`;
  return `Parameter '${name}' must be ${wanted}, got${typeof value === 'number' ? ':' : ''} ${got}`;
}

function outOfRange(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  name: string,
  { value, schema }: { value: unknown; schema: z.ZodType | undefined },
): string {
  if (issue.origin === 'string') return `Parameter '${name}' must not be empty`;
  if (issue.origin === 'array') {
    const size = Array.isArray(value) ? value.length : 0;
    if (size === 0) return `Parameter '${name}' must not be empty`;
    const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    return `Parameter '${name}' must have ${bound} items, got: ${size}`;
  }
  return `Parameter '${name}' must be ${numberRange(issue, schema)}, got: ${String(value)}`;
}

function numberRange(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  schema: z.ZodType | undefined,
): string {
  if (issue.code === 'too_small' && issue.inclusive === false) return `> ${issue.minimum}`;
  const { minValue, maxValue } = schema instanceof z.ZodNumber ? schema : { minValue: null, maxValue: null };
  if (minValue !== null && maxValue !== null && Number.isFinite(minValue) && Number.isFinite(maxValue)) {
    return `between ${minValue} and ${maxValue}`;
  }
  return issue.code === 'too_small' ? `>= ${issue.minimum}` : `<= ${issue.maximum}`;
}

/** `paths[0][1].x`: so the message names the path and the point. */
function named(path: readonly PropertyKey[]): string {
  return path
    .map((step, position) =>
      typeof step === 'number' ? `[${step}]` : `${position === 0 ? '' : '.'}${String(step)}`,
    )
    .join('');
}

function member(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((outer, step) => {
    const inner = innermost(outer);
    if (inner instanceof z.ZodObject) return innermost(member(inner.shape, step));
    // Elements of an array are typed as core schemas; every schema here was made by zod's classic builders.
    if (inner instanceof z.ZodArray) return innermost(inner.element);
    return undefined;
  }, schema);
}

/** The schema below `optional` and `default`. */
function innermost(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innermost(schema.unwrap());
  return schema as z.ZodType;
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Cut twice: making a long text safe to show takes long, and may leave less of it.
  return `'${cut(shown(cut(text, 1_000)) ?? '', 100)}'`;
}

/** The parameter that a name which a tool does not know most likely means, of those that were not given. */
export function meantParameter(typed: string, free: readonly string[]): string | undefined {
  const same = free.find((name) => wordsOf(name).join() === wordsOf(typed).join());
  return same ?? nearest(typed, free) ?? withSharedWord(typed, free);
}

/** `id`, `node_id` and `elementId` share a word with `element_id`. Where two parameters do, neither is meant for sure. */
function withSharedWord(typed: string, free: readonly string[]): string | undefined {
  const words = new Set(wordsOf(typed));
  const [only, another] = free.filter((name) => wordsOf(name).some((word) => words.has(word)));
  return another === undefined ? only : undefined;
}

/** The words of a name, however it is spelled: `element_id`, `elementId`, `element-id`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** The arguments that the frame itself takes, and the rest, for the tool. */
export interface FrameArguments {
  readonly device: string | undefined;
  readonly observe: ObserveMode | undefined;
  readonly rest: unknown;
}

/** Which of them a tool has in its list of parameters. */
export interface Takes {
  readonly device: boolean;
  readonly observe: boolean;
}

/** Splits what a client sent: with several devices each tool takes `device`, those that touch the screen `observe`. */
export function frameArguments(args: unknown, takes: Takes): FrameArguments {
  const { taken: device, rest: others } = taken(args, 'device', takes.device);
  const { taken: observe, rest } = taken(others, 'observe', takes.observe);
  return { device: deviceOf(device), observe: observeOf(observe), rest };
}

function taken(args: unknown, name: string, isTaken: boolean): { taken: unknown; rest: unknown } {
  if (!isTaken || typeof args !== 'object' || args === null || !Object.hasOwn(args, name))
    return { taken: undefined, rest: args };
  const { [name]: value, ...rest } = args as Readonly<Record<string, unknown>>;
  return { taken: value ?? undefined, rest };
}

function deviceOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw invalidParams("Parameter 'device' must be a string");
}

function observeOf(value: unknown): ObserveMode | undefined {
  const known = observeModes.find((mode) => mode === value);
  if (value === undefined || known !== undefined) return known;
  throw invalidParams(`Parameter 'observe' must be one of: ${observeModes.join(', ')}`);
}
