/** diff as in toybox since Android 8: always unified. */
import { join } from '../../files/paths.ts';
import type { Task } from '../../shell/task.ts';
import { decode } from '../../shell/text.ts';
import { editScript, type Edit } from './edit-script.ts';
import {
  complain,
  eachFile,
  number,
  parseOptions,
  pathOf,
  readAll,
  say,
  tool,
  ToolError,
  type Options,
} from '../tool.ts';

export const diff = tool(async (task) => {
  const options = parseOptions(task.args, {
    letters: 'BdbutwiTsqaL:S:NrU:',
    long: {
      brief: 'q',
      recursive: 'r',
      'new-file': 'N',
      unified: 'U',
      'ignore-case': 'i',
      'ignore-all-space': 'w',
      text: 'a',
    },
  });
  const [first, second] = options.rest;
  if (first === undefined || second === undefined) throw new ToolError('Needs 2 arguments', 2);
  if (options.rest.length > 2) throw new ToolError('Max 2 arguments', 2);
  for (const name of [first, second]) {
    if (name !== '-' && !task.system.files.exists(pathOf(task, name))) {
      await complain(task, `${name}: No such file or directory`);
      return 2;
    }
  }
  const [isFirst, isSecond] = [isDirectory(task, first), isDirectory(task, second)];
  if (isFirst && isSecond) return compareDirectories(task, first, second, options);
  // A file is compared with the file of the same name in a directory.
  const nameOf = (path: string): string => path.replace(/^.*\//, '');
  return compareFiles(
    task,
    isFirst ? join(first, nameOf(second)) : first,
    isSecond ? join(second, nameOf(first)) : second,
    options,
  );
});

function isDirectory(task: Task, name: string): boolean {
  return name !== '-' && task.system.files.stat(pathOf(task, name)).kind === 'directory';
}

async function compareDirectories(
  task: Task,
  first: string,
  second: string,
  options: Options,
): Promise<number> {
  const { files } = task.system;
  const [a, b] = [first, second].map((path) => new Set(files.list(pathOf(task, path)))) as [
    Set<string>,
    Set<string>,
  ];
  let status = 0;
  for (const name of [...new Set([...a, ...b])].sort()) {
    const [one, other] = [`${first.replace(/\/$/, '')}/${name}`, `${second.replace(/\/$/, '')}/${name}`];
    let found = 1;
    if (!a.has(name) || !b.has(name)) {
      await say(task, `Only in ${a.has(name) ? first : second}: ${name}\n`);
    } else if (isDirectory(task, one) && isDirectory(task, other)) {
      if (options.has('r')) found = await compareDirectories(task, one, other, options);
      else {
        await say(task, `Common subdirectories: ${one} and ${other}\n`);
        found = 0;
      }
    } else {
      found = await compareFiles(task, one, other, options);
    }
    status = Math.max(status, found);
  }
  return status;
}

async function compareFiles(task: Task, first: string, second: string, options: Options): Promise<number> {
  const texts: string[] = [];
  const failed = await eachFile(task, [first, second], async (input) => {
    texts.push(decode(await readAll(task, input)));
  });
  if (failed !== 0) return 2;
  const [a = '', b = ''] = texts;
  const edits = editScript(linesOf(a), linesOf(b), sameness(options));
  if (edits.every(({ kind }) => kind === ' ')) {
    if (options.has('s')) await say(task, `Files ${first} and ${second} are identical\n`);
    return 0;
  }
  if (options.has('q')) {
    await say(task, `Files ${first} and ${second} differ\n`);
    return 1;
  }
  const labels = options.values('L');
  await say(task, `--- ${labels[0] ?? label(task, first)}\n+++ ${labels[1] ?? label(task, second)}\n`);
  for (const hunk of hunks(edits, number(options.value('U'), 3))) await say(task, hunk);
  return 1;
}

/** Lines include their newlines, so that a missing one at the end is a difference. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function sameness(options: Options): (line: string) => string {
  return (line) => {
    let text = line;
    if (options.has('w')) text = text.replace(/\s+/g, '');
    else if (options.has('b')) text = text.replace(/\s+$/, '').replace(/\s+/g, ' ');
    return options.has('i') ? text.toLowerCase() : text;
  };
}

function label(task: Task, name: string): string {
  const { files, clock } = task.system;
  const seconds = name === '-' ? clock.now() / 1000 : files.stat(pathOf(task, name)).modified;
  const time = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return `${name}\t${time}.000000000 +0000`;
}

/** The differences with context lines; close ones share a hunk. */
function* hunks(edits: readonly Edit[], context: number): Generator<string> {
  let [line1, line2, from] = [1, 1, 0];
  for (let at = edits.findIndex(({ kind }) => kind !== ' '); at !== -1;) {
    const start = Math.max(from, at - context);
    let end = at;
    for (let next = at; next !== -1 && next <= end + 2 * context;) {
      end = next + 1;
      while (end < edits.length && edits[end]?.kind !== ' ') end++;
      next = edits.findIndex(({ kind }, index) => index >= end && kind !== ' ');
      if (next !== -1 && next - end > 2 * context) break;
    }
    const stop = Math.min(edits.length, end + context);
    const skipped = edits.slice(from, start);
    line1 += count(skipped, '+');
    line2 += count(skipped, '-');
    const shown = edits.slice(start, stop);
    yield hunk(shown, line1, line2);
    line1 += count(shown, '+');
    line2 += count(shown, '-');
    from = stop;
    at = edits.findIndex(({ kind }, index) => index >= stop && kind !== ' ');
  }
}

/** The number of lines in one of the two files: all edits except those that only the other has. */
function count(edits: readonly Edit[], without: '+' | '-'): number {
  return edits.filter(({ kind }) => kind !== without).length;
}

function hunk(edits: readonly Edit[], line1: number, line2: number): string {
  const range = (line: number, length: number): string =>
    length === 1 ? String(line) : `${length === 0 ? line - 1 : line},${length}`;
  const head = `@@ -${range(line1, count(edits, '+'))} +${range(line2, count(edits, '-'))} @@\n`;
  return (
    head +
    edits
      .map(
        ({ kind, line }) => `${kind}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`,
      )
      .join('')
  );
}
