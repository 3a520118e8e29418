import type { InstalledApp } from '../../device/apps.ts';
import { elementNotFound } from '../../device/errors.ts';
import { near } from '../../text/did-you-mean.ts';
import { oneLine } from '@handeye/screen/sanitize';

/** The most candidates that an error lists. */
const MOST_CANDIDATES = 10;
const MOST_NEAR = 5;

/**
 * An application's name on one line; where the device does not tell it, the last part of its id. One of a profile has the
 * profile's name behind it.
 */
export function appName({ name, id, profile }: Pick<InstalledApp, 'name' | 'id' | 'profile'>): string {
  const seen = oneLine(name);
  const own = seen === '' ? lastPart(id) : seen;
  return profile === undefined ? own : `${own} (${oneLine(profile.name)})`;
}

/** The names of this application alone: its id; `org.example@10` for one in a profile. */
export function appKey({ id, profile }: InstalledApp): string {
  return profile === undefined ? id : `${id}@${profile.user}`;
}

export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

/** `Settings (com.android.settings)`. */
export function appTitle(app: InstalledApp): string {
  return `${appName(app)} (${appKey(app)})`;
}

/**
 * The applications that fit, by the ways to name one: its id, its name, another name, a part of a name, parts of an id. The
 * user's own go before those of a profile, which often has the same ones again.
 */
function candidates(wanted: string, apps: readonly InstalledApp[]): readonly InstalledApp[] {
  const lower = wanted.toLowerCase();
  const words = lower.split(/\s+/);
  const waysToMean: readonly ((app: InstalledApp) => boolean)[] = [
    (app) => appKey(app) === wanted,
    (app) => appKey(app).toLowerCase() === lower,
    ({ id }) => id.toLowerCase() === lower,
    (app) => appName(app).toLowerCase() === lower,
    ({ name, id }) => appName({ name, id }).toLowerCase() === lower,
    ({ aliases = [] }) => aliases.some((alias) => alias.toLowerCase() === lower),
    (app) => appName(app).toLowerCase().includes(lower),
    ({ id }) => words.every((word) => id.toLowerCase().includes(word)),
  ];
  for (const isMeant of waysToMean) {
    const meant = apps.filter(isMeant);
    const own = meant.filter(({ profile }) => profile === undefined);
    if (meant.length > 0) return own.length > 0 ? own : meant;
  }
  return [];
}

/**
 * The application that was meant, ignoring case: an exact id goes before an exact name, that before a part of a name, and
 * that before a part of an id. Never a guess: what fits several is an error that lists them.
 */
export function chooseApp(
  wanted: string,
  apps: readonly InstalledApp[],
  namelessBecause?: string,
): InstalledApp {
  const text = wanted.trim();
  const meant = text === '' ? [] : candidates(text, apps);
  const [only, another] = meant;
  if (only && !another) return only;
  throw another ? several(text, meant) : unknown(text, apps, namelessBecause);
}

function several(wanted: string, meant: readonly InstalledApp[]): Error {
  const more = meant.length > MOST_CANDIDATES ? `, and ${meant.length - MOST_CANDIDATES} more` : '';
  const list = meant.slice(0, MOST_CANDIDATES).map(appTitle).join(', ');
  return elementNotFound(
    `'${wanted}' fits ${meant.length} apps: ${list}${more}. Pass the exact name or the id in brackets.`,
  );
}

function unknown(wanted: string, apps: readonly InstalledApp[], namelessBecause: string | undefined): Error {
  const close = closest(wanted, apps);
  return elementNotFound(
    [
      `No app is called '${wanted}'.`,
      ...(close.length > 0 ? [`The closest: ${close.map(appTitle).join(', ')}.`] : []),
      ...(namelessBecause !== undefined && apps.some(({ name }) => name === undefined)
        ? [namelessBecause]
        : []),
      'list_apps shows what can be opened.',
    ].join(' '),
  );
}

/** Those whose name, or the last part of whose id, is a mistyping away, or shares a word with what was wanted. */
function closest(wanted: string, apps: readonly InstalledApp[]): readonly InstalledApp[] {
  const lower = wanted.toLowerCase();
  const keysOf = (app: InstalledApp) => [appName(app), lastPart(app.id)].map((key) => key.toLowerCase());
  const mistyped = near(lower, apps.flatMap(keysOf));
  const words = lower.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  const rank = (app: InstalledApp) => {
    const place = Math.min(
      ...keysOf(app)
        .map((key) => mistyped.indexOf(key))
        .filter((at) => at >= 0),
    );
    if (place !== Infinity) return place;
    const isRelated = words.some((word) =>
      keysOf(app).some((key) => key.includes(word) || isPartOf(key, word)),
    );
    return isRelated ? mistyped.length : Infinity;
  };
  return apps
    .map((app) => ({ app, rank: rank(app) }))
    .filter(({ rank }) => rank !== Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_NEAR)
    .map(({ app }) => app);
}

function isPartOf(key: string, word: string): boolean {
  return key.length > 2 && word.includes(key);
}
