import type { App, Intent, IntentFilter } from './app.ts';
import type { Component } from './activity-record.ts';
import { componentOf } from './activities.ts';
import type { Framework } from './framework.ts';

const VIEW = 'android.intent.action.VIEW';
/** The system dialog in which the user chooses an app. */
export const RESOLVER: Component = componentOf('android', 'com.android.internal.app.ResolverActivity');
/** Android 6: since then an app that a site confirms as its own opens that site's links without a question. */
const FIRST_SDK_WITH_APP_LINKS = 23;
/** Android 12: since then a web link goes to the browser unless its site confirmed an app. */
const FIRST_SDK_WITH_STRICT_LINKS = 31;

interface Match {
  readonly component: Component;
  readonly filter: IntentFilter;
}

/** The activities that answer implicit intents, and the user's preferences. */
export class IntentFilters {
  readonly #phone: Framework;
  /** The component chosen with "Always", by kind of intent. */
  private readonly preferred = new Map<string, string>();

  constructor(phone: Framework) {
    this.#phone = phone;
  }

  /** The enabled apps; a disabled app answers no intent. */
  get #apps(): readonly App[] {
    return this.#phone.apps.filter((app) => !this.#phone.disabledApps.has(app.package));
  }

  /** All activities that may be chosen for an intent. */
  answering(intent: Intent): readonly Component[] {
    return this.#choosable(intent, this.#matches(intent)).map(({ component }) => component);
  }

  /** The activity that is started: the only one, the preferred one, or the dialog that asks. */
  resolve(intent: Intent): Component | undefined {
    const found = this.answering(intent);
    const [first, another] = found;
    if (another === undefined) return first;
    const preferred = this.preferred.get(kindOf(intent));
    const known = found.find((one) => nameOf(one) === preferred);
    if (known !== undefined) return known;
    return this.#apps.some((app) => app.package === RESOLVER.package) ? RESOLVER : first;
  }

  /** "Always" in the dialog. */
  prefer(intent: Intent, component: Component): void {
    this.preferred.set(kindOf(intent), nameOf(component));
  }

  /** Whether only the app itself may start an activity. */
  isPrivate(component: Component): boolean {
    const app = this.#apps.find((one) => one.package === component.package);
    const isSame = (name: string) => componentOf(component.package, name).full === component.full;
    return app?.notExported?.some(isSame) === true;
  }

  #matches(intent: Intent): readonly Match[] {
    return this.#apps
      .filter((app) => intent.package === undefined || intent.package === app.package)
      .flatMap((app) =>
        filtersOf(app)
          .filter((filter) => matches(filter, intent))
          .map((filter) => ({ component: componentOf(app.package, filter.activity), filter })),
      );
  }

  /** Limits web links to the apps that the release allows; a link for one package is not limited. */
  #choosable(intent: Intent, found: readonly Match[]): readonly Match[] {
    const { sdk } = this.#phone.shape;
    if (!isWeb(intent) || intent.package !== undefined) return found;
    const verified = found.filter(({ filter }) => filter.verified === true);
    if (sdk >= FIRST_SDK_WITH_APP_LINKS && verified.length > 0) return verified;
    if (sdk < FIRST_SDK_WITH_STRICT_LINKS) return found;
    return found.filter(({ filter }) => filter.hosts === undefined);
  }
}

/** `actions` are filters that take any data. */
function filtersOf(app: App): readonly IntentFilter[] {
  const plain = Object.entries(app.actions ?? {}).map(([action, activity]) => ({ action, activity }));
  return [...plain, ...(app.filters ?? [])];
}

/**
 * A filter with schemes takes only such data, one with types only such types; a filter with neither takes an intent without
 * data and type.
 */
function matches(filter: IntentFilter, { action, data, type }: Intent): boolean {
  if (filter.action !== action) return false;
  const { schemes, hosts, mimeTypes } = filter;
  // Android compares schemes and hosts exactly, upper and lower case included.
  if (schemes !== undefined && !schemes.includes(schemeOf(data))) return false;
  if (hosts !== undefined && !hosts.includes(/^\w+:\/\/([^/?#:]*)/.exec(data ?? '')?.[1] ?? '')) return false;
  if (mimeTypes === undefined) return schemes === undefined || type === undefined;
  return type !== undefined && mimeTypes.some((own) => own === type || own === `${type.split('/')[0]}/*`);
}

export function schemeOf(data = ''): string {
  return data.includes(':') ? data.slice(0, data.indexOf(':')) : '';
}

function isWeb({ action, data }: Intent): boolean {
  return action === VIEW && ['http', 'https'].includes(schemeOf(data));
}

function kindOf(intent: Intent): string {
  return `${intent.action ?? ''} ${isWeb(intent) ? 'web' : schemeOf(intent.data)} ${intent.type ?? ''}`;
}

function nameOf({ package: packageName, full }: Component): string {
  return `${packageName}/${full}`;
}
