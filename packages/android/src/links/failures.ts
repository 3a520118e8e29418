import { actionFailed, elementNotFound, permissionDenied } from '@handeye/core/device/errors';
import type { Intent } from '@handeye/core/device/services/links';
import type { Result } from '@handeye/adb/shell/shell';
import { outputOf } from '../phone.ts';

const LONGEST_WORDS = 200;

/**
 * Why `am` failed. Android 5 says so only in words: its exit code is 0 (recorded). From 8 on an exception is printed with its
 * trace, and the code is 255.
 */
export function intentFailure(result: Result, intent: Intent): Error | undefined {
  const said = `${outputOf(result)}\n${result.stderr}`;
  const complaint = /^(Error: .*|.*(?:Exception|Permission Denial): .*|usage: am .*)$/m
    .exec(said)?.[0]
    .trim();
  if (complaint === undefined && result.code === 0) return undefined;
  return (
    notFound(said, intent) ??
    forbidden(said, intent) ??
    background(said, intent) ??
    actionFailed(
      `The ${intent.type} could not be reached (exit ${result.code}): ${short(complaint ?? said.trim())}`,
    )
  );
}

const NO_SUCH_APP = 'Install one, or find another way.';
const HOW_ACTIONS_ARE_WRITTEN = 'Actions are written in full: android.intent.action.SEND, not SEND.';

function isShort(action: string | undefined): boolean {
  return action !== undefined && !action.includes('.');
}

/** No application has an activity for an intent. */
export function nobodyTakes({ packageName, data, action }: Intent): Error {
  const what = data === undefined ? `takes the action ${action ?? 'that was sent'}` : `opens ${kindOf(data)}`;
  return packageName === undefined
    ? actionFailed(`No app on this phone ${what}. ${isShort(action) ? HOW_ACTIONS_ARE_WRITTEN : NO_SUCH_APP}`)
    : actionFailed(
        `${packageName} takes nothing of this kind. Leave package_name out to let the phone choose.`,
      );
}

function notFound(said: string, intent: Intent): Error | undefined {
  const { component } = intent;
  if (said.includes('unable to resolve Intent')) return nobodyTakes(intent);
  if (/Activity class .* does not exist/.test(said)) {
    return elementNotFound(`There is no activity ${component ?? ''} on this phone. Check package and class.`);
  }
  if (said.includes('Not found; no service started')) {
    return elementNotFound(
      component === undefined
        ? 'No service takes this intent. Name the service with component.'
        : `There is no service ${component} on this phone. Check package and class.`,
    );
  }
  return undefined;
}

function kindOf(data: string): string {
  return `${data.slice(0, data.indexOf(':'))}: addresses of this kind`;
}

function forbidden(said: string, { type, action }: Intent): Error | undefined {
  if (said.includes('not exported from uid')) {
    return permissionDenied(
      `Only the app itself may reach this ${type}: it is not exported. Open the app and go there on its screens.`,
    );
  }
  if (said.includes('not allowed to send broadcast')) {
    return permissionDenied(
      `${action ?? 'This broadcast'} is a protected broadcast: only the system may send it (since Android 7 the shell may not).`,
    );
  }
  const permission = /requires? (?:permission )?([\w.]+\.[A-Z_]{3,})/i.exec(said)?.[1];
  if (permission !== undefined) {
    return permissionDenied(
      `This ${type} needs the permission ${permission}, which the shell does not hold.`,
    );
  }
  if (/SecurityException|Permission Denial|do not have permission/.test(said)) {
    const words =
      /^.*(?:Permission Denial|SecurityException|do not have permission).*$/m.exec(said)?.[0] ?? '';
    return permissionDenied(`Android does not let the shell do this: ${short(words.trim())}`);
  }
  return undefined;
}

/** Since Android 8 the shell cannot start a service of an app that is not in use. */
function background(said: string, { component }: Intent): Error | undefined {
  if (!said.includes('app is in background')) return undefined;
  const app = component?.slice(0, component.indexOf('/')) ?? 'the app';
  return actionFailed(
    `Android does not start a service of an app in the background (since Android 8). Open ${app} with open_app first, then send this again.`,
  );
}

function short(words: string): string {
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words;
}
