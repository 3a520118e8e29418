import { askBinary, askUnary } from './condition.ts';
import type { Interpreter } from './interpreter.ts';
import type { Condition } from '../syntax/syntax.ts';

const PATTERN_OPERATORS = new Set(['=', '==', '!=']);

/** Evaluates the condition in `[[ … ]]`, where the right side of `=` is a pattern. */
export async function holds(shell: Interpreter, condition: Condition): Promise<boolean> {
  const { expander } = shell;
  switch (condition.kind) {
    case 'word':
      return (await expander.text(condition.word)) !== '';
    case 'not':
      return !(await holds(shell, condition.condition));
    case 'and':
      return (await holds(shell, condition.left)) && (await holds(shell, condition.right));
    case 'or':
      return (await holds(shell, condition.left)) || (await holds(shell, condition.right));
    case 'unary':
      return askUnary(condition.operator, await expander.text(condition.operand), shell.conditionContext());
    case 'binary': {
      const left = await expander.text(condition.left);
      if (PATTERN_OPERATORS.has(condition.operator)) {
        const pattern = await expander.pattern(condition.right);
        return pattern.matches(left) === (condition.operator !== '!=');
      }
      const right = await expander.text(condition.right);
      return askBinary(left, condition.operator, right, shell.conditionContext());
    }
  }
}
