import type { Manifest } from '../apk/manifest.ts';
import { platformPermission, RUNTIME_PERMISSIONS_SINCE } from './permissions.ts';

/** A permission that a package requested, and whether it is granted. */
export interface PackagePermission {
  readonly name: string;
  /** Granted at installation or at run time; unknown if no package declares it. */
  readonly kind: 'install' | 'runtime' | 'unknown';
  readonly granted: boolean;
  /** The flags of dumpsys that say who decided: `USER_SET`, `POLICY_FIXED`… */
  readonly flags: readonly PermissionFlag[];
}

export type PermissionFlag = 'POLICY_FIXED' | 'SYSTEM_FIXED' | 'USER_FIXED' | 'USER_SET' | 'ONE_TIME';

/** A grant or a revocation, with its flags. */
interface Decision {
  readonly granted: boolean;
  readonly flags: readonly PermissionFlag[];
}

/** Why a permission cannot be granted or revoked: the package manager's exception. */
export interface PermissionFailure {
  readonly exception: 'IllegalArgumentException' | 'SecurityException';
  readonly message: string;
}

/** The package whose permissions change, and its requested permissions. */
export interface Applicant {
  readonly name: string;
  readonly isSystem: boolean;
  readonly targetSdk: number;
  readonly requested: readonly string[];
}

/** Granted permissions. Stores changes by the shell and by `-g`; the rest follows from the manifests. */
export class PackagePermissions {
  /** By package: grants and revocations that differ from the default. */
  private readonly changes = new Map<string, Map<string, Decision>>();

  readonly #sdk: number;
  readonly #release: number;
  readonly #manifests: ReadonlyMap<string, Manifest>;

  constructor(
    sdk: number,
    release: number,
    manifests: ReadonlyMap<string, Manifest>,
    before?: PackagePermissions,
  ) {
    this.#sdk = sdk;
    this.#release = release;
    this.#manifests = manifests;
    if (before === undefined) return;
    for (const [name, changes] of before.changes) this.changes.set(name, new Map(changes));
  }

  of(applicant: Applicant): readonly PackagePermission[] {
    return applicant.requested.map((name) => {
      const kind = this.#kind(name);
      const granted = kind !== 'unknown' && this.#isGranted(applicant, name);
      return { name, kind, granted, flags: this.changes.get(applicant.name)?.get(name)?.flags ?? [] };
    });
  }

  /** `pm grant` and `pm revoke`: the failure, or undefined. */
  change(
    applicant: Applicant | undefined,
    { name, permission, granted }: Change,
  ): PermissionFailure | undefined {
    if (applicant === undefined) return illegal(`Unknown package: ${name}`);
    if (this.#kind(permission) === 'unknown') return illegal(`Unknown permission: ${permission}`);
    if (!applicant.requested.includes(permission))
      return security(`Package ${name} has not requested permission ${permission}`);
    const failure = this.#fixed(applicant, permission);
    if (failure !== undefined) return failure;
    // The service only writes to the log that a policy fixed it, and changes nothing.
    const { flags = [] } = this.changes.get(name)?.get(permission) ?? {};
    if (flags.includes('POLICY_FIXED') || flags.includes('SYSTEM_FIXED')) return undefined;
    this.#put(name, permission, { granted, flags: [] });
    return undefined;
  }

  /** The choice of a user in a dialog, or of an administrator by a policy. */
  decide(name: string, permission: string, decision: Decision): void {
    this.#put(name, permission, decision);
  }

  /** `pm install -g`. */
  grantAll(applicant: Applicant): void {
    for (const permission of applicant.requested)
      if (this.#kind(permission) === 'runtime')
        this.#put(applicant.name, permission, { granted: true, flags: [] });
  }

  forget(name: string): void {
    this.changes.delete(name);
  }

  #put(name: string, permission: string, decision: Decision): void {
    const changes = this.changes.get(name) ?? new Map<string, Decision>();
    this.changes.set(name, changes.set(permission, decision));
  }

  /** Android 5 lets the shell change only development permissions: permissions granted at installation stay. */
  #fixed({ name }: Applicant, permission: string): PermissionFailure | undefined {
    if (this.#isDevelopment(permission) || this.#kind(permission) === 'runtime') return undefined;
    if (this.#sdk < RUNTIME_PERMISSIONS_SINCE && this.#level(permission) !== 'signature')
      return security(`Can't change ${permission}. It is required by the application`);
    const by = this.#release >= 12 ? ` requested by ${name}` : '';
    return security(`Permission ${permission}${by} is not a changeable permission type`);
  }

  #isGranted({ name, isSystem, targetSdk, requested }: Applicant, permission: string): boolean {
    const changed = this.changes.get(name)?.get(permission);
    if (changed !== undefined && requested.includes(permission)) return changed.granted;
    // An app that targets a version before runtime permissions gets them at installation.
    if (this.#kind(permission) === 'runtime') return isSystem || targetSdk < RUNTIME_PERMISSIONS_SINCE;
    if (this.#level(permission) !== 'signature') return true;
    return isSystem || this.#declarerOf(permission) === name;
  }

  #kind(permission: string): PackagePermission['kind'] {
    const level = this.#level(permission);
    if (level === undefined) return 'unknown';
    return level === 'dangerous' && this.#sdk >= RUNTIME_PERMISSIONS_SINCE ? 'runtime' : 'install';
  }

  #level(permission: string): 'normal' | 'dangerous' | 'signature' | undefined {
    const known = platformPermission(permission, this.#sdk);
    if (known !== undefined) return known.level;
    for (const { declaredPermissions } of this.#manifests.values()) {
      const own = declaredPermissions.find(({ name }) => name === permission);
      if (own !== undefined) return (['normal', 'dangerous'] as const)[own.level & 0xf] ?? 'signature';
    }
    return undefined;
  }

  #isDevelopment(permission: string): boolean {
    return platformPermission(permission, this.#sdk)?.isDevelopment === true;
  }

  #declarerOf(permission: string): string | undefined {
    for (const manifest of this.#manifests.values())
      if (manifest.declaredPermissions.some(({ name }) => name === permission)) return manifest.package;
    return undefined;
  }
}

export interface Change {
  readonly name: string;
  readonly permission: string;
  readonly granted: boolean;
}

function illegal(message: string): PermissionFailure {
  return { exception: 'IllegalArgumentException', message };
}

function security(message: string): PermissionFailure {
  return { exception: 'SecurityException', message };
}
