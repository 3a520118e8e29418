/** sed with the common commands: s///, p, d, q, y, =, addresses, -n, -e, -E, -i. */
import { FileError } from '../../kernel/file-system.ts';
import { errorText } from '../../shell/errors.ts';
import type { Task } from '../../shell/task.ts';
import { compile } from './patterns.ts';
import { textLines } from '../../shell/lines.ts';
import { BlockWriter, complain, eachFile, parseOptions, pathOf, tool, ToolError } from '../tool.ts';
import { decode, encode } from '../../shell/text.ts';

type Address = { readonly line: number } | { readonly pattern: RegExp } | { readonly last: true };

interface Instruction {
  readonly addresses: readonly Address[];
  readonly negated: boolean;
  readonly act: (line: Line) => void;
  /** Between its two addresses. */
  active: boolean;
}

interface Line {
  text: string;
  deleted: boolean;
  quits: boolean;
  readonly printed: string[];
  readonly number: number;
}

export const sed = tool(async (task) => {
  const options = parseOptions(task.args, {
    letters: 'nEre:f:isz',
    long: { quiet: 'n', 'regexp-extended': 'E' },
  });
  const rest = [...options.rest];
  const given = options.values('e');
  const source = given.length > 0 ? given.join('\n') : rest.shift();
  if (source === undefined) throw new ToolError('no expression');
  const extended = options.has('E') || options.has('r');
  const silent = options.has('n');
  const newEditor = (): Editor => new Editor(new SedParser(source, extended).parse(), silent);
  if (options.has('i')) return editInPlace(task, rest, newEditor);
  const editor = newEditor();
  const output = new BlockWriter(task);
  const status = await eachFile(task, rest, async (input) => {
    for await (const { text } of textLines(input)) {
      await output.write(editor.next(text));
      if (editor.hasQuit) return;
    }
  });
  await output.write(editor.end());
  await output.flush();
  return status;
});

async function editInPlace(task: Task, names: readonly string[], newEditor: () => Editor): Promise<number> {
  const { files } = task.system;
  let status = 0;
  for (const name of names) {
    try {
      const lines = decode(files.read(pathOf(task, name))).split('\n');
      if (lines.at(-1) === '') lines.pop();
      const editor = newEditor();
      const edited = lines.map((line) => editor.next(line));
      files.write(pathOf(task, name), encode(edited.join('') + editor.end()));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, `${name}: ${errorText(error)}`);
      status = 1;
    }
  }
  return status;
}

/** Edits line by line, one behind: a line is known to be the last when there is no next. */
class Editor {
  hasQuit = false;
  readonly #instructions: readonly Instruction[];
  readonly #silent: boolean;
  #waiting: string | undefined;
  #count = 0;

  constructor(instructions: readonly Instruction[], silent: boolean) {
    this.#instructions = instructions;
    this.#silent = silent;
  }

  /** Takes a line; returns the result of the line before it. */
  next(text: string): string {
    const before = this.#waiting;
    this.#waiting = text;
    return before === undefined ? '' : this.#edit(before, false);
  }

  /** The result of the last line. */
  end(): string {
    const last = this.#waiting;
    this.#waiting = undefined;
    return last === undefined ? '' : this.#edit(last, true);
  }

  #edit(text: string, isLast: boolean): string {
    if (this.hasQuit) return '';
    const line: Line = { text, deleted: false, quits: false, printed: [], number: ++this.#count };
    for (const instruction of this.#instructions) {
      if (applies(instruction, line, isLast) !== instruction.negated) instruction.act(line);
      if (line.deleted || line.quits) break;
    }
    this.hasQuit = line.quits;
    const shown = this.#silent || line.deleted ? line.printed : [...line.printed, line.text];
    return shown.map((each) => `${each}\n`).join('');
  }
}

function applies(instruction: Instruction, line: Line, isLast: boolean): boolean {
  const [first, second] = instruction.addresses;
  if (!first) return true;
  if (!second) return isAt(first, line, isLast);
  if (!instruction.active) {
    instruction.active = isAt(first, line, isLast);
    if (instruction.active && 'line' in second && second.line <= line.number) {
      instruction.active = false;
      return true;
    }
    return instruction.active;
  }
  instruction.active = !isAt(second, line, isLast);
  return true;
}

