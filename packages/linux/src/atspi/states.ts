/** AT-SPI's states; the index is the bit. */
const stateNames = [
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

export type State = (typeof stateNames)[number];

const bits = new Map(stateNames.map((name, bit) => [name, bit]));

/** One state as a state set: two 32-bit words. */
export function stateBits(state: State): [number, number] {
  const bit = bits.get(state) ?? 0;
  return bit < 32 ? [1 << bit, 0] : [0, 1 << (bit - 32)];
}

/** The state set of an accessible: two 32-bit words. */
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

  /** The same states plus this one. */
  with(state: State): States {
    const [low, high] = stateBits(state);
    return new States(this.#low | low, this.#high | high);
  }

  /** Equal for equal states. */
  get key(): string {
    return `${this.#low} ${this.#high}`;
  }

  names(): State[] {
    return stateNames.filter((name) => this.has(name));
  }
}
