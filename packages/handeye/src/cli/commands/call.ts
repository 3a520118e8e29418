import * as z from 'zod';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { toolSettings } from '../../config/settings.ts';
import { onOrOff, path } from '../../config/values.ts';
import { unknownTool as unknownToolText } from '@handeye/core/tools/frame/error-texts';
import { isObject } from '@handeye/core/server/json';
import type { ContentItem, Toolbox, ToolListing, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { columns } from '../columns.ts';
import { type CliCommand, exit, type ProcessEnvironment, UsageError } from '../command.ts';
import { openTools } from '../open-tools.ts';

export const call: CliCommand = {
  name: 'call',
  takes: '[tool] [json]',
  about: 'Call a tool from the shell. Without a tool, list all tools with their parameters.',
  more: `The arguments are one JSON object, or - to read it from standard input:
  handeye call find_elements '{"by":"text","value":"Settings"}'

A server of yours that runs (handeye serve) answers: same device, same ids. With options of another device,
policy or toolset than that server's, or with --fresh, the device is opened for this call alone.`,
  quiet: true,
  settings: toolSettings,
  own: {
    steps: {
      schema: path(),
      takes: 'FILE',
      about:
        'Do several steps in one call: a JSON list of {"tool", "arguments", "times"}, or an object with "steps" and ' +
        '"observe". - reads standard input.',
    },
    fresh: { schema: onOrOff(), default: false, about: 'Open the device, even if a server of yours runs.' },
    json: { schema: onOrOff(), default: false, about: 'Print the whole result as JSON.' },
    save: { schema: path(), takes: 'FILE', about: 'Save the image of the result to this file.' },
  },
  async run(context) {
    const { words, own, print, environment } = context;
    const steps = typeof own.steps === 'string' ? own.steps : undefined;
    if (steps !== undefined && words.length > 0) {
      throw new UsageError(`--steps: takes the place of a tool; leave out ${words.join(' ')}`);
    }
    const [name, json] = words;
    const args = await (steps === undefined
      ? argumentsFrom(json, environment.stdin)
      : stepsIn(steps, environment));
    const { toolbox, close } = await openTools(context, steps === undefined ? undefined : 'model');
    try {
      if (name === undefined && steps === undefined) {
        print(toolTable(toolbox));
        return exit.fine;
      }
      const tool = name ?? named('run_steps', toolbox);
      if (!toolbox.has(tool)) throw new UsageError(await unknownTool(tool, toolbox));
      const result = await toolbox.call(tool, args, { signal: environment.stopped, client: 'handeye call' });
      const saved = typeof own.save === 'string' ? await save(result, own.save) : [];
      print(own.json === true ? JSON.stringify(result, null, 2) : readable(result, saved));
      return result.isError === true ? exit.failed : exit.fine;
    } finally {
      await close();
    }
  },
};

/** A tool's name in this toolbox, with the prefix. */
function named(name: string, { tools }: Toolbox): string {
  return tools.find((tool) => tool.name.endsWith(name))?.name ?? name;
}

async function argumentsFrom(json: string | undefined, stdin: Readable): Promise<unknown> {
  if (json === undefined) return {};
  const source = json === '-' ? await readAll(stdin) : json;
  const value = jsonIn(source);
  if (isObject(value)) return value;
  throw new UsageError('The arguments must be one JSON object, such as {"element_id": 113411}');
}

function jsonIn(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`The arguments are not valid JSON: ${messageOf(cause)}`, { cause });
  }
}

function toolTable({ tools }: Toolbox): string {
  return columns(tools.map((tool) => [tool.name, tool.title, parametersOf(tool)])).join('\n');
}

/** The names of a tool's parameters; optional ones in brackets. */
function parametersOf({ inputSchema: { properties, required } }: ToolListing): string {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return names.map((name) => (needed.includes(name) ? name : `[${name}]`)).join(' ');
}

