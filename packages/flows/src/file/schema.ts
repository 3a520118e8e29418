import { actions, commandForms } from './commands.ts';
import { headerSchema } from './header.ts';
import { selector } from './selectors.ts';
import type { JsonSchema } from './shapes.ts';

/** The JSON schema of a flow's file, for editors: each of its two documents is checked by itself. */
export function flowSchema(): JsonSchema {
  const commands = Object.entries(commandForms);
  const bare = commands.filter(([, form]) => form.bare).map(([name]) => name);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A flow of Handeye',
    oneOf: [{ $ref: '#/$defs/header' }, { $ref: '#/$defs/commands' }],
    $defs: {
      header: headerSchema,
      selector: selector.schema,
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
