/** Stretches of a call that count for none of its limits: a person is being asked, and may take a minute. */
export class Pauses {
  #underWay = 0;
  readonly #watchers = new Set<(isPaused: boolean) => void>();

  /** Runs `work` while no limit that knows these pauses runs down. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    if (this.#underWay === 1) this.#tell(true);
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#tell(false);
    }
  }

  /** Hears of each beginning and end until the returned function is called. */
  watch(watcher: (isPaused: boolean) => void): () => void {
    this.#watchers.add(watcher);
    if (this.#underWay > 0) watcher(true);
    return () => this.#watchers.delete(watcher);
  }

  #tell(isPaused: boolean): void {
    for (const watcher of this.#watchers) watcher(isPaused);
  }
}
