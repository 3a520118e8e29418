import { ToolError } from '../tool.ts';
import { compare, numberOf, type Value } from './values.ts';

const COMPARISONS = new Map<string, (order: number) => boolean>([
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
  ['==', (order) => order === 0],
  ['!=', (order) => order !== 0],
]);

/** The value of a comparison (1 or 0) or of a calculation. */
export function operate(operator: string, left: Value, right: Value): number {
  const holds = COMPARISONS.get(operator);
  if (holds === undefined) return calculate(operator, left, right);
  return holds(compare(left, right)) ? 1 : 0;
}

/** The value of a calculation. */
export function calculate(operator: string, left: Value, right: Value): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  if ((operator === '/' || operator === '%') && b === 0) {
    throw new ToolError(`division by zero${operator === '%' ? ' in %' : ''}`, 2);
  }
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    default:
      return a ** b;
  }
}
