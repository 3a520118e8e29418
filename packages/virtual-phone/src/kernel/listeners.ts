/** The listeners of an event. A snapshot of the phone leaves them as they are, so running programs keep theirs. */
export class Listeners<Event extends readonly unknown[]> {
  readonly #all = new Set<(...event: Event) => void>();

  /** Calls the listener for every event until the returned function is called. */
  add(listener: (...event: Event) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  emit(...event: Event): void {
    for (const listener of this.#all) listener(...event);
  }
}
