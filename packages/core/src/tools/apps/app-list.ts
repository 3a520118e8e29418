import type { InstalledApp } from '../../device/apps.ts';
import { guarded } from '@handeye/screen/format/lean/text';
import { estimatedTokens } from '@handeye/screen/format/lean/tokens/tokens';
import { flat, shown } from '@handeye/screen/sanitize';
import { appKey, appName } from './app-choice.ts';

/** The applications to list: those with an icon, all, those that a user installed, those of the system. */
export const appFilters = ['launcher', 'all', 'user', 'system'] as const;
export type AppFilter = (typeof appFilters)[number];

const passes: Readonly<Record<AppFilter, (app: InstalledApp) => boolean>> = {
  launcher: ({ launchable, enabled }) => launchable && enabled !== false,
  all: () => true,
  user: ({ system }) => system === false,
  system: ({ system }) => system === true,
};

/** The chosen applications by name. */
export function chosenApps(
  apps: readonly InstalledApp[],
  { filter, query }: { readonly filter: AppFilter; readonly query: string },
): readonly InstalledApp[] {
  const wanted = query.trim().toLowerCase();
  return apps
    .filter(passes[filter])
    .filter((app) => [appName(app), app.id].some((text) => text.toLowerCase().includes(wanted)))
    .map((app) => ({ app, key: appName(app).toLowerCase() }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.app.id, b.app.id))
    .map(({ app }) => app);
}

/** The facts about one application; a disabled one says so. */
export function appFacts(app: InstalledApp) {
  const version = flat(shown(app.version));
  return {
    name: appName(app),
    package: appKey(app),
    ...(version !== '' && { version }),
    ...(app.enabled === false && { disabled: true }),
  };
}

/** `name  package  version`. */
export function appLine(app: InstalledApp): string {
  const { name, package: id, version, disabled } = appFacts(app);
  // A name begins a line: it must not look like one of ours.
  const shownName = name.startsWith('note:') ? `[] ${name}` : guarded(name);
  return [shownName, id, version, disabled && '[disabled]'].filter((part) => part !== undefined).join('  ');
}

/** As many of the texts as the budget holds, at least one of them. */
export function withinBudget(texts: readonly string[], maxTokens: number): number {
  let tokens = 0;
  for (const [count, text] of texts.entries()) {
    tokens += estimatedTokens(text) + 1;
    if (tokens > maxTokens && count > 0) return count;
  }
  return texts.length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
