import { ToolError } from '../tool.ts';

export interface Token {
  readonly kind:
    'number' | 'string' | 'pattern' | 'name' | 'function' | 'keyword' | 'sign' | 'newline' | 'end';
  readonly text: string;
  readonly line: number;
}

const KEYWORDS = new Set(
  'BEGIN END function func if else while for do break continue next exit return delete in getline print printf'.split(
    ' ',
  ),
);
const SIGNS =
  /^(\*\*=|&&|\|\||==|!=|<=|>=|>>|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|!~|\*\*|[-+*/%^!<>|?:=~$,;(){}[\]])/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Splits a program into tokens. Whether `/` divides or begins a regular expression depends on the token before it. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let [at, line] = [0, 1];
  const add = (kind: Token['kind'], text: string, length = text.length): void => {
    tokens.push({ kind, text, line });
    at += length;
  };
  while (at < source.length) {
    const rest = source.slice(at);
    const space = /^(?:[ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest)?.[0];
    if (space !== undefined) {
      if (space.startsWith('\\')) line++;
      at += space.length;
    } else if (rest.startsWith('\n')) {
      add('newline', '\n');
      line++;
    } else if (rest.startsWith('"')) {
      const { value, length } = quoted(rest, '"', line);
      add('string', unescape(value), length);
    } else if (rest.startsWith('/') && !endsOperand(tokens.at(-1))) {
      const { value, length } = quoted(rest, '/', line);
      add('pattern', value.replaceAll('\\/', '/'), length);
    } else {
      const number = /^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(rest)?.[0];
      const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
      const sign = SIGNS.exec(rest)?.[0];
      if (number !== undefined) add('number', number);
      else if (name !== undefined) {
        const isCall = rest[name.length] === '(';
        add(KEYWORDS.has(name) ? 'keyword' : isCall ? 'function' : 'name', name);
      } else if (sign !== undefined) add('sign', sign);
      else throw new ToolError(`syntax error at source line ${line}`, 2);
    }
  }
  add('end', '');
  return tokens;
}

function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return (
    ['number', 'string', 'name', 'pattern'].includes(token.kind) ||
    [')', ']', '$', '++', '--'].includes(token.text)
  );
}

function quoted(text: string, quote: string, line: number): { value: string; length: number } {
  let inBrackets = false;
  for (let at = 1; at < text.length && text[at] !== '\n'; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (quote === '/' && char === '[') inBrackets = true;
    else if (quote === '/' && char === ']') inBrackets = false;
    else if (char === quote && !inBrackets) return { value: text.slice(1, at), length: at + 1 };
  }
  const what = quote === '"' ? 'non-terminated string' : 'non-terminated regular expression';
  throw new ToolError(`${what} ${text.slice(1, 11)}... at source line ${line}`, 2);
}

/** Resolves the backslash escapes of a string in a program, or of a value of -v. */
export function unescape(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8))
      : (ESCAPES[code] ?? (code === '"' || code === '\\' || code === '/' ? code : `\\${code}`)),
  );
}
