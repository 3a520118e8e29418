import {
  mdiArrowRightBold,
  mdiBackspaceOutline,
  mdiCheck,
  mdiAppleKeyboardShift,
  mdiKeyboardReturn,
  mdiMagnify,
  mdiSend,
} from '@mdi/js';
import { row } from '../widgets/kit.ts';
import { theme } from '../widgets/theme.ts';
import type { TextInput } from '../input/text-input.ts';
import type { ImeAction, View } from '../views/view.ts';

const layouts = {
  letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  symbols: ['1234567890', '@#$%&-+()', '*"\':;!?'],
  digits: ['123', '456', '789'],
} as const;

const actionIcons: Readonly<Record<ImeAction, string>> = {
  none: mdiKeyboardReturn,
  done: mdiCheck,
  next: mdiArrowRightBold,
  search: mdiMagnify,
  send: mdiSend,
  go: mdiArrowRightBold,
};

const actionNames: Readonly<Record<ImeAction, string>> = {
  none: 'Enter',
  done: 'Done',
  next: 'Next',
  search: 'Search',
  send: 'Send',
  go: 'Go',
};

/** The on-screen keyboard: real keys that type into the focused field. */
export class Keyboard {
  private page: 'letters' | 'symbols' = 'letters';
  private shift = false;

  readonly #input: TextInput;
  readonly #changed: () => void;

  constructor(input: TextInput, changed: () => void) {
    this.#input = input;
    this.#changed = changed;
  }

  view(bottomInset: number): View {
    const kind = this.#input.target?.field.input;
    const digits = kind === 'number' || kind === 'phone';
    return {
      type: 'column',
      id: 'keyboard_view',
      class: 'android.widget.FrameLayout',
      background: '#ece6f0',
      padding: { left: 3, right: 3, top: 6, bottom: 4 + bottomInset },
      gap: 6,
      children: digits ? this.#digitRows() : this.#letterRows(),
    };
  }

  #letterRows(): View[] {
    const [top = '', middle = '', bottom = ''] = layouts[this.page];
    const shiftKey = this.#special('Shift', mdiAppleKeyboardShift, () => {
      this.shift = !this.shift;
      this.#changed();
    });
    const other = this.page === 'letters' ? 'symbols' : 'letters';
    const pageKey = this.#key(other === 'symbols' ? '?123' : 'ABC', {
      label: other === 'symbols' ? 'Symbols' : 'Letters',
      weight: 1.5,
      background: theme.secondaryContainer,
      onTap: () => {
        this.page = other;
        this.#changed();
      },
    });
    return [
      keyRow(Array.from(top).map((letter) => this.#letter(letter))),
      keyRow(
        Array.from(middle).map((letter) => this.#letter(letter)),
        14,
      ),
      keyRow([shiftKey, ...Array.from(bottom).map((letter) => this.#letter(letter)), this.#backspace()]),
      keyRow([
        pageKey,
        this.#letter(','),
        this.#key(' ', {
          label: 'Space',
          weight: 5,
          onTap: () => {
            this.#input.commit(' ');
          },
        }),
        this.#letter('.'),
        this.#action(),
      ]),
    ];
  }

  #digitRows(): View[] {
    const rows = layouts.digits.map((digits) =>
      keyRow(Array.from(digits).map((digit) => this.#letter(digit))),
    );
    return [...rows, keyRow([this.#backspace(), this.#letter('0'), this.#letter('.'), this.#action()])];
  }

  #letter(letter: string): View {
    const typed = this.shift ? letter.toUpperCase() : letter;
    return this.#key(typed, {
      label: typed,
      weight: 1,
      onTap: () => {
        this.#input.commit(typed);
        if (!this.shift) return;
        this.shift = false;
        this.#changed();
      },
    });
  }

  #key(
    shown: string,
    props: { label: string; weight: number; background?: string; onTap: () => void },
  ): View {
    const { label, ...rest } = props;
    return {
      type: 'text',
      class: 'android.widget.Button',
      text: shown,
      label: '',
      description: label,
      size: shown.length > 1 ? 14 : 20,
      textAlign: 'center',
      height: 'fill',
      radius: 6,
      margin: [0, 3],
      background: theme.raised,
      ...rest,
    };
  }

  #special(description: string, icon: string, onTap: () => void): View {
    return {
      type: 'icon',
      class: 'android.widget.Button',
      icon,
      size: 22,
      color: theme.text,
      height: 'fill',
      weight: 1.5,
      radius: 6,
      margin: [0, 3],
      background: theme.secondaryContainer,
      description,
      onTap,
    };
  }

  #backspace(): View {
    return this.#special('Delete', mdiBackspaceOutline, () => {
      this.#input.erase(-1);
    });
  }

  #action(): View {
    const { action } = this.#input;
    return {
      ...this.#special(actionNames[action], actionIcons[action], () => {
        this.#input.performAction();
      }),
      background: theme.primaryContainer,
    };
  }
}

function keyRow(keys: readonly View[], side = 0): View {
  return row(keys, { width: 'fill', weight: 1, padding: [0, side] });
}
