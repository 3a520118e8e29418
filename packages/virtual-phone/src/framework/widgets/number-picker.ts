import type { View, ViewProps } from '../views/view.ts';
import { button, text } from './kit.ts';
import { theme } from './theme.ts';

export interface NumberPickerOptions extends ViewProps {
  readonly value: number;
  /** The largest number; the smallest is 0, and it wraps around. */
  readonly largest: number;
  readonly onChange: (value: number) => void;
}

/** A number between its two neighbours; tapping one of them selects it, as in Android's NumberPicker. */
export function numberPicker(options: NumberPickerOptions): View {
  const { value, largest, onChange, ...props } = options;
  const count = largest + 1;
  const neighbour = (step: number) => {
    const number = (value + step + count) % count;
    return button(
      twoDigits(number),
      () => {
        onChange(number);
      },
      { tone: 'plain', size: 22, fontWeight: 400, color: '#938f99', minWidth: 72, minHeight: 48 },
    );
  };
  return {
    type: 'column',
    class: 'android.widget.NumberPicker',
    alignChildren: 'center',
    ...props,
    children: [
      neighbour(-1),
      text(twoDigits(value), {
        id: 'android:id/numberpicker_input',
        size: 34,
        width: 72,
        textAlign: 'center',
        padding: [6, 0],
        radius: 12,
        background: theme.primaryContainer,
        color: theme.onPrimaryContainer,
      }),
      neighbour(1),
    ],
  };
}

/** A number with two digits, as on clocks. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
