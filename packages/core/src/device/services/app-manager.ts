import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../apps.ts';
import type { Application } from '../desktop.ts';
import { DeviceError } from '../errors.ts';

/** An application was ended, and was started anew by another program: its old state is gone all the same. */
export class RunsAgain extends DeviceError {
  constructor(message: string) {
    super('action_failed', message);
  }
}

/** Installs, changes and ends applications. */
export interface AppManager {
  /**
   * Ends it with all its processes; resolves when it runs no more. False if it did not run, so that there was nothing to
   * end. RunsAgain if it was ended and runs again.
   */
  close(app: InstalledApp, call: Call): Promise<boolean>;
  /**
   * Ends a running application of a desktop without a dialog, so that unsaved work is lost; resolves when it runs no more.
   * Absent where `close` never asks.
   */
  end?(running: Application, call: Call): Promise<void>;
  /** Only on a system with packages. */
  readonly packages?: PackageManager;
}

/** A file of an installation, as it lies on the computer. */
export interface PackageFile {
  /** As its user calls it, with the extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files to install, read and understood. */
export interface PackageToInstall {
  readonly id: string;
  readonly version: string | undefined;
  /** Installs it; resolves when the device itself lists it. */
  install(wish: InstallWish, call: Call): Promise<InstallOutcome>;
}

export interface InstallWish {
  /** An installed one may be replaced; its data stays. */
  readonly replace: boolean;
  /** Also by an older version. */
  readonly downgrade: boolean;
  readonly grantPermissions: boolean;
  /** Hears how far it is. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

export interface InstallOutcome {
  /** As the device has it now. */
  readonly version: string | undefined;
  /** The version that it had; undefined if it was not installed. */
  readonly replaced: { readonly version: string | undefined } | undefined;
  /** How many files were installed. */
  readonly files: number;
  readonly remarks: readonly string[];
}

export interface PermissionState {
  /** In full: `android.permission.CAMERA`. */
  readonly name: string;
  readonly granted: boolean;
  /** `runtime`: it may be changed; `install`: it comes with the installation. */
  readonly kind: 'runtime' | 'install';
  /** Why it cannot be changed. */
  readonly fixed?: 'by the system' | 'by a policy of the device' | undefined;
}

/** A device's facts about one installed application. */
export interface AppInfo {
  readonly version: string | undefined;
  readonly versionCode: string | undefined;
  readonly minSdk: number | undefined;
  readonly targetSdk: number | undefined;
  /** Who installed it: another application's id. */
  readonly installer: string | undefined;
  readonly installed: string | undefined;
  readonly updated: string | undefined;
  readonly system: boolean;
  readonly enabled: boolean;
  readonly debuggable: boolean;
  readonly running: boolean;
  /** Of its own files, without its data; undefined where they cannot be read. */
  readonly bytes: number | undefined;
  readonly files: number;
  /** Those that something outside can start. */
  readonly activities: readonly string[];
  /** Of them, those with an icon. */
  readonly launchers: readonly string[];
  readonly permissions: readonly PermissionState[];
}

export interface PackageManager {
  /** Reads what is to be installed: a package, an archive of packages, or the parts of one application. */
  read(files: readonly PackageFile[], call: Call): Promise<PackageToInstall>;
  /** Resolves when the device lists it no more; with a remark if something of it stays. */
  uninstall(app: InstalledApp, how: { readonly keepData: boolean }, call: Call): Promise<string | undefined>;
  clearData(app: InstalledApp, call: Call): Promise<void>;
  info(app: InstalledApp, call: Call): Promise<AppInfo>;
  /** Resolves with the permission's full name when the device says that it is so. */
  setPermission(
    app: InstalledApp,
    wish: { readonly permission: string; readonly granted: boolean },
    call: Call,
  ): Promise<{ readonly name: string; readonly remark: string | undefined }>;
}
