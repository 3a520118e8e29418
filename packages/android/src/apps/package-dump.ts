import type { PermissionState } from '@handeye/core/device/services/app-manager';
import { sh } from '../phone.ts';
import type { ShellCommand } from '@handeye/adb/shell/quote';

/*
 * The output of `dumpsys package NAME` about one package (PackageManagerService and its Settings). For a system app that was
 * updated, the original follows under "Hidden system packages": the first part counts.
 */

/** The facts of an installed package, for one user of the phone. */
export interface PackageDump {
  readonly version: string | undefined;
  readonly versionCode: number | undefined;
  readonly minSdk: number | undefined;
  readonly targetSdk: number | undefined;
  readonly installer: string | undefined;
  readonly installed: string | undefined;
  readonly updated: string | undefined;
  /** The folder of its files, another one after each update. */
  readonly codePath: string | undefined;
  readonly system: boolean;
  readonly debuggable: boolean;
  readonly enabled: boolean;
  readonly activities: readonly string[];
  readonly launchers: readonly string[];
  readonly permissions: readonly PermissionState[];
}

export function packageDumpCommand(id: string): ShellCommand {
  return sh`dumpsys package ${id}`;
}

/** Undefined if the package is not installed for that user. */
export function parsePackageDump(output: string, id: string, user = 0): PackageDump | undefined {
  const own = ownPart(output, id);
  if (own === undefined) return undefined;
  // An app that was uninstalled with its data kept (-k) leaves settings without a package.
  if (/^ {4}pkg=null$/m.test(own)) return undefined;
  const state = userPart(own, user);
  if (/\binstalled=false\b/.test(state.split('\n')[0] ?? '')) return undefined;
  const field = (name: string, text = own) => {
    const value = new RegExp(`^ +${name}=(.*)$`, 'm').exec(text)?.[1]?.trim();
    return value === '' || value === 'null' ? undefined : value;
  };
  const number = (name: string) => {
    const [, value] = new RegExp(`\\b${name}=(\\d+)`).exec(own) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  const flags = field('(?:pkgFlags|flags)') ?? '';
  return {
    version: field('versionName'),
    versionCode: number('versionCode'),
    minSdk: number('minSdk'),
    targetSdk: number('targetSdk'),
    installer: field('installerPackageName'),
    // Since Android 12 each user has a time of its own.
    installed: field('firstInstallTime', state) ?? field('firstInstallTime'),
    updated: field('lastUpdateTime'),
    codePath: field('codePath'),
    system: /\bSYSTEM\b/.test(flags),
    debuggable: /\bDEBUGGABLE\b/.test(flags),
    enabled: !/\benabled=[234]\b/.test(state),
    ...activitiesIn(output, id),
    permissions: permissionsIn(own, state),
  };
}

/** The lines of the package itself, without those of its original and of others. */
function ownPart(output: string, id: string): string | undefined {
  const start = output.indexOf(`\n  Package [${id}] (`);
  if (start < 0) return undefined;
  const rest = output.slice(start + 1);
  const end = /\n(?=\S| {2}(?! ))/.exec(rest)?.index;
  return end === undefined ? rest : rest.slice(0, end);
}

/** `User 0: ceDataInode=…` and what is indented below it. */
function userPart(own: string, user: number): string {
  const lines = own.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`    User ${user}:`));
  if (start < 0) return '';
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith('      '));
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n');
}

function permissionsIn(own: string, state: string): readonly PermissionState[] {
  const found = new Map<string, PermissionState>();
  // Android 5 has one list, of the granted permissions; it does not show refused requests.
  for (const name of linesBelow(own, 'grantedPermissions'))
    found.set(name, { name, granted: true, kind: 'install' });
  for (const line of linesBelow(own, 'install permissions')) note(found, line, 'install');
  for (const line of linesBelow(state, 'runtime permissions')) note(found, line, 'runtime');
  for (const line of linesBelow(own, 'requested permissions')) {
    // Since Android 10 a name may be followed by a remark: `: restricted=true`.
    const name = line.replace(/:.*$/, '');
    if (!found.has(name)) found.set(name, { name, granted: false, kind: 'install' });
  }
  return [...found.values()];
}

/** `android.permission.CAMERA: granted=true, flags=[ POLICY_FIXED|USER_SET]`; up to Android 9 with spaces between flags. */
function note(found: Map<string, PermissionState>, line: string, kind: PermissionState['kind']): void {
  const [, name, granted, flags = ''] = /^([\w.]+): granted=(true|false)(.*)$/.exec(line) ?? [];
  if (name === undefined) return;
  const fixed = flags.includes('SYSTEM_FIXED')
    ? 'by the system'
    : flags.includes('POLICY_FIXED')
      ? 'by a policy of the device'
      : undefined;
  found.set(name, { name, granted: granted === 'true', kind, ...(fixed && { fixed }) });
}

/** The lines that are indented more than the head above them. */
function linesBelow(text: string, head: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === `${head}:`);
  if (start < 0) return [];
  const depth = indentOf(lines[start] ?? '');
  const below = lines.slice(start + 1);
  const length = below.findIndex((line) => indentOf(line) <= depth);
  return below.slice(0, length < 0 ? undefined : length).map((line) => line.trim());
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Activities with a filter; the dump names no others. */
function activitiesIn(output: string, id: string): Pick<PackageDump, 'activities' | 'launchers'> {
  const [, table = ''] = /^Activity Resolver Table:\n((?: .*\n|\n(?= ))*)/m.exec(output) ?? [];
  const activities = new Set<string>();
  const launchers = new Set<string>();
  let current: string | undefined;
  for (const line of table.split('\n')) {
    const [, owner, name] = /^\s+[0-9a-f]+ ([\w.]+)\/([\w.$]+)/.exec(line) ?? [];
    if (name !== undefined) {
      current = owner === id ? name : undefined;
      if (current !== undefined) activities.add(current);
    } else if (current !== undefined && line.includes('"android.intent.category.LAUNCHER"'))
      launchers.add(current);
  }
  return { activities: [...activities], launchers: [...launchers] };
}
