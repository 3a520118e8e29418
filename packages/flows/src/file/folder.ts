import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { FlowFileError } from './problem.ts';
import { flowNameOf, readFlow } from './read.ts';

/** The files of flows in these files, folders with all below them, and patterns with stars. Each once. */
export function flowFiles(paths: readonly string[]): string[] {
  return unique(paths.flatMap((path) => (isFolder(path) ? below(path) : matching(path))));
}

/** The file of a flow in the folder: by the file's name, with or without its ending, or by the name that its header says. */
export function flowNamed(folder: string, name: string): string | undefined {
  const files = isFolder(folder) ? flowFiles([folder]) : [];
  const way = (file: string) => relative(folder, file).split(sep).join('/');
  const byFile = files.find((file) => [way(file), way(file).replace(/(\.flow)?\.ya?ml$/, '')].includes(name));
  return byFile ?? files.find((file) => headerName(file) === name);
}

function headerName(file: string): string | undefined {
  try {
    return readFlow(file).header.name;
  } catch (cause) {
    if (cause instanceof FlowFileError) return undefined;
    throw cause;
  }
}

export interface Tags {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The flows that a test run performs, as Maestro chooses them: of a folder those that `flows` of its config.yaml matches, else
 * those directly in it; of them those with the right tags; first those that `executionOrder` names.
 */
export function flowsToRun(paths: readonly string[], tags: Tags): string[] {
  return unique(
    paths.flatMap((path) => {
      if (!isFolder(path)) return withTags(matching(path), tags);
      const { flows, includeTags, excludeTags, executionOrder } = workspace(path);
      const globs = flows.map((glob) => globPattern(glob));
      const files = below(path).filter((file) => {
        const way = relative(path, file).split(sep).join('/');
        // What --heal wrote is only a proposal: it is performed when it is named.
        return !way.endsWith('.healed.flow.yaml') && globs.some((glob) => glob.test(way));
      });
      const chosen = withTags(files, {
        include: [...tags.include, ...includeTags],
        exclude: [...tags.exclude, ...excludeTags],
      });
      const order = executionOrder?.flowsOrder ?? [];
      if (order.length === 0) return chosen;
      const names = new Map(chosen.map((file) => [readFlow(file).header.name, file]));
      return [...order.flatMap((name) => names.get(name) ?? []), ...chosen];
    }),
  );
}

function withTags(files: readonly string[], { include, exclude }: Tags): readonly string[] {
  if (include.length === 0 && exclude.length === 0) return files;
  return files.filter((file) => {
    const { tags } = readFlow(file).header;
    const isWanted = include.length === 0 || tags.some((tag) => include.includes(tag));
    return isWanted && !tags.some((tag) => exclude.includes(tag));
  });
}

const words = z.union([z.string().transform((word) => [word]), z.array(z.string())]);
const workspaceSchema = z.object({
  flows: words.default(['*']),
  includeTags: words.default([]),
  excludeTags: words.default([]),
  executionOrder: z.object({ flowsOrder: z.array(z.string()).optional() }).optional(),
});

/** What Maestro's config.yaml in a folder says about which flows run. */
function workspace(folder: string): z.infer<typeof workspaceSchema> {
  const file = ['config.yaml', 'config.yml']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (file === undefined) return workspaceSchema.parse({});
  try {
    return workspaceSchema.parse(parse(readFileSync(file, 'utf8')) ?? {});
  } catch (cause) {
    const text =
      cause instanceof z.ZodError
        ? cause.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : String(cause instanceof Error ? cause.message : cause);
    throw new FlowFileError([{ file, line: 1, column: 1, text }]);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isFlowFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.split(sep).includes('node_modules'))
    .sort();
}

function isFlowFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && flowNameOf(name) !== 'config';
}

/** A file that exists is meant even if its name has stars in it. */
function matching(path: string): string[] {
  if (existsSync(path) || !/[*?{]/.test(path)) return [path];
  const parts = path.split('/');
  const root = parts
    .slice(
      0,
      parts.findIndex((part) => /[*?{]/.test(part)),
    )
    .join('/');
  const folder = root === '' && path.startsWith('/') ? '/' : root || '.';
  if (!isFolder(folder)) return [];
  const pattern = globPattern(path.replace(/^\.\//, ''));
  return below(folder).filter((file) => pattern.test(file.split(sep).join('/')));
}

/** `**` is any folders, `*` a part of a name, `?` a letter, `{a,b}` either. */
function globPattern(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*\/?|[^]/g, (part) => {
    if (part.startsWith('**')) return part.endsWith('/') ? '(?:.*/)?' : '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '{') return (depth++, '(?:');
    if (part === '}' && depth > 0) return (depth--, ')');
    if (part === ',' && depth > 0) return '|';
    return part.replace(/[\\^$.+()[\]{}|]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)];
}
