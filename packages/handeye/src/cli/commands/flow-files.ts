import { relative, resolve } from 'node:path';
import type { ReadFlow } from '@handeye/flows/file/read';
import type { Problem } from '@handeye/flows/file/problem';
import { cell } from '@handeye/screen/sanitize';
import { choice, onOrOff } from '../../config/values.ts';
import { columns } from '../columns.ts';
import { type CommandContext, exit, UsageError } from '../command.ts';

/** The folder of flows unless --flows names another. */
const DEFAULT_FOLDER = 'flows';

/** The flags of `handeye flow` for files. */
export const fileFlags = {
  summary: { schema: onOrOff(), default: false, about: 'check: count by reason, in place of every line.' },
  to: {
    schema: choice(['maestro']),
    default: 'maestro',
    takes: 'FORMAT',
    about: 'export: the format, maestro.',
  },
} as const;

/** What `handeye flow` does with files alone: no device, no server. */
export const fileActions = { check, list, show, export: exportFlow, schema } as const;

async function check({ print, own, environment }: CommandContext, words: readonly string[]): Promise<number> {
  if (words.length === 0) throw new UsageError('handeye flow check takes files, folders or patterns.');
  const { flowFiles } = await import('@handeye/flows/file/folder');
  const { cwd } = environment;
  const files = flowFiles(words.map((word) => resolve(cwd, word)));
  if (files.length === 0) throw new UsageError(`There is no .yaml or .yml file in ${words.join(', ')}.`);
  const results = await Promise.all(files.map((file) => resultOf(file)));
  const refused = results.filter(({ read }) => read === undefined);
  const lines =
    own.summary === true ? summary(results, cwd) : results.flatMap((result) => linesOf(result, cwd));
  for (const line of lines) print(line);
  return refused.length === 0 ? exit.fine : exit.wrongUsage;
}

interface Result {
  readonly read?: ReadFlow;
  readonly problems: readonly Problem[];
}

async function resultOf(file: string): Promise<Result> {
  const { readFlow } = await import('@handeye/flows/file/read');
  const { FlowFileError } = await import('@handeye/flows/file/problem');
  try {
    return { read: readFlow(file), problems: [] };
  } catch (cause) {
    if (cause instanceof FlowFileError) return { problems: cause.problems };
    throw cause;
  }
}

function linesOf({ read, problems }: Result, cwd: string): string[] {
  const line = (problem: Problem, mark = '') => `${placeOf(problem, cwd)}: ${mark}${problem.text}`;
  if (read === undefined) return problems.map((problem) => line(problem));
  const count = `${read.commands.length} ${read.commands.length === 1 ? 'command' : 'commands'}`;
  const needs = read.needs.map(({ name }) => ` --env ${name}=…`).join('');
  const fine = `${relative(cwd, read.file)}: fine, ${count}${needs === '' ? '' : `; needs${needs}`}`;
  return [...read.notes.map((note) => line(note, 'note: ')), fine];
}

function placeOf({ file, line, column }: Problem, cwd: string): string {
  return `${relative(cwd, file)}:${line}:${column}`;
}

/** How many were read, and how many were refused for each reason, with the first place. */
function summary(results: readonly Result[], cwd: string): string[] {
  const refused = results.flatMap(({ problems: [first] }) => (first === undefined ? [] : [first]));
  const groups = new Map<string, readonly [Problem, number]>();
  for (const problem of refused) {
    const reason = reasonOf(problem.text);
    const [first, count] = groups.get(reason) ?? [problem, 0];
    groups.set(reason, [first, count + 1]);
  }
  const rows = [...groups].sort(([, [, a]], [, [, b]]) => b - a);
  return [
    `${results.length} ${results.length === 1 ? 'file' : 'files'}: ${results.length - refused.length} read, ${refused.length} refused`,
    ...columns(rows.map(([reason, [first, count]]) => [`  ${count}`, reason, placeOf(first, cwd)])),
  ];
}

/** A problem without what differs from file to file. */
function reasonOf(text: string): string {
  const [head = text] = text.split(/[;:] | as - /, 1);
  return head
    .replace(/^\S+ (does not exist|is not a file)/, 'a file that it names $1')
    .replace(/".*"/s, '"…"');
}

async function list({ print, config, environment }: CommandContext): Promise<number> {
  const { flowFiles } = await import('@handeye/flows/file/folder');
  const { existsSync } = await import('node:fs');
  const folder = resolve(environment.cwd, folderOf(config));
  if (!existsSync(folder))
    throw new UsageError(`${folderOf(config)}: there is no such folder; name it with --flows FOLDER.`);
  const rows = await Promise.all(
    flowFiles([folder]).map(async (file) => {
      const { read, problems } = await resultOf(file);
      const short = file.slice(folder.length + 1);
      if (read === undefined) return [short, `cannot be read: ${problems[0]?.text ?? ''}`];
      const { name, tags, description } = read.header;
      return [short, cell(name), tags.map((tag) => cell(tag)).join(','), cell(description ?? '')];
    }),
  );
  for (const row of columns(rows)) print(row);
  return exit.fine;
}

async function show(context: CommandContext, words: readonly string[]): Promise<number> {
  const read = await named(context, words, 'show');
  const { name, description, appId, env } = read.header;
  const facts = {
    name,
    description,
    appId,
    env: Object.keys(env).join(', '),
    needs: read.needs.map((need) => need.name).join(', '),
  };
  for (const [key, value] of Object.entries(facts))
    if (value !== undefined && value !== '') context.print(`${key}: ${cell(value)}`);
  const rows = read.commands.map(({ source, name: command }, at) => [
    `${at + 1}`,
    `line ${source?.line ?? ''}`,
    cell(source?.text.replace(/\s*\n\s*/g, ' ') ?? command),
  ]);
  for (const row of columns(rows)) context.print(row);
  return exit.fine;
}

async function exportFlow(context: CommandContext, words: readonly string[]): Promise<number> {
  const { toMaestro } = await import('@handeye/flows/file/maestro');
  const { text, lost } = toMaestro(await named(context, words, 'export'));
  context.print(text.trimEnd());
  for (const what of lost) context.environment.stderr.write(`lost: ${what}\n`);
  return exit.fine;
}

async function schema({ print }: CommandContext): Promise<number> {
  const { schemaText } = await import('@handeye/flows/file/schema');
  print(schemaText().trimEnd());
  return exit.fine;
}

/** The flow that a user names: a file, or a flow of the folder. */
async function named(
  { config, environment }: CommandContext,
  [name, ...more]: readonly string[],
  action: string,
): Promise<ReadFlow> {
  if (name === undefined || more.length > 0)
    throw new UsageError(`handeye flow ${action} takes one NAME or FILE.`);
  const { flowNamed } = await import('@handeye/flows/file/folder');
  const { existsSync } = await import('node:fs');
  const path = resolve(environment.cwd, name);
  const file =
    /\.ya?ml$/.test(name) && existsSync(path)
      ? path
      : flowNamed(resolve(environment.cwd, folderOf(config)), name);
  if (file === undefined)
    throw new UsageError(`There is no flow '${name}' in ${folderOf(config)}; handeye flow list names them.`);
  const { read, problems } = await resultOf(file);
  if (read !== undefined) return read;
  const { FlowFileError } = await import('@handeye/flows/file/problem');
  throw new UsageError(new FlowFileError(problems).message);
}

function folderOf({ flows = DEFAULT_FOLDER }: CommandContext['config']): string {
  return flows;
}
