/** Disabled apps: still installed, but without an icon, and none of their components can be started. */
export class DisabledApps {
  private readonly disabled = new Set<string>();
  readonly #changed: (packageName: string) => void;

  constructor(changed: (packageName: string) => void) {
    this.#changed = changed;
  }

  has(packageName: string): boolean {
    return this.disabled.has(packageName);
  }

  get names(): readonly string[] {
    return [...this.disabled];
  }

  set(packageName: string, disabled: boolean): void {
    if (this.has(packageName) === disabled) return;
    if (disabled) this.disabled.add(packageName);
    else this.disabled.delete(packageName);
    this.#changed(packageName);
  }
}
