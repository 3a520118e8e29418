/** expr: arithmetic and matching for scripts from before `$((…))`. */
import { compile } from './text/patterns.ts';
import { say, tool, ToolError } from './tool.ts';

const LEVELS: readonly (readonly string[])[] = [
  ['|'],
  ['&'],
  ['=', '==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
  [':'],
];

export const expr = tool(async (task) => {
  const words = [...task.args];
  if (words.length === 0) throw new ToolError('Needs 1 argument', 2);
  const value = levelAt(words, 0);
  if (words.length > 0) throw new ToolError('syntax error', 2);
  await say(task, `${value}\n`);
  return value === '' || value === '0' ? 1 : 0;
});

function levelAt(words: string[], level: number): string {
  const operators = LEVELS[level];
  if (!operators) return primary(words);
  let left = levelAt(words, level + 1);
  while (operators.includes(words[0] ?? '')) {
    const operator = words.shift() ?? '';
    left = apply(operator, left, levelAt(words, level + 1));
  }
  return left;
}

function primary(words: string[]): string {
  const word = words.shift();
  if (word === undefined) throw new ToolError('syntax error', 2);
  if (word !== '(') return word;
  const value = levelAt(words, 0);
  if (words.shift() !== ')') throw new ToolError('syntax error', 2);
  return value;
}

function apply(operator: string, left: string, right: string): string {
  const isNull = (text: string): boolean => text === '' || text === '0';
  if (operator === '|') return isNull(left) ? right : left;
  if (operator === '&') return isNull(left) || isNull(right) ? '0' : left;
  if (operator === ':') {
    const found = compile(`^${right.replace(/^\^/, '')}`, { extended: false }).exec(left);
    const grouped = right.includes('\\(');
    return grouped ? (found?.[1] ?? '') : String(found?.[0].length ?? 0);
  }
  const numbers = [left, right].map((text) => (/^-?\d+$/.test(text) ? Number(text) : undefined));
  const [a, b] = numbers;
  if (a !== undefined && b !== undefined) return calculated(operator, a, b);
  if ('+-*/%'.includes(operator)) throw new ToolError('non-numeric argument', 2);
  return String(Number(compared(operator, left < right ? -1 : left > right ? 1 : 0)));
}

function calculated(operator: string, a: number, b: number): string {
  if ((operator === '/' || operator === '%') && b === 0) throw new ToolError('division by zero', 2);
  switch (operator) {
    case '+':
      return String(a + b);
    case '-':
      return String(a - b);
    case '*':
      return String(a * b);
    case '/':
      return String(Math.trunc(a / b));
    case '%':
      return String(a % b);
    default:
      return String(Number(compared(operator, a - b)));
  }
}

function compared(operator: string, order: number): boolean {
  switch (operator) {
    case '=':
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}
