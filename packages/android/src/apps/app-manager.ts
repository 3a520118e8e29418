import type { Call } from '@handeye/core/call/call';
import { askUntil } from '@handeye/core/call/ask-until';
import {
  type AppInfo,
  type AppManager,
  type PackageFile,
  type PackageManager,
  type PackageToInstall,
  RunsAgain,
} from '@handeye/core/device/services/app-manager';
import type { InstalledApp } from '@handeye/core/device/apps';
import { actionFailed, elementNotFound, permissionDenied } from '@handeye/core/device/errors';
import type { Result } from '@handeye/adb/shell/shell';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import { readShape } from './install/fitting-splits.ts';
import { fittingSplits } from './install/fitting-splits.ts';
import { installApp } from './install/install.ts';
import { apksIn } from './install/package-files.ts';
import { type PackageDump, packageDumpCommand, parsePackageDump } from './package-dump.ts';
import { changeFailure, permissionMeant, unchangeable } from './permissions.ts';
import { isRunning, processesCommand } from './processes.ts';
import { readProfiles, userOption } from './users.ts';

/** How many times, and how many milliseconds apart, to check that a stopped app is gone. */
const UNTIL_GONE = { times: 20, apart: 100 };

/** Installs, changes and ends the apps of a phone by its shell. */
export class AndroidAppManager implements AppManager, PackageManager {
  readonly packages = this;
  readonly #phone: Phone;
  readonly #sdk: number;

  constructor(phone: Phone, { sdk }: { readonly sdk: number }) {
    this.#phone = phone;
    this.#sdk = sdk;
  }

