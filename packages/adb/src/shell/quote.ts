import { UnquotableText } from '../errors.ts';

/** A command line for the phone's shell. Only `sh` makes one, so nothing unquoted can get in. */
export class ShellCommand {
  /** A private field, so that no other object with a `text` is accepted as a command. */
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** For `sh` below. */
  static readonly of = (text: string): ShellCommand => new ShellCommand(text);
}

/** A value to insert into a command: a text or number is one word, a list is several words, a command is inserted as it is. */
export type Argument = string | number | ShellCommand | readonly (string | number)[];

/** Quotes any text as one word for the phone's shell (mksh). The only place that quotes. */
export function quote(text: string): string {
  if (text.includes('\0')) throw new UnquotableText('A text for the phone must not contain a NUL character.');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * A command for the phone's shell: sh`input text ${text}`. Inserted values are quoted; the template itself goes to the
 * shell as it is written, backslashes included.
 */
export function sh(template: TemplateStringsArray, ...args: readonly Argument[]): ShellCommand {
  let line = '';
  let written = '';
  template.raw.forEach((part, index) => {
    written += part;
    line += part;
    const arg = args[index];
    if (arg === undefined) return;
    if (isInsideQuotes(written))
      throw new TypeError(`sh quotes by itself: no quotes around a value in ${written}`);
    line += argumentText(arg);
  });
  return ShellCommand.of(line);
}

function argumentText(arg: Argument): string {
  if (arg instanceof ShellCommand) return arg.text;
  return typeof arg === 'object' ? arg.map((word) => quote(String(word))).join(' ') : quote(String(arg));
}

/** Whether a quote is open at the end: a quoted value inserted there would end it, and be unquoted. */
function isInsideQuotes(written: string): boolean {
  let open = '';
  for (let i = 0; i < written.length; i++) {
    const char = written.charAt(i);
    if (char === '\\' && open !== "'") i++;
    else if (open !== '') open = char === open ? '' : open;
    else if (char === "'" || char === '"') open = char;
  }
  return open !== '';
}
