/** Choices that look random and are the same in every run (a linear congruential generator). */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  /** From 0 up to, not including, `count`. */
  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * count);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** True so many times of a hundred. */
  percent(share: number): boolean {
    return this.below(100) < share;
  }
}
