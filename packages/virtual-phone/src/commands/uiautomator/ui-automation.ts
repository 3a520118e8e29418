/**
 * The system's only connection for UI automation. A process that asks for it while another holds it is killed: measured
 * on Android 5.1, where the second of two dumps ends with `Killed` (137).
 */
export class UiAutomation {
  #holder: string | undefined;

  get holder(): string | undefined {
    return this.#holder;
  }

  /** Takes the connection; the returned function releases it. Undefined if another process holds it. */
  take(holder: string): (() => void) | undefined {
    if (this.#holder !== undefined) return undefined;
    this.#holder = holder;
    return () => {
      this.#holder = undefined;
    };
  }
}
