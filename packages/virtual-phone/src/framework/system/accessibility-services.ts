import type { Settings } from './settings.ts';

const ENABLED = 'enabled_accessibility_services';
const SWITCH = 'accessibility_enabled';

/** The accessibility services that the user has turned on (TalkBack and its like), by their components. */
export class AccessibilityServices {
  private running: readonly string[] = [];
  /** A UiAutomation client is connected that wants to be alone. */
  #suppressed = false;

  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
    settings.follow((table, name) => {
      if (table === 'secure' && (name === ENABLED || name === SWITCH)) this.#bind();
    });
  }

  /** Those that run now; not all that are turned on need to. */
  get bound(): readonly string[] {
    return this.running;
  }

  /** What the setting names. */
  get enabled(): readonly string[] {
    if (!this.#settings.isOn('secure', SWITCH)) return [];
    return (this.#settings.get('secure', ENABLED) ?? '').split(':').filter((name) => name !== '');
  }

  /** Ends all of them; a change of the setting starts none until `release`. */
  suppress(): void {
    this.#suppressed = true;
    this.running = [];
  }

  /** Lets the setting count again, from its next change on, or with `rebind` at once. */
  release({ rebind }: { rebind: boolean }): void {
    this.#suppressed = false;
    if (rebind) this.#bind();
  }

  #bind(): void {
    if (!this.#suppressed) this.running = this.enabled;
  }
}
