import { dirname } from 'node:path/posix';
import { FileError, type FileSystem } from '../../kernel/file-system.ts';
import type { App } from '../../framework/system/app.ts';
import type { Framework } from '../../framework/system/framework.ts';
import { permissionOwner } from '../../framework/permissions/permission-dialog.ts';
import { appOfApk } from '../apk/app-of-apk.ts';
import { readManifest, type Manifest } from '../apk/manifest.ts';
import { signerOf } from '../apk/signer.ts';
import { writeApk } from '../apk/write-apk.ts';
import { builtInPermissions } from '../permissions/built-in-permissions.ts';
import { hashOf } from '../names.ts';
import { partFile, signatureMismatch, wholeOf } from './app-parts.ts';
import { InstallHistory } from './install-history.ts';
import {
  PackagePermissions,
  type Change,
  type PackagePermission,
  type PermissionFailure,
} from '../permissions/package-permissions.ts';

/** A package as the package manager knows it. */
export interface Package {
  readonly name: string;
  readonly versionCode: number;
  readonly versionName: string;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly isSystem: boolean;
  readonly isEnabled: boolean;
  readonly isDebuggable: boolean;
  /** The installer; undefined for preinstalled packages, and for `pm install` without `-i`. */
  readonly installer: string | undefined;
  /** The times of installation and of the last update, in milliseconds. */
  readonly installedAt: number;
  readonly updatedAt: number;
  readonly uid: number;
  readonly path: string;
  /** The files of its splits, besides `path`. */
  readonly splitPaths: readonly string[];
  readonly app: App | undefined;
  readonly permissions: readonly PackagePermission[];
}

export interface InstallOptions {
  readonly replace: boolean;
  readonly allowTest: boolean;
  /** An older version may replace a newer one. */
  readonly downgrade: boolean;
  /** `-g`: grants all requested permissions at once. */
  readonly grant: boolean;
  /** `-i PACKAGE`: the installer to record. */
  readonly installer?: string | undefined;
  /** `-p PACKAGE`: splits are added to an installed app. */
  readonly inherit?: string | undefined;
}

/** The result of an installation: a name, or the package manager's error. */
export type Installation = { readonly installed: string } | { readonly failure: string };

/** System packages without a user interface. */
const background = [
  'android',
  'com.android.shell',
  'com.android.providers.settings',
  'com.android.providers.contacts',
  'com.android.providers.media',
  'com.android.packageinstaller',
  'com.android.phone',
];

/** Where packages are kept on the phone. */
export interface PackageStorage {
  /** The system's view of the files; it may write below /data/app. */
  readonly files: FileSystem;
  /** Puts a file on a read-only partition, as the factory did, unless it is already there. */
  plant(path: string, make: () => Uint8Array): void;
}

export interface PackagesOptions {
  readonly storage: PackageStorage;
  /** The packages before the last reboot. */
  readonly before: Packages | undefined;
  /** The phone's own app of this name; undefined for all others, whose code cannot run here. */
  readonly knownApp: (name: string) => App | undefined;
}

/** The installed packages: the phone's apps, system packages, and those from APKs. */
export class Packages {
  private readonly manifests: Map<string, Manifest>;
  private readonly splits: Map<string, readonly string[]>;
  /** How often each was replaced: an update gets a folder of its own. */
  private readonly updates: Map<string, number>;
  private readonly history: InstallHistory;
  private readonly permissions: PackagePermissions;

  readonly #framework: Framework;
  readonly #storage: PackageStorage;
  readonly #options: PackagesOptions;

