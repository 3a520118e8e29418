import type { App, PhoneSystem } from '../../framework/system/index.ts';
import { appOfApk } from '../apk/app-of-apk.ts';
import { readManifest, type Instrumentation, type Manifest } from '../apk/manifest.ts';
import { hashOf } from '../names.ts';

/** A package as the package manager knows it. */
export interface Package {
  readonly name: string;
  readonly versionCode: number;
  readonly versionName: string;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly isSystem: boolean;
  readonly uid: number;
  readonly path: string;
  readonly app: App | undefined;
  readonly instrumentations: readonly Instrumentation[];
}

export interface InstallOptions {
  readonly replace: boolean;
  readonly allowTest: boolean;
  /** An older version may take the place of a newer one. */
  readonly downgrade: boolean;
}

/** What came of an installation: a name, or why not, in the package manager's words. */
export type Installation = { readonly installed: string } | { readonly failure: string };

/** Packages of the system that show nothing. */
const background = [
  'android',
  'com.android.shell',
  'com.android.providers.settings',
  'com.android.providers.contacts',
  'com.android.providers.media',
  'com.android.packageinstaller',
  'com.android.phone',
];

/** What is installed: the phone's apps, the system's own packages, and what came as an APK. */
export class Packages {
  readonly #manifests: Map<string, Manifest>;

  /** `manifests`: what came as an APK before, in the factory or before the last reboot. */
  constructor(
    private readonly system: PhoneSystem,
    manifests: ReadonlyMap<string, Manifest> = new Map(),
  ) {
    this.#manifests = new Map(manifests);
    for (const manifest of manifests.values()) {
      if (!system.apps.some((app) => app.package === manifest.package)) system.install(appOfApk(manifest));
    }
  }

  get manifests(): ReadonlyMap<string, Manifest> {
    return this.#manifests;
  }

  list(): readonly Package[] {
    const keyboard = this.system.shape.keyboard ? ['com.android.inputmethod.latin'] : [];
    const names = [...background, ...keyboard, ...this.system.apps.map((app) => app.package)];
    return [...new Set(names)].map((name) => this.#describe(name));
  }

  get(name: string): Package | undefined {
    return this.list().find((one) => one.name === name);
  }

  install(apk: Buffer, options: InstallOptions): Installation {
    const manifest = readManifest(apk);
    if (manifest === undefined)
      return { failure: 'INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: Failed to load asset path' };
    const { package: name, minSdk } = manifest;
    const known = this.get(name);
    if (known !== undefined && !options.replace)
      return {
        failure: `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${name} without first uninstalling.`,
      };
    if (known?.isSystem === true)
      return {
        failure: `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package ${name} signatures do not match newer version`,
      };
    if (minSdk > this.system.shape.sdk)
      return {
        failure: `INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #${minSdk} (current version is #${this.system.shape.sdk})`,
      };
    if (manifest.isTestOnly && !options.allowTest)
      return {
        failure: `INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?`,
      };
    const { versionCode: current = 0 } = this.#manifests.get(name) ?? {};
    if (manifest.versionCode < current && !options.downgrade)
      return {
        failure: `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${manifest.versionCode} is older than current ${current}`,
      };
    if (known !== undefined) this.system.forceStop(name);
    this.#manifests.set(name, manifest);
    this.system.install(appOfApk(manifest));
    return { installed: name };
  }

  /** Whether there was such a package, and it may go. */
  uninstall(name: string): boolean {
    const known = this.get(name);
    if (known === undefined || known.isSystem) return false;
    this.#manifests.delete(name);
    return this.system.uninstall(name);
  }

  #describe(name: string): Package {
    const { release, sdk } = this.system.shape;
    const app = this.system.apps.find((one) => one.package === name);
    const manifest = this.#manifests.get(name);
    const isSystem = name === 'android' || name.startsWith('com.android.');
    return {
      name,
      versionCode: manifest?.versionCode ?? sdk,
      versionName: manifest?.versionName ?? app?.version ?? String(release),
      minSdk: manifest?.minSdk ?? sdk,
      targetSdk: manifest?.targetSdk ?? sdk,
      isSystem,
      uid:
        name === 'android' ? 1000 : name === 'com.android.shell' ? 2000 : this.system.processes.uidOf(name),
      path: pathOf(name, isSystem, release),
      app,
      instrumentations: manifest?.instrumentations ?? [],
    };
  }
}

function pathOf(name: string, isSystem: boolean, release: number): string {
  if (name === 'android') return '/system/framework/framework-res.apk';
  if (isSystem) {
    const folder = name.slice(name.lastIndexOf('.') + 1).replace(/^./, (letter) => letter.toUpperCase());
    return `/system/priv-app/${folder}/${folder}.apk`;
  }
  // Since 11 the folder has a random part, so that nobody can guess it.
  if (release >= 12) return `/data/app/~~${salt(name)}==/${name}-${salt(`${name}/`)}==/base.apk`;
  return `/data/app/${name}-1/base.apk`;
}

function salt(text: string): string {
  return Buffer.from(hashOf(text) + hashOf(`${text}.`))
    .toString('base64url')
    .slice(0, 22);
}