  async close(app: InstalledApp, call: Call): Promise<boolean> {
    const ran = await this.#isRunning(app, call);
    // Without a user, Android stops the app of every profile.
    const user = app.profile ? userOption(app) : ['--user', 'current'];
    mustHaveSaid(await this.#phone.run(sh`am force-stop ${user} ${app.id}`, call), app, 'closed');
    const runs = await askUntil(
      () => this.#isRunning(app, call),
      (now) => !now,
      UNTIL_GONE,
      call,
    );
    if (!runs) return ran;
    throw new RunsAgain(
      `${app.id} was stopped but runs again: the system or another app starts it. The user may disable it in the phone's settings, under Apps.`,
    );
  }

  async read(files: readonly PackageFile[], call: Call): Promise<PackageToInstall> {
    const shape = await readShape(this.#phone, this.#sdk, call);
    const [base, ...splits] = fittingSplits(apksIn(files), shape);
    if (!base) throw actionFailed('There is nothing to install in it.');
    const installation = { phone: this.#phone, sdk: this.#sdk, parts: [base, ...splits] as const };
    return {
      id: base.id,
      version: base.version,
      install: (wish, installing) => installApp(installation, wish, installing),
    };
  }

  async uninstall(
    app: InstalledApp,
    { keepData }: { keepData: boolean },
    call: Call,
  ): Promise<string | undefined> {
    const before = await this.#dump(app, call);
    // Only the updates of a system app can be removed, for all users. The app itself can be removed only for this user, and -k
    // has no meaning.
    const keep = keepData ? ['-k'] : [];
    const user = await this.#uninstallOption(app, call);
    const result = await this.#phone.run(sh`pm uninstall ${keep} ${user} ${app.id}`, call);
    const after = await this.#tryDump(app, call);
    if (!after) return undefined;
    if (after.codePath !== before.codePath) {
      return `It came with the phone, so only its updates were removed; version ${after.version ?? '?'} stays`;
    }
    throw uninstallFailure(result, app, before);
  }

  async clearData(app: InstalledApp, call: Call): Promise<void> {
    await this.#dump(app, call);
    const result = await this.#phone.run(sh`pm clear ${userOption(app)} ${app.id}`, call);
    if (/^Success/m.test(outputOf(result))) return;
    const said = wordsOf(result);
    if (/CLEAR_APP_USER_DATA|SecurityException/.test(said)) {
      throw permissionDenied(
        `The phone does not let a computer clear the data of ${app.id}. On Xiaomi "USB debugging (Security settings)" in the developer options allows it; apps of the system and of a device owner stay protected.`,
      );
    }
    throw actionFailed(`The data of ${app.id} could not be cleared. The phone says: ${shortly(said)}`);
  }

  async info(app: InstalledApp, call: Call): Promise<AppInfo> {
    const dump = await this.#dump(app, call);
    const paths = [
      ...outputOf(await this.#read(sh`pm path ${userOption(app)} ${app.id}`, call)).matchAll(
        /^package:(.+?)\s*$/gm,
      ),
    ].flatMap(([, path]) => path ?? []);
    const { versionCode, codePath: _, ...facts } = dump;
    return {
      ...facts,
      versionCode: versionCode === undefined ? undefined : String(versionCode),
      running: await this.#isRunning(app, call),
      bytes: await this.#sizeOf(paths, call),
      files: paths.length,
    };
  }

  async setPermission(
    app: InstalledApp,
    { permission: wanted, granted }: { readonly permission: string; readonly granted: boolean },
    call: Call,
  ): Promise<{ name: string; remark: string | undefined }> {
    const before = permissionMeant(wanted, (await this.#dump(app, call)).permissions, app.id);
    const { name } = before;
    if (before.granted === granted) return { name, remark: 'It was so before' };
    const refusal = unchangeable(before, app.id, this.#sdk);
    if (refusal) throw refusal;
    const wasRunning = await this.#isRunning(app, call);
    const verb = granted ? 'grant' : 'revoke';
    const result = await this.#phone.run(sh`pm ${verb} ${userOption(app)} ${app.id} ${name}`, call);
    const after = (await this.#dump(app, call)).permissions.find((one) => one.name === name);
    if (after?.granted !== granted) throw changeFailure(wordsOf(result), after ?? before, app.id);
    const stopped = wasRunning && !(await this.#isRunning(app, call));
    return { name, remark: stopped ? 'Android stopped the app for it' : undefined };
  }

  /** Without a user, the app would also leave the work profile, which has its own copy. */
  async #uninstallOption(app: InstalledApp, call: Call): Promise<readonly string[]> {
    if (app.profile) return userOption(app);
    return (await readProfiles(this.#phone, call)).length > 0 ? ['--user', '0'] : [];
  }

  async #dump(app: InstalledApp, call: Call): Promise<PackageDump> {
    const dump = await this.#tryDump(app, call);
    if (!dump) throw elementNotFound(`${app.id} is not installed any more. list_apps shows what is.`);
    return dump;
  }

  async #tryDump(app: InstalledApp, call: Call): Promise<PackageDump | undefined> {
    const output = outputOf(await this.#read(packageDumpCommand(app.id), call));
    return parsePackageDump(output, app.id, app.profile?.user);
  }

  async #isRunning(app: InstalledApp, call: Call): Promise<boolean> {
    return isRunning(outputOf(await this.#read(processesCommand, call)), app);
  }

  async #sizeOf(paths: readonly string[], call: Call): Promise<number | undefined> {
    let bytes = 0;
    for (const path of paths) {
      const status = await retryIfConnectionLost(call, () => this.#phone.stat(path, call));
      if (!status) return undefined;
      bytes += status.size;
    }
    return paths.length === 0 ? undefined : bytes;
  }

  #read(command: ShellCommand, call: Call): Promise<Result> {
    return retryIfConnectionLost(call, () => this.#phone.run(command, call));
  }
}

function wordsOf(result: Result): string {
  return `${outputOf(result)}\n${result.stderr}`.trim();
}

function shortly(said: string): string {
  const line = /^.*(?:Exception|Failure|Error|Failed).*$/m.exec(said)?.[0] ?? said;
  return line.trim().slice(0, 200);
}

function mustHaveSaid(result: Result, app: InstalledApp, what: string): void {
  const said = wordsOf(result);
  if (/SecurityException|Permission Denial/.test(said))
    throw permissionDenied(`The phone does not let the shell end ${app.id}: ${shortly(said)}`);
  if (result.code !== 0) throw actionFailed(`${app.id} could not be ${what}: ${shortly(said)}`);
}

function uninstallFailure(result: Result, app: InstalledApp, before: PackageDump): Error {
  const said = shortly(wordsOf(result));
  if (said.includes('DEVICE_POLICY_MANAGER')) {
    return permissionDenied(
      `${app.id} is an active device administrator. The user has to deactivate it first, in the phone's settings under Security > Device admin apps.`,
    );
  }
  if (/OWNER_BLOCKED|USER_RESTRICTED/.test(said))
    return permissionDenied(`A policy of the phone's owner keeps ${app.id} installed (${said}).`);
  if (before.system) {
    return permissionDenied(
      `${app.id} came with the phone and cannot be uninstalled. The user may disable it in the phone's settings, under Apps.`,
    );
  }
  return actionFailed(`${app.id} could not be uninstalled. The phone says: ${said}`);
}
