/** `read`: reads exactly one line, so that the next command finds the rest of the input. */
import { readLine } from '../lines.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';
import { decode } from '../text.ts';

interface ReadOptions {
  raw: boolean;
  fd: number;
  names: string[];
  prompt: string;
}

export const read: Builtin = async (shell, args) => {
  const options = wishOf(args);
  if (options.prompt) await shell.writeError(options.prompt);
  const { text, ended } = await logicalLine(shell, options);
  assign(shell, options.names, text);
  return ended ? 1 : 0;
};

function wishOf(args: readonly string[]): ReadOptions {
  const options: ReadOptions = { raw: false, fd: 0, names: [], prompt: '' };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '-r') options.raw = true;
    else if (arg === '-p') options.prompt = rest.shift() ?? '';
    else if (arg.startsWith('-u')) options.fd = Number(arg.slice(2) || rest.shift());
    else if (!arg.startsWith('-')) {
      const [name = '', prompt] = arg.split('?', 2);
      options.names.push(name);
      if (prompt !== undefined) options.prompt = prompt;
    }
  }
  if (options.names.length === 0) options.names.push('REPLY');
  return options;
}

/** A line. Without -r, a backslash at its end joins the next one, and other backslashes are removed. */
async function logicalLine(
  shell: Interpreter,
  { raw, fd }: ReadOptions,
): Promise<{ text: string; ended: boolean }> {
  const file = shell.descriptors.get(fd);
  let text = '';
  for (;;) {
    const line = file ? await readLine(file, shell.signal) : undefined;
    if (!line) return { text, ended: true };
    const part = decode(line.bytes).replaceAll('\0', '');
    if (raw) return { text: part, ended: !line.complete };
    const joins = line.complete && endsInBackslash(part);
    text += (joins ? part.slice(0, -1) : part).replace(/\\(.)/g, '$1');
    if (!joins) return { text, ended: !line.complete };
  }
}

/** Whether the last backslash is not itself escaped. Not with a regular expression, which would try every start. */
function endsInBackslash(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count++;
  return count % 2 === 1;
}

/** Splits by IFS; the last name takes the rest. */
function assign(shell: Interpreter, names: readonly string[], text: string): void {
  const separators = shell.state.get('IFS') ?? ' \t\n';
  const blanks = Array.from(separators)
    .filter((char) => ' \t\n'.includes(char))
    .join('');
  let rest = trim(text, blanks);
  for (const [index, name] of names.entries()) {
    if (index === names.length - 1) {
      shell.state.set(name, rest);
      return;
    }
    const end = Array.from(rest).findIndex((char) => separators.includes(char));
    const value = end === -1 ? rest : Array.from(rest).slice(0, end).join('');
    shell.state.set(name, value);
    rest = end === -1 ? '' : trimStart(rest.slice(value.length), separators, blanks);
  }
}

/** Removes one separator with the blanks around it. */
function trimStart(text: string, separators: string, blanks: string): string {
  const trimmed = trim(text, blanks, 'start');
  const next = trimmed[0] ?? '';
  const isSeparator = next !== '' && separators.includes(next) && !blanks.includes(next);
  return isSeparator ? trim(trimmed.slice(1), blanks, 'start') : trimmed;
}

function trim(text: string, blanks: string, side: 'both' | 'start' = 'both'): string {
  let start = 0;
  let end = text.length;
  while (start < end && blanks.includes(text[start] ?? '')) start++;
  while (side === 'both' && end > start && blanks.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
