import { dirname, relative, resolve, sep } from 'node:path';
import { stringify } from 'yaml';
import { commandForms } from './commands.ts';
import type { Command, Flow } from './flow.ts';
import { writeHeader } from './header.ts';
import { flowNameOf } from './read.ts';
import type { Shape, Writing } from './shapes.ts';

/** What editors check flows with, beside them; `handeye flow schema` prints it. */
export const SCHEMA_FILE = 'flow.schema.json';
const FIRST_LINE = `# yaml-language-server: $schema=${SCHEMA_FILE}`;

/** The text of a flow's file. The same flow always gives the same text. */
export function writeFlow(flow: Flow): string {
  const write = (commands: readonly Command[], writing: Writing) =>
    commands.map((command) => commandValue(command, writing));
  return `${FIRST_LINE}\n${flowText(flow, write)}`;
}

/** The two documents, with commands as `write` has them, nested ones too. */
export function flowText(
  { file, header, commands }: Flow,
  write: (commands: readonly Command[], writing: Writing) => unknown,
): string {
  const folder = dirname(resolve(file));
  const writing: Writing = {
    commands: (nested) => write(nested, writing),
    path: (absolute) => relative(folder, absolute).split(sep).join('/'),
  };
  return `${yaml(writeHeader(header, flowNameOf(file), writing))}---\n${yaml(writing.commands(commands))}`;
}

/** `back`, or `{tapOn: Save}`. */
export function commandValue(
  { name, source: _, ...body }: Command,
  writing: Writing,
): string | Record<string, unknown> {
  // The shape of this name writes the body of this name: TypeScript forgets which it was.
  const { shape, bare } = commandForms[name] as { readonly shape: Shape<unknown>; readonly bare: boolean };
  const value = shape.write(body, writing);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return bare && isEmpty ? name : { [name]: value };
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
