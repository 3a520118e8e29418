import type { Settings } from './settings.ts';

const ENABLED = 'enabled_accessibility_services';
const SWITCH = 'accessibility_enabled';

/** The accessibility services that the user turned on (TalkBack and the like), by component. */
export class AccessibilityServices {
  private running: readonly string[] = [];
  /** A UiAutomation client is connected that suppresses other services. */
  #suppressed = false;

  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
    settings.follow((table, name) => {
      if (table === 'secure' && (name === ENABLED || name === SWITCH)) this.#bind();
    });
  }

  /** The running services, which may be fewer than the enabled ones. */
  get bound(): readonly string[] {
    return this.running;
  }

  /** The services named by the setting. */
  get enabled(): readonly string[] {
    if (!this.#settings.isOn('secure', SWITCH)) return [];
    return (this.#settings.get('secure', ENABLED) ?? '').split(':').filter((name) => name !== '');
  }

  /** Ends all services; a change of the setting starts none until `release`. */
  suppress(): void {
    this.#suppressed = true;
    this.running = [];
  }

  /** Makes the setting count again: from its next change, or with `rebind` at once. */
  release({ rebind }: { rebind: boolean }): void {
    this.#suppressed = false;
    if (rebind) this.#bind();
  }

  #bind(): void {
    if (!this.#suppressed) this.running = this.enabled;
  }
}
