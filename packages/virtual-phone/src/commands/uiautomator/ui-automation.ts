import type { AccessibilityServices } from '../../framework/system/accessibility-services.ts';

/** Android 7 */
const N = 24;

/**
 * The system's only connection for UI automation. A process that requests it while another holds it is killed: measured on
 * Android 5.1, where the second of two dumps ends with `Killed` (137).
 */
export class UiAutomation {
  #isTaken = false;

  readonly #services: AccessibilityServices;

  readonly #sdk: number;

  constructor(services: AccessibilityServices, sdk: number) {
    this.#services = services;
    this.#sdk = sdk;
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /**
   * Takes the connection; the returned function releases it. Undefined if another process holds it. The user's own services are
   * off meanwhile, unless `keepServices` (a flag since Android 7) is set; up to Android 6 they stay off afterwards, though the
   * setting still names them (seen on 5.1).
   */
  take({ keepServices = false } = {}): (() => void) | undefined {
    if (this.#isTaken) return undefined;
    this.#isTaken = true;
    let released = false;
    const suppressed = this.#sdk < N || !keepServices;
    if (suppressed) this.#services.suppress();
    return () => {
      if (released) return;
      released = true;
      this.#isTaken = false;
      if (suppressed) this.#services.release({ rebind: this.#sdk >= N });
    };
  }
}
