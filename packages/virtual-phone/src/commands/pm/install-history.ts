/** Facts of a package that are not in its manifest. */
export interface PackageHistory {
  readonly installedAt: number;
  readonly updatedAt: number;
  readonly installer: string | undefined;
  readonly signer: string | undefined;
  readonly versionCode: number;
  readonly isDebuggable: boolean;
}

type InstalledFacts = Omit<PackageHistory, 'installedAt' | 'updatedAt'>;

/** The time and installer of each installation, and the facts of packages that were uninstalled with -k. */
export class InstallHistory {
  private readonly packages = new Map<string, PackageHistory>();
  private readonly kept = new Set<string>();
  readonly #factory: PackageHistory;

  constructor(bootedAt: number) {
    this.#factory = {
      installedAt: bootedAt,
      updatedAt: bootedAt,
      installer: undefined,
      signer: undefined,
      versionCode: 0,
      isDebuggable: false,
    };
  }

  of(name: string): PackageHistory {
    return this.packages.get(name) ?? this.#factory;
  }

  installed(name: string, facts: InstalledFacts, now: number): void {
    const isUpdate = this.packages.has(name) && !this.kept.has(name);
    this.packages.set(name, {
      ...facts,
      installedAt: isUpdate ? this.of(name).installedAt : now,
      updatedAt: now,
    });
    this.kept.delete(name);
  }

  removed(name: string, keepsData: boolean): void {
    if (keepsData) this.kept.add(name);
    else this.packages.delete(name);
  }

  get keptNames(): readonly string[] {
    return [...this.kept];
  }
}
