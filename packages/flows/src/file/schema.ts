import { actions, commandForms } from './commands.ts';
import { headerSchema } from './header.ts';
import { wholeEffects, wholeSelector } from './selectors.ts';
import type { JsonSchema } from './shapes.ts';

/** The schema as its file has it. */
export function schemaText(): string {
  return `${JSON.stringify(flowSchema())}\n`;
}

/** The JSON schema of a flow's file, for editors: each of its two documents is checked by itself. */
export function flowSchema(): JsonSchema {
  const commands = Object.entries(commandForms);
  const bare = commands.filter(([, form]) => form.bare).map(([name]) => name);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A flow of Handeye',
    oneOf: [{ $ref: '#/definitions/header' }, { $ref: '#/definitions/commands' }],
    definitions: {
      header: headerSchema,
      selector: wholeSelector.schema,
      effects: wholeEffects.schema,
      commands: {
        type: 'array',
        items: {
          anyOf: [
            { type: 'string', enum: [...bare, 'hide keyboard'] },
            {
              type: 'object',
              properties: {
                ...Object.fromEntries(commands.map(([name, { shape }]) => [name, shape.schema])),
                action: { type: 'string', enum: Object.keys(actions) },
              },
              minProperties: 1,
              maxProperties: 1,
              additionalProperties: false,
            },
          ],
        },
      },
    },
  };
}
