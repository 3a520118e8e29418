import type { Call } from '@handeye/core/call/call';
import type { NamedPackage } from '../apps/apps.ts';
import type { RunningCompanion } from './running.ts';
import { listIn, textIn } from './wire.ts';

/**
 * Visible names of apps, as the companion reads them. Reading one opens its package's resources, so a name is kept until the
 * package or the phone's language changes.
 */
export class AppNames {
  readonly #kept = new Map<string, { readonly edition: string; readonly name: string }>();

  /** The names that are known. */
  of(packages: readonly NamedPackage[]): ReadonlyMap<string, string> {
    return new Map(
      packages.flatMap(({ id, edition }) => {
        const kept = this.#kept.get(id);
        return kept?.edition === edition ? [[id, kept.name] as const] : [];
      }),
    );
  }

  /** Reads the names that are not known yet. */
  async read(companion: RunningCompanion, packages: readonly NamedPackage[], call: Call): Promise<void> {
    const known = this.of(packages);
    const missing = packages.filter(({ id }) => !known.has(id));
    if (missing.length === 0) return;
    const { ok } = await companion.ask({ do: 'labels', packages: missing.map(({ id }) => id) }, call);
    const labels = new Map(listIn(ok, 'apps').map((app) => [textIn(app, 'package'), textIn(app, 'label')]));
    for (const { id, edition } of missing) {
      const name = labels.get(id);
      if (name !== undefined) this.#kept.set(id, { edition, name });
    }
  }
}
