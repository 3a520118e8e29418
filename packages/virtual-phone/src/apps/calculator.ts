import { mdiBackspaceOutline, mdiCalculator } from '@mdi/js';
import { activity, defineApp } from '../framework/system/app.ts';
import type { View } from '../framework/views/view.ts';
import { column, text } from '../framework/widgets/kit.ts';
import { theme } from '../framework/widgets/theme.ts';
import { evaluate } from './arithmetic.ts';

interface Key {
  readonly shown: string;
  readonly id: string;
  readonly description?: string;
}

const keys: readonly Key[] = [
  { shown: 'AC', id: 'clr', description: 'clear' },
  { shown: '()', id: 'parens', description: 'parentheses' },
  { shown: '%', id: 'op_pct', description: 'percent' },
  { shown: '÷', id: 'op_div', description: 'divide' },
  ...digits('789'),
  { shown: '×', id: 'op_mul', description: 'times' },
  ...digits('456'),
  { shown: '−', id: 'op_sub', description: 'minus' },
  ...digits('123'),
  { shown: '+', id: 'op_add', description: 'plus' },
  ...digits('0'),
  { shown: '.', id: 'dec_point', description: 'point' },
  { shown: '⌫', id: 'del', description: 'delete' },
  { shown: '=', id: 'eq', description: 'equals' },
];

function digits(figures: string): Key[] {
  return Array.from(figures).map((figure) => ({ shown: figure, id: `digit_${figure}` }));
}

interface State {
  readonly formula: string;
  readonly result: string;
}

/** A calculator that also shows the formula. */
export const calculator = defineApp({
  package: 'com.android.calculator2',
  label: 'Calculator',
  icon: { glyph: mdiCalculator, color: '#3f6ad8' },
  main: '.Calculator',
  data: () => undefined,
  activities: {
    '.Calculator': activity<State>({
      initial: () => ({ formula: '', result: '' }),
      render: (state, self) => ({
        content: column(
          [
            display(state),
            {
              type: 'grid',
              id: 'pad_numeric',
              class: 'android.view.ViewGroup',
              columns: 4,
              gap: 10,
              stretch: true,
              width: 'fill',
              weight: 2,
              padding: 14,
              children: keys.map((key) =>
                keyView(key, () => {
                  self.setState(press(self.state, key));
                }),
              ),
            },
          ],
          { height: 'fill' },
        ),
      }),
    }),
  },
});

function display({ formula, result }: State): View {
  return column(
    [
      text(formula, { id: 'formula', size: 48, width: 'fill', textAlign: 'end', maxLines: 2, minHeight: 64 }),
      text(result, {
        id: 'result',
        size: 36,
        width: 'fill',
        textAlign: 'end',
        color: theme.textSecondary,
        minHeight: 48,
      }),
    ],
    {
      id: 'display',
      class: 'android.widget.RelativeLayout',
      background: theme.surfaceVariant,
      padding: 24,
      weight: 1,
      justify: 'end',
      gap: 8,
    },
  );
}

function keyView({ shown, id, description }: Key, onTap: () => void): View {
  const isFigure = id.startsWith('digit') || id === 'dec_point' || id === 'del';
  const [background, color] =
    id === 'eq'
      ? [theme.primary, theme.onPrimary]
      : isFigure
        ? [theme.surfaceVariant, theme.text]
        : [theme.primaryContainer, theme.onPrimaryContainer];
  const common = {
    id,
    radius: 40,
    background,
    color,
    onTap,
    ...(description !== undefined && { description }),
  };
  return id === 'del'
    ? { ...common, type: 'icon', icon: mdiBackspaceOutline }
    : { ...common, type: 'text', class: 'android.widget.Button', text: shown, size: 28, textAlign: 'center' };
}

/** The state after a key. */
function press({ formula, result }: State, { shown, id }: Key): State {
  switch (id) {
    case 'clr':
      return { formula: '', result: '' };
    case 'del':
      return preview(formula.slice(0, -1));
    case 'eq': {
      if (formula === '') return { formula, result };
      const value = evaluate(formula);
      return value === undefined ? { formula, result: 'Bad expression' } : { formula: value, result: '' };
    }
    case 'parens': {
      const open =
        Array.from(formula).filter((one) => one === '(').length -
        Array.from(formula).filter((one) => one === ')').length;
      return preview(formula + (open > 0 && /[\d.%)]$/.test(formula) ? ')' : '('));
    }
    default:
      return preview(formula + shown);
  }
}

function preview(formula: string): State {
  const value = /[-+−×÷%]/.test(formula) ? evaluate(formula) : undefined;
  return { formula, result: value ?? '' };
}
