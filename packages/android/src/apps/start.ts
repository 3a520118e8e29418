import type { AppProfile } from '@handeye/core/device/apps';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '@handeye/core/device/errors';
import type { Result } from '@handeye/adb/shell/shell';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { outputOf, sh } from '../phone.ts';

/** An activity to be started. */
export interface Launch {
  readonly packageName: string;
  /** `package/.Activity`; undefined if the activity with the icon is not known. */
  readonly component: string | undefined;
  /** As the caller named it; undefined for the one with the icon. */
  readonly activity: string | undefined;
  readonly profile?: AppProfile | undefined;
}

/** FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_RESET_TASK_IF_NEEDED, as a launcher starts an app: an open one stays as it is. */
const LAUNCHER_FLAGS = '0x10200000';
const MAIN = 'android.intent.action.MAIN';
const LAUNCHER = 'android.intent.category.LAUNCHER';

const CLASS_NAME = /^\.?[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/** `.Main`, `Main`, `org.example.Main` and `org.example/.Main` all name an activity of org.example. */
export function componentOf(packageName: string, activity: string): string {
  const text = activity.trim();
  const [owner, named] = text.includes('/') ? splitAt(text, text.indexOf('/')) : [packageName, text];
  if (owner !== packageName) {
    throw invalidParams(
      `Parameter 'activity' names another app than ${packageName}. Pass that one as app, with its activity.`,
    );
  }
  if (!CLASS_NAME.test(named)) {
    throw invalidParams(`Parameter 'activity' must be the name of an activity, such as .MainActivity`);
  }
  return `${packageName}/${named.includes('.') ? named : `.${named}`}`;
}

/** Starts an activity; for a package whose icon is not known, the activity that monkey finds. */
export function startCommand({ packageName, component, activity, profile }: Launch): ShellCommand {
  if (component === undefined) return sh`monkey -p ${packageName} -c ${LAUNCHER} 1`;
  const start = profile === undefined ? sh`am start` : sh`am start --user ${profile.user}`;
  if (activity !== undefined) return sh`${start} -n ${component}`;
  return sh`${start} -a ${MAIN} -c ${LAUNCHER} -f ${LAUNCHER_FLAGS} -n ${component}`;
}

/** The reason why nothing was started. Android 5 gives it only in words: its exit code is 0 (recorded). */
export function startFailure(result: Result, launch: Launch): Error | undefined {
  const said = `${outputOf(result)}\n${result.stderr}`;
  const { packageName, activity } = launch;
  if (said.includes('No activities found to run')) return nothingToOpen(packageName);
  if (/SecurityException|Permission Denial/.test(said)) return forbidden(said, launch);
  if (/Activity class .* does not exist/.test(said)) {
    return activity === undefined
      ? actionFailed(
          `${packageName} could not be opened: what its icon opens is not there any more. Call list_apps.`,
        )
      : elementNotFound(
          `${packageName} has no activity '${activity}'. Leave activity out to open its first screen.`,
        );
  }
  const complaint = /^(Error: .*|.*Exception: .*)$/m.exec(said)?.[0];
  if (complaint === undefined && result.code === 0) return undefined;
  const words = (complaint ?? said).trim().slice(0, 200);
  return actionFailed(`${packageName} could not be opened (exit ${result.code}): ${words}`);
}

export function isDisabled(packageName: string): Error {
  return actionFailed(
    `${packageName} is disabled, so nothing of it can be opened. The user has to enable it in the phone's settings, under Apps.`,
  );
}

function nothingToOpen(packageName: string): Error {
  return actionFailed(
    `${packageName} is installed but has no icon, so there is nothing to open. If you know one of its activities, pass it as activity.`,
  );
}

function forbidden(said: string, { packageName, activity }: Launch): Error {
  const why = said.includes('not exported')
    ? `only ${packageName} itself may open ${activity ?? 'it'}`
    : (/^.*(?:Permission Denial|SecurityException).*$/m.exec(said)?.[0] ?? '').trim().slice(0, 200);
  const advice = activity === undefined ? '' : ' Leave activity out, and go there from its first screen.';
  return permissionDenied(`Android does not let the shell open this: ${why}.${advice}`);
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}