function isAt(address: Address, line: Line, isLast: boolean): boolean {
  if ('line' in address) return address.line === line.number;
  return 'last' in address ? isLast : address.pattern.test(line.text);
}

class SedParser {
  readonly #source: string;
  readonly #extended: boolean;
  #at = 0;

  constructor(source: string, extended: boolean) {
    this.#source = source;
    this.#extended = extended;
  }

  parse(): Instruction[] {
    const instructions: Instruction[] = [];
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#source.length) return instructions;
      instructions.push(this.#instruction());
    }
  }

  #instruction(): Instruction {
    const addresses: Address[] = [];
    const first = this.#address();
    if (first) addresses.push(first);
    if (first && this.#take(',')) addresses.push(this.#address() ?? this.#fail());
    this.#skip(/\s*/y);
    const negated = this.#take('!');
    this.#skip(/\s*/y);
    return { addresses, negated, act: this.#command(), active: false };
  }

  #address(): Address | undefined {
    const digits = this.#skip(/\d+/y);
    if (digits) return { line: Number(digits) };
    if (this.#take('$')) return { last: true };
    if (!this.#take('/')) return undefined;
    const pattern = compile(this.#delimited('/'), { extended: this.#extended });
    return { pattern };
  }

  #command(): Instruction['act'] {
    switch (this.#source[this.#at++] ?? '') {
      case 'p':
        return (line) => line.printed.push(line.text);
      case 'd':
        return (line) => {
          line.deleted = true;
        };
      case 'q':
        return (line) => {
          line.quits = true;
        };
      case '=':
        return (line) => line.printed.push(String(line.number));
      case 's':
        return this.#substitution();
      case 'y':
        return this.#transliteration();
      default:
        return this.#fail();
    }
  }

  #substitution(): Instruction['act'] {
    const delimiter = this.#source[this.#at++] ?? this.#fail();
    const source = this.#delimited(delimiter);
    const replacement = this.#delimited(delimiter);
    const flags = this.#skip(/[gpiI0-9]*/y);
    const nth = Number(/\d+/.exec(flags)?.[0] ?? 0);
    const kind = { extended: this.#extended, ignoreCase: /i/i.test(flags), global: true };
    const pattern = compile(source, kind);
    return (line) => {
      let count = 0;
      const before = line.text;
      line.text = pattern.replaceAll(before, (...found: unknown[]) => {
        count++;
        const groups = found
          .slice(
            0,
            found.findIndex((part) => typeof part === 'number'),
          )
          .map((part) => (typeof part === 'string' ? part : ''));
        const wanted =
          nth > 0 ? (flags.includes('g') ? count >= nth : count === nth) : flags.includes('g') || count === 1;
        return wanted ? insert(replacement, groups) : (groups[0] ?? '');
      });
      if (count >= Math.max(1, nth) && flags.includes('p')) line.printed.push(line.text);
    };
  }

  #transliteration(): Instruction['act'] {
    const delimiter = this.#source[this.#at++] ?? this.#fail();
    const [from, to] = [Array.from(this.#delimited(delimiter)), Array.from(this.#delimited(delimiter))];
    return (line) => {
      line.text = Array.from(line.text)
        .map((char) => to[from.indexOf(char)] ?? char)
        .join('');
    };
  }

  /** Text up to the delimiter, which a backslash escapes. */
  #delimited(delimiter: string): string {
    let text = '';
    for (;;) {
      const char = this.#source[this.#at++];
      if (char === undefined) this.#fail();
      if (char === delimiter) return text;
      if (char === '\\') {
        const next = this.#source[this.#at++] ?? '';
        text += next === delimiter ? next : `\\${next}`;
      } else text += char;
    }
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #fail(): never {
    throw new ToolError(`bad pattern '${this.#source}'@${this.#at}`);
  }
}

/** `&` and `\1` in the replacement. */
function insert(replacement: string, groups: readonly string[]): string {
  return replacement.replace(/\\(.)|&/gs, (whole, char: string | undefined) => {
    if (whole === '&') return groups[0] ?? '';
    if (char !== undefined && /\d/.test(char)) return groups[Number(char)] ?? '';
    return char === 'n' ? '\n' : char === 't' ? '\t' : (char ?? '');
  });
}
