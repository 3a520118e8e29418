/** Programs on lines and fields: wc, sort, uniq, cut, tr. */
import { parseEscapes } from '../../shell/syntax/escapes.ts';
import { textLines } from '../../shell/lines.ts';
import type { Input } from '../../kernel/pipe.ts';
import type { Task } from '../../shell/task.ts';
import { allLines, BlockWriter, eachFile, parseOptions, pathOf, say, tool, ToolError } from '../tool.ts';
import { decode, encode } from '../../shell/text.ts';

export const wc = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'lwcm' });
  const wanted = Array.from('lwcm').filter((letter) => options.has(letter));
  const letters = wanted.length > 0 ? wanted : ['l', 'w', 'c'];
  const total: Record<string, number> = { l: 0, w: 0, c: 0, m: 0 };
  const line = (counts: Record<string, number>, name: string): string => {
    const text = letters.map((letter) => String(counts[letter] ?? 0)).join(' ');
    return `${text}${name === '-' ? '' : ` ${name}`}\n`;
  };
  const status = await eachFile(task, options.rest, async (input, name) => {
    const counts = await countsOf(input);
    for (const letter of letters) total[letter] = (total[letter] ?? 0) + (counts[letter] ?? 0);
    await say(task, line(counts, name));
  });
  if (options.rest.length > 1) await say(task, line(total, 'total'));
  return status;
});

async function countsOf(input: Input): Promise<Record<string, number>> {
  const counts = { l: 0, w: 0, c: 0, m: 0 };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const word = { isOpen: false };
  const count = (text: string): void => {
    for (const char of text) {
      const isSpace = /\s/.test(char);
      if (char === '\n') counts.l++;
      if (word.isOpen && isSpace) counts.w++;
      counts.m++;
      word.isOpen = !isSpace;
    }
  };
  for await (const bytes of input) {
    counts.c += bytes.length;
    count(decoder.decode(bytes, { stream: true }));
  }
  count(decoder.decode());
  if (word.isOpen) counts.w++;
  return counts;
}

export const sort = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'bcdfghik:no:rst:uVxz' });
  const { lines, status } = await allLines(task, options.rest);
  const key = keyOf(options.value('k'), options.value('t'));
  const numeric = options.has('n') || /\dn/.test(options.value('k') ?? '');
  const reverse = options.has('r') || /\dn?r/.test(options.value('k') ?? '') ? -1 : 1;
  const fold = (text: string): string => (options.has('f') ? text.toUpperCase() : text);
  const compare = (a: string, b: string): number => {
    const [x, y] = [fold(key(a)), fold(key(b))];
    if (options.has('V')) return byVersion.compare(x, y);
    return numeric ? leadingNumber(x) - leadingNumber(y) : byBytes(x, y);
  };
  const sorted = lines.sort(
    (a, b) => reverse * (compare(a, b) || (options.has('u') || options.has('s') ? 0 : byBytes(a, b))),
  );
  const shown = options.has('u')
    ? sorted.filter((line, index) => index === 0 || compare(line, sorted[index - 1] ?? '') !== 0)
    : sorted;
  const target = options.value('o');
  if (target === undefined) await sayLines(task, shown);
  else task.system.files.write(pathOf(task, target), encode(shown.map((line) => `${line}\n`).join('')));
  return status;
});

const byVersion = new Intl.Collator('en', { numeric: true });

function keyOf(range: string | undefined, separator: string | undefined): (line: string) => string {
  if (range === undefined) return (line) => line;
  const [first = 1, last] = range.split(',').map((part) => parseInt(part, 10));
  return (line) => {
    const fields = separator === undefined ? (line.match(/\s*\S+/g) ?? []) : line.split(separator);
    return fields
      .slice(first - 1, last)
      .join(separator ?? '')
      .trimStart();
  };
}

