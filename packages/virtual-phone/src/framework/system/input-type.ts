import type { FieldFacts } from '../windows/accessibility.ts';

/** android.text.InputType's numbers. */
const inputTypes = { text: 0x1, number: 0x2, phone: 0x3, url: 0x11, email: 0x21, password: 0x81 };
const MULTI_LINE = 0x20000;

/** A field's input type; accessibility services and the input method get the same number. */
export function inputTypeOf({ input, multiLine }: Pick<FieldFacts, 'input' | 'multiLine'>): number {
  return inputTypes[input] | (multiLine ? MULTI_LINE : 0);
}
