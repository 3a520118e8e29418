import type { Settings } from './settings.ts';
import type { PhoneShape } from './shape.ts';

/** The part of the configuration that changes how apps are drawn. */
interface Values {
  fontScale: number;
  /** BCP 47 tags, the current one first. */
  locales: readonly string[];
  night: boolean;
}

/** Android 7 follows the font scale's setting. Older releases, and languages on any release, change only by `update`. */
const FIRST_RELEASE_THAT_FOLLOWS = 7;

const NIGHT = '2';
const DAY = '1';

/** Languages written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'iw', 'ur', 'yi']);

/**
 * The current font scale, languages and dark theme. They are stored in settings, but `settings put` alone changes little:
 * Android reads the languages and the night mode when it starts.
 */
export class Configuration {
  readonly #settings: Settings;
  readonly #shape: PhoneShape;
  private values: Values = { fontScale: 1, locales: ['en-US'], night: false };

  constructor(settings: Settings, shape: PhoneShape) {
    this.#settings = settings;
    this.#shape = shape;
    this.load();
    settings.follow((table, name) => {
      if (table === 'system' && name === 'font_scale' && shape.release >= FIRST_RELEASE_THAT_FOLLOWS)
        this.values.fontScale = this.#storedFontScale();
    });
  }

  get fontScale(): number {
    return this.values.fontScale;
  }

  get locales(): readonly string[] {
    return this.values.locales;
  }

  get locale(): string {
    return this.values.locales[0] ?? 'en-US';
  }

  get night(): boolean {
    return this.values.night;
  }

  get rightToLeft(): boolean {
    return RIGHT_TO_LEFT.has(this.locale.split('-')[0] ?? '');
  }

  /** Reads all values from the settings, as the system does when it starts. */
  load(): void {
    const stored = this.#settings.get('system', 'system_locales');
    this.values = {
      fontScale: this.#storedFontScale(),
      locales: stored === undefined || stored === '' ? ['en-US'] : stored.split(','),
      night: this.#settings.get('secure', 'ui_night_mode') === NIGHT,
    };
  }

  /** Changes and stores values, as Settings and other apps with the permission do; it takes effect at once. */
  update(change: Partial<Values>): void {
    Object.assign(this.values, change);
    const { fontScale, locales, night } = change;
    if (fontScale !== undefined) this.#settings.put('system', 'font_scale', String(fontScale));
    if (locales !== undefined) this.#settings.put('system', 'system_locales', locales.join(','));
    if (night !== undefined) this.#settings.put('secure', 'ui_night_mode', night ? NIGHT : DAY);
  }

  /** `en_US` up to 6, `[en_US,ar_EG]` since; a script comes last: `zh_CN_#Hans`. */
  get javaLocales(): string {
    const names = this.locales.map((tag) => {
      const { language, script, country } = partsOf(tag);
      return [language, country, script === undefined ? undefined : `#${script}`]
        .filter((part) => part !== undefined)
        .join('_');
    });
    return this.#shape.release < FIRST_RELEASE_THAT_FOLLOWS ? (names[0] ?? 'en_US') : `[${names.join(',')}]`;
  }

  #storedFontScale(): number {
    return this.#settings.number('system', 'font_scale', 1);
  }
}

function partsOf(tag: string): { language: string; script: string | undefined; country: string | undefined } {
  const [language = 'en', ...rest] = tag.split('-');
  return {
    language,
    script: rest.find((part) => /^[A-Z][a-z]{3}$/.test(part)),
    country: rest.find((part) => /^(?:[A-Z]{2}|\d{3})$/.test(part)),
  };
}
