/**
 * The one connection for UI automation that the system gives away. Who asks while somebody holds it is killed:
 * measured on Android 5.1, where the second of two dumps ends with `Killed` (137).
 */
export class UiAutomation {
  #holder: string | undefined;

  get holder(): string | undefined {
    return this.#holder;
  }

  /** Takes the connection; the returned function gives it back. Undefined where another holds it. */
  take(holder: string): (() => void) | undefined {
    if (this.#holder !== undefined) return undefined;
    this.#holder = holder;
    return () => {
      this.#holder = undefined;
    };
  }
}
