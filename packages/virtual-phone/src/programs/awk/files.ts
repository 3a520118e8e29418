import { FileError } from '../../kernel/file-system.ts';
import { type Input, iterate } from '../../kernel/pipe.ts';
import { openPath, type OpenFile } from '../../shell/descriptors.ts';
import { encode } from '../../shell/text.ts';
import { pathOf, ToolError } from '../tool.ts';
import type { Awk } from './interpreter.ts';
import { Records } from './record.ts';
import type { Target } from './syntax.ts';
import { unescape } from './tokens.ts';
import { input, numberOf } from './values.ts';

/** What an awk program reads and writes: its input, and the files of getline, `>` and `>>`. */
export class AwkFiles {
  readonly #awk: Awk;
  #operands: string[] = [];
  #current: Records | undefined;
  #hasReadAny = false;
  readonly #reading = new Map<string, Records>();
  readonly #writing = new Map<string, OpenFile>();

  constructor(awk: Awk) {
    this.#awk = awk;
  }

  setOperands(operands: readonly string[]): void {
    this.#operands = [...operands];
  }

  /** Reads the next record of the input into $0. */
  async nextRecord(): Promise<boolean> {
    const text = await this.#nextText();
    if (text !== undefined) this.#awk.record.set(text);
    return text !== undefined;
  }

  async #nextText(): Promise<string | undefined> {
    for (;;) {
      this.#current ??= this.#open();
      const text = await this.#current?.next(this.#awk.text('RS'));
      if (text === undefined) {
        if (this.#current === undefined) return undefined;
        this.#current = undefined;
        continue;
      }
      for (const name of ['NR', 'FNR'])
        this.#awk.assignVariable(name, numberOf(this.#awk.variable(name)) + 1);
      return text;
    }
  }

  /** Opens the next file operand; `name=value` operands before it set variables. */
  #open(): Records | undefined {
    for (let operand = this.#operands.shift(); operand !== undefined; operand = this.#operands.shift()) {
      const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(operand) ?? [];
      if (name !== undefined && value !== undefined) this.#awk.assignVariable(name, input(unescape(value)));
      else if (operand !== '') return this.#begin(operand);
    }
    return this.#hasReadAny ? undefined : this.#begin('-');
  }

  #begin(name: string): Records {
    this.#hasReadAny = true;
    this.#awk.assignVariable('FNR', 0);
    this.#awk.assignVariable('FILENAME', name === '-' ? '' : name);
    return new Records(this.#source(name));
  }

  #source(name: string): Input {
    const { task } = this.#awk;
    if (name === '-' || name === '/dev/stdin') return task.stdin;
    try {
      const file = openPath(task.system, pathOf(task, name), 'read');
      const source: Input = {
        read: (request) => file.read({ signal: task.signal, ...request }),
        unread: (bytes) => {
          file.unread(bytes);
        },
        [Symbol.asyncIterator]: () => iterate(source),
      };
      return source;
    } catch (error) {
      if (error instanceof FileError)
        throw new ToolError(`can't open file ${name}\n source line number 1`, 2);
      throw error;
    }
  }

  /** 1 for a record, 0 at the end, -1 if there is no such file. */
  async getline(target: Target | undefined, file: string | undefined): Promise<number> {
    let text: string | undefined;
    try {
      text =
        file === undefined ? await this.#nextText() : await this.#readingOf(file).next(this.#awk.text('RS'));
    } catch (error) {
      if (error instanceof ToolError && error.message.startsWith("can't open")) return -1;
      throw error;
    }
    if (text === undefined) return 0;
    if (target) await this.#awk.assign(target, input(text));
    else this.#awk.record.set(text);
    return 1;
  }

  #readingOf(name: string): Records {
    const known = this.#reading.get(name) ?? new Records(this.#source(name));
    this.#reading.set(name, known);
    return known;
  }

  async write(
    to: { readonly append: boolean; readonly name: string } | undefined,
    text: string,
  ): Promise<void> {
    const { task } = this.#awk;
    const bytes = encode(text);
    if (to === undefined || to.name === '/dev/stdout' || to.name === '-') await task.stdout.write(bytes);
    else if (to.name === '/dev/stderr') await task.stderr.write(bytes);
    else await this.#writingOf(to).write(bytes, task.signal);
  }

  #writingOf({ append, name }: { readonly append: boolean; readonly name: string }): OpenFile {
    const { task } = this.#awk;
    try {
      const file =
        this.#writing.get(name) ?? openPath(task.system, pathOf(task, name), append ? 'append' : 'write');
      this.#writing.set(name, file);
      return file;
    } catch (error) {
      if (error instanceof FileError) throw new ToolError(`can't redirect to ${name}`, 2);
      throw error;
    }
  }

  close(name: string): number {
    const file = this.#writing.get(name);
    file?.release();
    const wasOpen = this.#writing.delete(name);
    return this.#reading.delete(name) || wasOpen ? 0 : -1;
  }

  closeAll(): void {
    for (const name of [...this.#writing.keys()]) this.close(name);
  }
}
