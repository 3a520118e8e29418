import type { AppInfo, PermissionState } from '../../device/services/app-manager.ts';
import { sizeText } from '../../text/size.ts';
import { oneLine } from '@handeye/screen/sanitize';
import { lastPart } from './app-choice.ts';

/** Longer lists are cut: an app with more activities than this has them for the system, not for a reader. */
const MOST_ACTIVITIES = 20;
const PLATFORM_PREFIX = 'android.permission.';

/** The facts about an app, a line each. Every text of the app is on one line, behind a word of ours. */
export function appInfoLines(title: string, info: AppInfo): readonly string[] {
  return [
    title,
    `version: ${versionOf(info)}`,
    `state: ${stateOf(info)}`,
    `installed: ${installationOf(info)}`,
    `size: ${info.bytes === undefined ? 'unknown' : `${sizeText(info.bytes)} in ${counted(info.files, 'file')}, without its data`}`,
    `activities: ${activitiesOf(info)}`,
    ...permissionLines(info.permissions),
  ];
}

function versionOf({ version, versionCode, minSdk, targetSdk }: AppInfo): string {
  const parts = [
    oneLine(version) || 'none',
    versionCode !== undefined && `code ${versionCode}`,
    targetSdk !== undefined && `target SDK ${targetSdk}`,
    minSdk !== undefined && `min SDK ${minSdk}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function stateOf({ running, enabled, system, debuggable }: AppInfo): string {
  const words = [
    running ? 'running' : 'not running',
    !enabled && 'disabled',
    system && 'came with the device',
    debuggable && 'debug build',
  ];
  return words.filter((word) => word !== false).join(', ');
}

function installationOf({ installed, updated, installer }: AppInfo): string {
  const by = installer === undefined ? 'installer unknown' : `by ${oneLine(installer)}`;
  const times = updated === undefined || updated === installed ? [] : [`updated ${oneLine(updated)}`];
  return [...(installed === undefined ? [] : [oneLine(installed)]), by, ...times].join(', ');
}

function activitiesOf({ activities, launchers }: AppInfo): string {
  if (activities.length === 0) return 'none that others can open';
  const first = [...launchers, ...activities.filter((name) => !launchers.includes(name))];
  const words = first
    .slice(0, MOST_ACTIVITIES)
    .map((name) => (launchers.includes(name) ? `${oneLine(name)} (icon)` : oneLine(name)));
  const more = first.length > MOST_ACTIVITIES ? `, and ${first.length - MOST_ACTIVITIES} more` : '';
  return `${words.join(', ')}${more}`;
}

function permissionLines(permissions: readonly PermissionState[]): readonly string[] {
  if (permissions.length === 0) return ['permissions: none'];
  const line = (head: string, chosen: readonly PermissionState[]) =>
    chosen.length === 0 ? [] : [`${head}: ${chosen.map(permissionText).join(', ')}`];
  const runtime = permissions.filter(({ kind }) => kind === 'runtime');
  const install = permissions.filter(({ kind }) => kind === 'install');
  return [
    ...line(
      'permissions granted',
      runtime.filter(({ granted }) => granted),
    ),
    ...line(
      'permissions denied',
      runtime.filter(({ granted }) => !granted),
    ),
    ...line(
      'granted at installation',
      install.filter(({ granted }) => granted),
    ),
    ...line(
      'not given at installation',
      install.filter(({ granted }) => !granted),
    ),
  ];
}

function permissionText({ name, fixed }: PermissionState): string {
  const short = name.startsWith(PLATFORM_PREFIX) ? lastPart(name) : name;
  return fixed === undefined ? oneLine(short) : `${oneLine(short)} (fixed ${fixed})`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
