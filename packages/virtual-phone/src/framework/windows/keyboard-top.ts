import type { TextInput } from '../input/text-input.ts';
import type { Display } from './display.ts';

/** Height of the keyboard above the navigation bar, in dp. */
const KEYBOARD_HEIGHT = { portrait: 236, landscape: 176 };

/** The keyboard's upper edge, or the bottom of the screen while it is hidden. */
export function keyboardTop(display: Display, textInput: TextInput): number {
  if (!textInput.shown) return display.size.height;
  const height = display.landscape ? KEYBOARD_HEIGHT.landscape : KEYBOARD_HEIGHT.portrait;
  return display.safeArea.bottom - display.px(height);
}