  constructor(framework: Framework, options: PackagesOptions) {
    const { storage, before } = options;
    this.#framework = framework;
    this.#storage = storage;
    this.#options = options;
    const { sdk, release } = framework.shape;
    this.manifests = new Map(before?.manifests);
    this.splits = new Map(before?.splits);
    this.updates = new Map(before?.updates);
    this.history = before?.history ?? new InstallHistory(framework.bootedAt);
    this.permissions = new PackagePermissions(sdk, release, this.manifests, before?.permissions);
    for (const manifest of this.manifests.values()) {
      if (!framework.apps.some((app) => app.package === manifest.package)) this.#show(manifest);
    }
    if (before)
      for (const name of before.#framework.disabledApps.names) framework.disabledApps.set(name, true);
    for (const one of this.list()) storage.plant(one.path, () => apkOf(one));
    framework.permissions.store = {
      of: (name, permission) => {
        const found = this.get(name)?.permissions.find((one) => one.name === permission);
        return { granted: false, flags: [], ...found, isRuntime: found?.kind === 'runtime' };
      },
      decide: (name, permission, decision) => {
        this.permissions.decide(name, permission, decision);
      },
    };
  }

  list(): readonly Package[] {
    const { keyboard: hasKeyboard, sdk } = this.#framework.shape;
    const keyboard = hasKeyboard ? ['com.android.inputmethod.latin'] : [];
    const names = [
      ...background,
      permissionOwner(sdk),
      ...keyboard,
      ...this.#framework.apps.map((app) => app.package),
    ];
    return [...new Set(names)].map((name) => this.#describe(name));
  }

  get(name: string): Package | undefined {
    return this.list().find((one) => one.name === name);
  }

  /** Input methods from APKs, as `ime` names them. */
  inputMethods(): readonly string[] {
    return [...this.manifests.values()].flatMap(({ package: name, services }) =>
      services
        .filter(({ actions }) => actions.includes('android.view.InputMethod'))
        .map((one) => `${name}/${one.name.startsWith(`${name}.`) ? one.name.slice(name.length) : one.name}`),
    );
  }

  /** Installs an app from its APKs: one, or a base and its splits. */
  install(apks: readonly Uint8Array[], options: InstallOptions): Installation {
    const parts = apks.map((apk) => ({ apk, manifest: readManifest(Buffer.from(apk)) }));
    const parsed = parts.flatMap(({ apk, manifest }) => (manifest === undefined ? [] : [{ apk, manifest }]));
    if (parsed.length < parts.length || parsed.length === 0)
      return { failure: 'INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: Failed to load asset path' };
    const whole = wholeOf(parsed, options, this.manifests);
    if ('failure' in whole) return whole;
    const { package: name } = whole.base;
    const signer = signerOf(Buffer.from(parsed[0]?.apk ?? []));
    const problem = this.#problem(whole.base, signer, options);
    if (problem !== undefined) return { failure: problem };
    if (this.get(name) !== undefined) this.#framework.forceStop(name);
    const inherited = options.inherit === undefined ? [] : (this.splits.get(name) ?? []);
    const before = this.manifests.get(name);
    this.manifests.set(name, whole.base);
    try {
      this.#store(name, parsed, options.inherit === undefined);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (before === undefined) this.manifests.delete(name);
      return { failure: 'INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to allocate space for the package' };
    }
    const added = parsed.flatMap(({ manifest }) => manifest.split ?? []);
    this.splits.set(name, [...new Set([...inherited, ...added])].sort());
    const { versionCode, isDebuggable } = whole.base;
    const facts = { versionCode, isDebuggable, signer, installer: options.installer };
    this.history.installed(name, facts, this.#framework.clock.now());
    this.#show(whole.base);
    if (options.grant) this.permissions.grantAll(applicant(this.#describe(name)));
    return { installed: name };
  }

  /** Whether the package existed and could be removed. With `keepData` its permissions and version stay known. */
  uninstall(name: string, { keepData = false } = {}): boolean {
    const known = this.get(name);
    if (known === undefined || known.isSystem) return false;
    this.history.removed(name, keepData);
    this.#storage.files.remove(folderOf(known.path), { recursive: true });
    this.manifests.delete(name);
    this.splits.delete(name);
    this.#framework.disabledApps.set(name, false);
    if (!keepData) this.permissions.forget(name);
    return this.#framework.uninstall(name);
  }

  /** Names of packages that were uninstalled with `-k`: `pm list packages -u` lists them, too. */
  get keptNames(): readonly string[] {
    return this.history.keptNames;
  }

  /** `pm clear`: data and granted permissions are as after an installation. */
  clear(name: string): boolean {
    const cleared = this.#framework.clearData(name);
    if (cleared) this.permissions.forget(name);
    return cleared;
  }

  /** `pm grant` and `pm revoke`: the failure, or undefined. */
  changePermission(change: Change): PermissionFailure | undefined {
    const known = this.get(change.name);
    const failure = this.permissions.change(known && applicant(known), change);
    // An app that loses a permission is stopped.
    if (failure === undefined && !change.granted) this.#framework.forceStop(change.name);
    return failure;
  }

  #problem(manifest: Manifest, signer: string | undefined, options: InstallOptions): string | undefined {
    const { package: name, minSdk } = manifest;
    const { sdk, release } = this.#framework.shape;
    const known = this.get(name);
    if (known !== undefined && !options.replace)
      return `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${name} without first uninstalling.`;
    if (known?.isSystem === true)
      return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package ${name} signatures do not match newer version`;
    if (minSdk > sdk)
      return `INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #${minSdk} (current version is #${sdk})`;
    if (manifest.isTestOnly && !options.allowTest)
      return 'INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?';
    const past = this.history.of(name);
    if (past.signer !== undefined && past.signer !== signer)
      return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: ${signatureMismatch(name, release)}`;
    const current = this.manifests.get(name)?.versionCode ?? past.versionCode;
    // Since 7 a user build allows it only for apps that can be debugged (PackageManagerService.checkDowngrade).
    const mayDowngrade = options.downgrade && (release === 5 || (known?.isDebuggable ?? past.isDebuggable));
    if (manifest.versionCode < current && !mayDowngrade)
      return `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${manifest.versionCode} is older than current ${current}`;
    return undefined;
  }

  #store(
    name: string,
    parts: readonly { apk: Uint8Array; manifest: Manifest }[],
    replacesAll: boolean,
  ): void {
    const { files } = this.#storage;
    const { release } = this.#framework.shape;
    const updates = this.updates.get(name) ?? 0;
    const old = folderOf(pathOf(name, false, { release, updates }));
    const isUpdate = replacesAll && files.exists(old);
    if (isUpdate) files.remove(old, { recursive: true });
    this.updates.set(name, isUpdate ? updates + 1 : updates);
    const folder = dirname(pathOf(name, false, { release, updates: this.updates.get(name) ?? 0 }));
    files.makeDirectory(folder, { recursive: true, mode: 0o755 });
    for (const { apk, manifest } of parts)
      files.write(`${folder}/${partFile(manifest.split)}`, apk, { mode: 0o644 });
  }

  #show(manifest: Manifest): void {
    const known = this.#options.knownApp(manifest.package);
    // An update keeps the app's data.
    if (known !== undefined && this.#framework.apps.includes(known)) this.#framework.forceStop(known.package);
    else this.#framework.install(known ?? appOfApk(manifest));
  }

  #describe(name: string): Package {
    const { release, sdk } = this.#framework.shape;
    const app = this.#framework.apps.find((one) => one.package === name);
    const manifest = this.manifests.get(name);
    const isSystem = name === 'android' || name.startsWith('com.android.');
    const path = pathOf(name, isSystem, { release, updates: this.updates.get(name) ?? 0 });
    const targetSdk = manifest?.targetSdk ?? sdk;
    const requested =
      manifest?.permissions.filter(({ maxSdk }) => maxSdk >= sdk).map((one) => one.name) ??
      builtInPermissions(name);
    return {
      name,
      versionCode: manifest?.versionCode ?? sdk,
      versionName: manifest?.versionName ?? app?.version ?? String(release),
      minSdk: manifest?.minSdk ?? sdk,
      targetSdk,
      isSystem,
      isEnabled: !this.#framework.disabledApps.has(name),
      isDebuggable: manifest?.isDebuggable === true,
      installer: this.history.of(name).installer,
      installedAt: this.history.of(name).installedAt,
      updatedAt: this.history.of(name).updatedAt,
      uid:
        name === 'android'
          ? 1000
          : name === 'com.android.shell'
            ? 2000
            : this.#framework.processes.uidOf(name),
      path,
      splitPaths: (this.splits.get(name) ?? []).map((split) => `${dirname(path)}/${partFile(split)}`),
      app,
      permissions: this.permissions.of({ name, isSystem, targetSdk, requested }),
    };
  }
}

function applicant({ name, isSystem, targetSdk, permissions }: Package) {
  return { name, isSystem, targetSdk, requested: permissions.map((one) => one.name) };
}

/** The folder in /data/app that belongs to one package. */
function folderOf(path: string): string {
  return path.split('/').slice(0, '/data/app/NAME'.split('/').length).join('/');
}

/** The APK of a built-in app: without code, but with its manifest. */
function apkOf({ name, versionCode, versionName, minSdk, targetSdk, app, permissions }: Package): Buffer {
  return writeApk({
    package: name,
    versionCode,
    versionName,
    minSdk,
    targetSdk,
    label: app?.label,
    launcher: app === undefined || app.hidden === true ? '' : app.main,
    permissions: permissions.map((one) => one.name),
  });
}

function pathOf(
  name: string,
  isSystem: boolean,
  { release, updates }: { readonly release: number; readonly updates: number },
): string {
  if (name === 'android') return '/system/framework/framework-res.apk';
  if (isSystem) {
    const last = name.slice(name.lastIndexOf('.') + 1).replace(/^./, (letter) => letter.toUpperCase());
    const folder = name.startsWith('com.android.providers.') ? `${last}Provider` : last;
    return `/system/priv-app/${folder}/${folder}.apk`;
  }
  const edition = updates === 0 ? name : `${name}#${updates}`;
  // Since 11 the folder has two random parts, since 8 one, so that it cannot be guessed; before, an update takes turns.
  if (release >= 12) return `/data/app/~~${salt(edition)}==/${name}-${salt(`${edition}/`)}==/base.apk`;
  if (release >= 9) return `/data/app/${name}-${salt(edition)}==/base.apk`;
  return `/data/app/${name}-${1 + (updates % 2)}/base.apk`;
}

function salt(text: string): string {
  return Buffer.from(hashOf(text) + hashOf(`${text}.`))
    .toString('base64url')
    .slice(0, 22);
}
