/** grep, egrep and fgrep. */
import { FileError } from '../../kernel/file-system.ts';
import { textLines } from '../../shell/lines.ts';
import type { Input } from '../../kernel/pipe.ts';
import type { Executable, Task } from '../../shell/task.ts';
import { PatientPattern, compile, literalPattern } from './patterns.ts';
import {
  complain,
  eachFile,
  number,
  parseOptions,
  pathOf,
  say,
  tool,
  ToolError,
  type Options,
} from '../tool.ts';

/** Makes grep, egrep or fgrep. */
export function grepAs(kind: 'basic' | 'extended' | 'fixed'): Executable {
  return tool(async (task) => {
    const options = parseOptions(task.args, {
      letters: 'EFGHhiIlLnoqrRsvwxycm:A:B:C:e:f:az',
      long: { color: 'a', 'line-buffered': 'a', count: 'c', quiet: 'q', 'ignore-case': 'i', include: 'a' },
    });
    const rest = [...options.rest];
    const given = options.values('e');
    const sources = given.length > 0 ? given : [rest.shift() ?? missing()];
    const pattern = patternOf(
      sources.flatMap((source) => source.split('\n')),
      kind,
      options,
    );
    const recursive = options.has('r') || options.has('R');
    const files = recursive ? (rest.length > 0 ? rest : ['.']).flatMap((path) => below(task, path)) : rest;
    const search = new Search(task, pattern, options, recursive || files.length > 1);
    let failed = false;
    for (const file of files.length > 0 ? files : ['-']) {
      if (isDirectory(task, file)) {
        if (!options.has('s')) await complain(task, `${file}: Is a directory`);
        failed = true;
        continue;
      }
      failed = (await eachFile(task, [file], (input, name) => search.through(input, name))) !== 0 || failed;
      if (search.found && options.has('q')) return 0;
    }
    return failed ? 2 : search.found ? 0 : 1;
  });
}

function missing(): never {
  throw new ToolError('no REGEX', 2);
}

function patternOf(sources: readonly string[], kind: string, options: Options): PatientPattern {
  const fixed = kind === 'fixed' || options.has('F');
  const extended = kind === 'extended' || options.has('E');
  const ignoreCase = options.has('i') || options.has('y');
  const parts = sources.map((source) =>
    fixed ? literalPattern(source) : compile(source, { extended }).source,
  );
  const any = parts.map((part) => (part === '' ? '(?:)' : part)).join('|');
  const whole = options.has('x') ? `^(?:${any})$` : options.has('w') ? `(?<!\\w)(?:${any})(?!\\w)` : any;
  return new PatientPattern(whole, `${ignoreCase ? 'i' : ''}gu`);
}

function isDirectory(task: Task, name: string): boolean {
  const path = pathOf(task, name);
  return name !== '-' && task.system.files.exists(path) && task.system.files.stat(path).kind === 'directory';
}

function below(task: Task, name: string): string[] {
  if (!isDirectory(task, name)) return [name];
  try {
    return task.system.files
      .list(pathOf(task, name))
      .flatMap((child) => below(task, `${name.replace(/\/$/, '')}/${child}`));
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

class Search {
  found = false;
  readonly #task: Task;
  readonly #pattern: PatientPattern;
  readonly #options: Options;
  readonly #namesFiles: boolean;

  constructor(task: Task, pattern: PatientPattern, options: Options, namesFiles: boolean) {
    this.#task = task;
    this.#pattern = pattern;
    this.#options = options;
    this.#namesFiles = (namesFiles && !options.has('h')) || options.has('H');
  }

  async through(input: Input, file: string): Promise<void> {
    const options = this.#options;
    const most = number(options.value('m'), Infinity);
    const context = number(options.value('C'), 0);
    const [before, after] = [number(options.value('B'), context), number(options.value('A'), context)];
    const shownName = file === '-' ? '(standard input)' : file;
    const prefix = this.#namesFiles ? shownName : '';
    const past: { text: string; line: number }[] = [];
    let count = 0;
    let line = 0;
    let afterLeft = 0;
    let lastShown = 0;
    for await (const { text } of textLines(input)) {
      line++;
      const matches = this.#pattern.all(text);
      if (matches.length > 0 !== options.has('v')) {
        count++;
        this.found = true;
        if (options.has('q') || options.has('l')) break;
        if (options.has('c') || options.has('L')) continue;
        const waiting = past.splice(0);
        const firstShown = waiting[0]?.line ?? line;
        if (before + after > 0 && lastShown > 0 && firstShown > lastShown + 1) await say(this.#task, '--\n');
        for (const earlier of waiting) await this.#show(earlier.text, prefix, earlier.line, '-');
        if (options.has('o')) {
          for (const [part] of matches) if (part !== '') await this.#show(part, prefix, line, ':');
        } else await this.#show(text, prefix, line, ':');
        lastShown = line;
        afterLeft = after;
        if (count >= most) break;
      } else if (afterLeft > 0) {
        afterLeft--;
        lastShown = line;
        await this.#show(text, prefix, line, '-');
      } else if (before > 0) {
        past.push({ text, line });
        if (past.length > before) past.shift();
      }
    }
    if (options.has('l') && count > 0) await say(this.#task, `${shownName}\n`);
    if (options.has('L') && count === 0) await say(this.#task, `${shownName}\n`);
    if (options.has('c')) await say(this.#task, `${prefix === '' ? '' : `${prefix}:`}${count}\n`);
  }

  async #show(text: string, prefix: string, line: number, sign: ':' | '-'): Promise<void> {
    const name = prefix === '' ? '' : `${prefix}${sign}`;
    const at = this.#options.has('n') ? `${line}${sign}` : '';
    await say(this.#task, `${name}${at}${text}\n`);
  }
}
