import * as z from 'zod';
import type { ScreenFormat } from './defaults.ts';
import type { Tool } from './define.ts';
import type { ListedTool } from './listing.ts';
import { elementId, isId } from './parameters.ts';

const known = { compact: new WeakMap<Tool, ListedTool>(), lean: new WeakMap<Tool, ListedTool>() };

/** A tool with its schemas as a client gets them in this format. */
export function listed(tool: Tool, format: ScreenFormat): ListedTool {
  const made = known[format].get(tool) ?? listedAnew(tool, format);
  known[format].set(tool, made);
  return made;
}

function listedAnew(
  { name, title, description, hints, input, output, ...tool }: Tool,
  format: ScreenFormat,
): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(input, format),
    ...(output && { outputSchema: schemaOf(output, format) }),
    annotations: hints,
    runsOn: tool.runsOn,
    ...(tool.runsOn === 'device' && { needs: tool.needs, touchesScreen: tool.touchesScreen }),
  };
}

type Schema = ListedTool['inputSchema'];

/** JSON Schema 2020-12 without what costs tokens and says nothing. */
function schemaOf(schema: z.ZodObject, format: ScreenFormat): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override(context) {
      withoutSafeRange(context);
      if (format === 'lean') inLean(context);
    },
  });
  const properties = format === 'lean' ? describedOnce(rest.properties ?? {}) : rest.properties;
  return { ...rest, ...(properties && { properties }), type: 'object' };
}

type Properties = NonNullable<z.core.JSONSchema.BaseSchema['properties']>;

/** The parameters of a tool without descriptions that an earlier one has given: that of `x` tells what `y` is. */
function describedOnce(properties: Properties): Properties {
  const given = new Set<string>();
  const once: Properties = {};
  for (const [name, schema] of Object.entries(properties)) {
    const { description, ...others } = typeof schema === 'boolean' ? {} : schema;
    once[name] = description !== undefined && given.has(description) ? others : schema;
    if (description !== undefined) given.add(description);
  }
  return once;
}

interface Described {
  readonly zodSchema: object;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Lean prints ids as numbers, and models send them back as such. That an unknown parameter is refused is said when one is
 * sent: to say it in each of 32 schemas would cost a model 150 tokens in every conversation.
 */
function inLean({ zodSchema, jsonSchema }: Described): void {
  if (isId(zodSchema)) {
    Object.assign(jsonSchema, { type: ['string', 'integer'] });
    delete jsonSchema.minLength;
    // Every line of a screen in lean begins with one.
    if (zodSchema === elementId) delete jsonSchema.description;
  }
  delete jsonSchema.additionalProperties;
}

/** zod states the range of safe integers for every unbounded integer. */
function withoutSafeRange({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
