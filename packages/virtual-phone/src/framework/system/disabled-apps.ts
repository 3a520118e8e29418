/** The apps that somebody disabled: installed as before, but without an icon, and nothing in them can be started. */
export class DisabledApps {
  readonly #names = new Set<string>();
  readonly #changed: (packageName: string) => void;

  constructor(changed: (packageName: string) => void) {
    this.#changed = changed;
  }

  has(packageName: string): boolean {
    return this.#names.has(packageName);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  set(packageName: string, disabled: boolean): void {
    if (this.has(packageName) === disabled) return;
    if (disabled) this.#names.add(packageName);
    else this.#names.delete(packageName);
    this.#changed(packageName);
  }
}