async function unknownTool(name: string, { tools }: Toolbox): Promise<string> {
  const names = tools.map((tool) => tool.name);
  const { optInToolsets, toolsets } = await import('@handeye/core/tools/toolsets');
  const isNamed = (tool: { readonly name: string }) => tool.name === name;
  const toolset = optInToolsets.find((one) => toolsets[one].some(isNamed));
  const near = toolsets.model.some(isNamed)
    ? '. It comes with --screen-format lean or --toolset all.'
    : toolset !== undefined
      ? `. It comes with --toolset ${toolset}. A running server answers only if it was started with that; else the device is opened for this call.`
      : didYouMean(name, names) || '.';
  return `${unknownToolText(name)}${near} "handeye call" lists all tools.`;
}

/** A result for a person: texts unchanged, one line for each image. */
function readable({ content }: ToolResult, saved: readonly string[]): string {
  let picture = 0;
  return content
    .map((item) => (item.type === 'text' ? item.text : pictureLine(item, saved[picture++])))
    .join('\n');
}

type Picture = Extract<ContentItem, { type: 'image' }>;

function pictureLine({ mimeType, data }: Picture, file: string | undefined): string {
  const bytes = Buffer.byteLength(data, 'base64');
  return `[${mimeType}, ${bytes} bytes, ${file === undefined ? 'use --save FILE to save it' : `saved as ${file}`}]`;
}

/** Saves the images of a result; from the second on, a number precedes the extension. */
async function save({ content }: ToolResult, file: string): Promise<string[]> {
  const pictures = content.filter((item) => item.type === 'image');
  const extension = extname(file);
  const base = file.slice(0, file.length - extension.length);
  const files = pictures.map((_, index) => (index === 0 ? file : `${base}-${index + 1}${extension}`));
  await Promise.all(
    pictures.map(({ data }, index) => writeFile(files[index] ?? file, Buffer.from(data, 'base64'))),
  );
  return files;
}

/* The file of `handeye call --steps`. Only its form is checked here; run_steps judges the steps. */

const step = z.strictObject(
  {
    tool: z.string({ error: 'must be the name of a tool' }),
    arguments: z.record(z.string(), z.unknown(), { error: 'must be an object' }).optional(),
    times: z.int({ error: 'must be a whole number' }).optional(),
  },
  { error: whatFor('must be an object with tool, arguments and times') },
);
const steps = z.array(step, { error: 'must be a list of steps' });
const list = steps.transform((all) => ({ steps: all }));
const object = z.strictObject(
  { steps, observe: z.unknown().optional(), device: z.unknown().optional() },
  { error: whatFor('must be a list of steps, or an object with steps and observe') },
);

/** zod's own message names unknown keys well. */
function whatFor(form: string) {
  return ({ code }: { readonly code?: string | undefined }) =>
    code === 'unrecognized_keys' ? undefined : form;
}

/** Reads the arguments of run_steps from a file, or from standard input if it is named -. */
async function stepsIn(
  file: string,
  { cwd, stdin }: Pick<ProcessEnvironment, 'cwd' | 'stdin'>,
): Promise<Readonly<Record<string, unknown>>> {
  const name = file === '-' ? 'standard input' : file;
  const source = await (file === '-' ? readAll(stdin) : readFile(resolve(cwd, file), 'utf8')).catch(
    (cause: unknown) => {
      throw new UsageError(`--steps: ${name} cannot be read: ${messageOf(cause)}`, { cause });
    },
  );
  return checkedSteps(parsed(source, name), name);
}

function parsed(source: string, name: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new UsageError(`--steps: ${name} is not valid JSON: ${messageOf(cause)}`, { cause });
  }
}

function checkedSteps(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const { data, error } = Array.isArray(value) ? list.safeParse(value) : object.safeParse(value);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${placeOf(path)}${message}`);
  throw new UsageError(problems.map((problem) => `--steps: ${name}: ${problem}`).join('\n'));
}

/** `["steps", 2, "tool"]` -> `step 3: tool: ` */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .filter((part) => part !== 'steps')
    .map((part) => (typeof part === 'number' ? `step ${part + 1}: ` : `${String(part)}: `))
    .join('');
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
