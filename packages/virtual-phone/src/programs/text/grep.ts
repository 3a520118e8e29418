/** grep. */
import { textLines } from '../../shell/lines.ts';
import type { Input } from '../../kernel/pipe.ts';
import type { Task } from '../../shell/task.ts';
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

export const grep = tool(async (task) => {
  const options = parseOptions(task.args, {
    letters: 'EFHhiconqsvwxm:A:e:a',
    long: { color: 'a', 'line-buffered': 'a', count: 'c', quiet: 'q', 'ignore-case': 'i' },
  });
  const files = [...options.rest];
  const given = options.values('e');
  const sources = given.length > 0 ? given : [files.shift() ?? missing()];
  const pattern = patternOf(
    sources.flatMap((source) => source.split('\n')),
    options,
  );
  const search = new Search(task, pattern, options, files.length > 1);
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

function missing(): never {
  throw new ToolError('no REGEX', 2);
}

function patternOf(sources: readonly string[], options: Options): PatientPattern {
  const parts = sources.map((source) =>
    options.has('F') ? literalPattern(source) : compile(source, { extended: options.has('E') }).source,
  );
  const any = parts.map((part) => (part === '' ? '(?:)' : part)).join('|');
  const whole = options.has('x') ? `^(?:${any})$` : options.has('w') ? `(?<!\\w)(?:${any})(?!\\w)` : any;
  return new PatientPattern(whole, options.has('i') ? 'giu' : 'gu');
}

function isDirectory(task: Task, name: string): boolean {
  const path = pathOf(task, name);
  return name !== '-' && task.system.files.exists(path) && task.system.files.stat(path).kind === 'directory';
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
    const after = number(options.value('A'), 0);
    const shownName = file === '-' ? '(standard input)' : file;
    const prefix = this.#namesFiles ? shownName : '';
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
        if (options.has('q')) break;
        if (options.has('c')) continue;
        if (after > 0 && lastShown > 0 && line > lastShown + 1) await say(this.#task, '--\n');
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
      }
    }
    if (options.has('c')) await say(this.#task, `${prefix === '' ? '' : `${prefix}:`}${count}\n`);
  }

  async #show(text: string, prefix: string, line: number, sign: ':' | '-'): Promise<void> {
    const name = prefix === '' ? '' : `${prefix}${sign}`;
    const at = this.#options.has('n') ? `${line}${sign}` : '';
    await say(this.#task, `${name}${at}${text}\n`);
  }
}
