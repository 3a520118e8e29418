import * as z from 'zod';
import type { Tool } from '@handeye/core/tools/frame/define';

type Schema = z.core.JSONSchema.BaseSchema;

/** One step towards a string inside arguments. */
type Step =
  | { readonly into: 'property'; readonly name: string }
  | { readonly into: 'item' }
  | { readonly into: 'value' }
  | { readonly into: 'key'; readonly value: unknown };

/** A place in a tool's arguments that takes any text. */
export interface StringPlace {
  readonly tool: Tool;
  /** `extras.*`, for messages. */
  readonly name: string;
  /** The arguments with this text in that place, and everything else as it is. */
  readonly filled: (args: unknown, text: string) => unknown;
}

/** Every place for free text in a tool's arguments, by its schema: a new parameter cannot be forgotten. */
export function stringPlaces(tool: Tool): readonly StringPlace[] {
  return pathsIn(z.toJSONSchema(tool.input, { io: 'input' })).map((path) => ({
    tool,
    name: path.map(nameOf).join(''),
    filled: (args, text) => put(args, path, text),
  }));
}

function pathsIn(schema: Schema | boolean): readonly (readonly Step[])[] {
  if (typeof schema === 'boolean') return schema ? [[]] : [];
  const { type, properties = {}, items, additionalProperties: rest, propertyNames } = schema;
  // A choice among words is no free text, but zod checks it: nothing else arrives.
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choices.length > 0) return choices.flatMap((one) => pathsIn(one));
  if (type === undefined || type === 'string') return [[]];
  const within = (step: Step, inner: Schema | boolean | undefined) =>
    inner === undefined ? [] : pathsIn(inner).map((path) => [step, ...path]);
  const named = Object.entries(properties).flatMap(([name, one]) => within({ into: 'property', name }, one));
  const item = Array.isArray(items) ? items[0] : items;
  return [
    ...named,
    ...within({ into: 'item' }, item),
    ...(propertyNames === undefined ? [] : within({ into: 'key', value: sampleOf(rest) }, propertyNames)),
    ...(rest === false ? [] : within({ into: 'value' }, rest)),
  ];
}

function sampleOf(schema: Schema | boolean | undefined): unknown {
  return typeof schema === 'object' && schema.enum !== undefined ? schema.enum[0] : 'a';
}

function put(args: unknown, [step, ...rest]: readonly Step[], text: string): unknown {
  if (step === undefined) return text;
  const fields = isFields(args) ? args : {};
  switch (step.into) {
    case 'property':
      return { ...fields, [step.name]: put(fields[step.name], rest, text) };
    case 'item':
      return [put(Array.isArray(args) ? args[0] : undefined, rest, text)];
    case 'key':
      return { [text]: step.value };
    case 'value':
      return { a: put(undefined, rest, text) };
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(step: Step, index: number): string {
  if (step.into === 'property') return index === 0 ? step.name : `.${step.name}`;
  return { item: '[]', key: '.(name)', value: '.*' }[step.into];
}
