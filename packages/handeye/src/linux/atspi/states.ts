/** AT-SPI's states in the order of their bits. */
const names = [
  ...['invalid', 'active', 'armed', 'busy', 'checked', 'collapsed', 'defunct', 'editable', 'enabled'],
  ...['expandable', 'expanded', 'focusable', 'focused', 'has-tooltip', 'horizontal', 'iconified', 'modal'],
  ...[
    'multi-line',
    'multiselectable',
    'opaque',
    'pressed',
    'resizable',
    'selectable',
    'selected',
    'sensitive',
  ],
  ...['showing', 'single-line', 'stale', 'transient', 'vertical', 'visible', 'manages-descendants'],
  ...['indeterminate', 'required', 'truncated', 'animated', 'invalid-entry', 'supports-autocompletion'],
  ...['selectable-text', 'is-default', 'visited', 'checkable', 'has-popup', 'read-only'],
] as const;

export type State = (typeof names)[number];

const bits = new Map(names.map((name, bit) => [name, bit]));

/** One state, as the two words of 32 bits in which states travel. */
export function stateBits(state: State): [number, number] {
  const bit = bits.get(state) ?? 0;
  return bit < 32 ? [1 << bit, 0] : [0, 1 << (bit - 32)];
}

/** The states of an accessible, as the two words of 32 bits in which they travel. */
export class States {
  readonly #low: number;
  readonly #high: number;

  constructor(low: number, high: number) {
    this.#low = low;
    this.#high = high;
  }

  has(state: State): boolean {
    const bit = bits.get(state) ?? 0;
    return ((bit < 32 ? this.#low >>> bit : this.#high >>> (bit - 32)) & 1) === 1;
  }

  /** The same for the same states. */
  get key(): string {
    return `${this.#low} ${this.#high}`;
  }

  names(): State[] {
    return names.filter((name) => this.has(name));
  }
}
