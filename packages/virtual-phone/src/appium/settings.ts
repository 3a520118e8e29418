import { ServerError } from './errors.ts';

/** The server's settings with their defaults (10.6.6). */
const defaults = {
  actionAcknowledgmentTimeout: 3000,
  allowInvisibleElements: false,
  alwaysTraversableViewClasses: '',
  currentDisplayId: 0,
  deferAccessibilityCacheReset: false,
  disableIdLocatorAutocompletion: false,
  elementResponseAttributes: 'name,text',
  enableMultiWindows: false,
  enableNotificationListener: true,
  enableTopmostWindowFromActivePackage: false,
  enforceXPath1: false,
  ignoreUnimportantViews: false,
  includeA11yActionsInPageSource: false,
  includeExtraRenderingInfo: false,
  includeExtrasInPageSource: false,
  keyInjectionDelay: 0,
  limitXPathContextScope: true,
  mapTestTagToResourceId: false,
  mjpegBilinearFiltering: false,
  mjpegScalingFactor: 50,
  mjpegServerFramerate: 10,
  mjpegServerPort: 7810,
  mjpegServerScreenshotQuality: 50,
  normalizeTagNames: false,
  scrollAcknowledgmentTimeout: 200,
  serverPort: 6790,
  shouldUseCompactResponses: true,
  shutdownOnPowerDisconnect: true,
  simpleBoundsCalculation: false,
  snapshotMaxDepth: 70,
  trackScrollEvents: true,
  useResourcesForOrientationDetection: false,
  waitForIdleTimeout: 10_000,
  waitForSelectorTimeout: 10_000,
  wakeLockTimeout: 86_400_000,
};

export type SettingName = keyof typeof defaults;

/** Settings of the server that a client can change while it runs. */
export class Settings {
  #values: typeof defaults = { ...defaults };

  get<Name extends SettingName>(name: Name): (typeof defaults)[Name] {
    return this.#values[name];
  }

  all(): Readonly<typeof defaults> {
    return this.#values;
  }

  /** Whether the setting exists: unknown ones are ignored silently. A value of the wrong type is an error. */
  update(name: string, value: unknown): boolean {
    if (!isSetting(name)) return false;
    const expected = typeof defaults[name];
    if (typeof value !== expected)
      throw new ServerError(
        'invalidArgument',
        `Invalid '${name}' setting value type. Got: ${javaType(value)}. Expected: ${javaType(defaults[name])}.`,
      );
    this.#values = { ...this.#values, [name]: value };
    return true;
  }

  /** Resets to the defaults, for a new session. */
  reset(): void {
    this.#values = { ...defaults };
  }
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(defaults, name);
}

/** The Java type that Gson gives a JSON value. */
function javaType(value: unknown): string {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'number') return 'java.lang.Double';
  return typeof value === 'boolean' ? 'java.lang.Boolean' : 'null';
}