function leadingNumber(text: string): number {
  return Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(text)?.[1] ?? 0);
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const uniq = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'cdiuf:s:w:z' });
  const key = (line: string): string => (options.has('i') ? line.toLowerCase() : line);
  const output = new BlockWriter(task);
  let run: { readonly line: string; count: number } | undefined;
  const show = async (): Promise<void> => {
    if (!run || (options.has('d') && run.count === 1) || (options.has('u') && run.count > 1)) return;
    await output.write(`${options.has('c') ? `${String(run.count).padStart(7)} ` : ''}${run.line}\n`);
  };
  const status = await eachFile(task, options.rest.slice(0, 1), async (input) => {
    for await (const { text: line } of textLines(input)) {
      if (run && key(run.line) === key(line)) run.count++;
      else {
        await show();
        run = { line, count: 1 };
      }
    }
  });
  await show();
  await output.flush();
  return status;
});

export const cut = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'b:c:d:f:nsDO:' });
  const fields = options.value('f');
  const list = fields ?? options.value('c') ?? options.value('b');
  if (list === undefined) throw new ToolError('Needs -fbcCF');
  const picks = picker(list);
  const delimiter = options.value('d') ?? '\t';
  return eachFile(task, options.rest, async (input) => {
    for await (const { text } of textLines(input)) {
      if (fields === undefined) {
        await say(
          task,
          `${Array.from(text)
            .filter((_, index) => picks(index + 1))
            .join('')}\n`,
        );
      } else if (text.includes(delimiter)) {
        const parts = text.split(delimiter).filter((_, index) => picks(index + 1));
        await say(task, `${parts.join(options.value('O') ?? delimiter)}\n`);
      } else if (!options.has('s')) {
        await say(task, `${text}\n`);
      }
    }
  });
});

/** 1,3-5,7- */
function picker(list: string): (position: number) => boolean {
  const ranges = list.split(',').map((part) => {
    const [, first = '', dash = '', last = ''] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (first === '' && last === '') throw new ToolError(`bad list '${list}'`);
    const start = first === '' ? 1 : Number(first);
    return { start, end: last !== '' ? Number(last) : dash === '' ? start : Infinity };
  });
  return (position) => ranges.some(({ start, end }) => position >= start && position <= end);
}

export const tr = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'cCdst', stopAtFirst: true });
  const [from = '', to = ''] = options.rest;
  const complement = options.has('c') || options.has('C');
  const source = characterSet(from);
  const target = characterSet(to);
  const isIn = (char: string): boolean => source.includes(char) !== complement;
  const squeezed = characterSet(options.rest.length > 1 ? to : from);
  let last = '';
  const translate = (char: string): string => {
    if (!isIn(char)) return char;
    if (options.has('d')) return '';
    if (target.length === 0) return char;
    return target[complement ? target.length - 1 : Math.min(source.indexOf(char), target.length - 1)] ?? char;
  };
  const decoder = new TextDecoder();
  for await (const bytes of task.stdin) {
    let text = '';
    for (const char of decoder.decode(bytes, { stream: true })) {
      const mapped = translate(char);
      const isSqueezed =
        options.has('s') &&
        mapped === last &&
        squeezed.includes(mapped) !== (complement && options.rest.length === 1);
      if (!isSqueezed) text += mapped;
      if (mapped !== '') last = mapped;
    }
    await say(task, text);
  }
  return 0;
});

const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
  '[:alpha:]': 'A-Za-z',
  '[:alnum:]': '0-9A-Za-z',
  '[:space:]': '\\t\\n\\v\\f\\r ',
  '[:blank:]': '\\t ',
};

function characterSet(text: string): string[] {
  const named = text.replace(/\[:[a-z]+:\]/g, (name) => CLASSES[name] ?? '');
  const chars = Array.from(decode(parseEscapes(named, 'printf').bytes));
  const set: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const [first = '', dash, last] = chars.slice(i, i + 3);
    if (dash === '-' && last !== undefined) {
      for (let code = first.codePointAt(0) ?? 0; code <= (last.codePointAt(0) ?? 0); code++)
        set.push(String.fromCodePoint(code));
      i += 2;
    } else set.push(first);
  }
  return set;
}

async function sayLines(task: Task, lines: readonly string[]): Promise<void> {
  const output = new BlockWriter(task);
  for (const line of lines) await output.write(`${line}\n`);
  await output.flush();
}
