import type { PermissionState } from '@handeye/core/device/services/app-manager';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '@handeye/core/device/errors';

/** Android 6. From then on permissions are granted while an app runs. */
const FIRST_SDK_WITH_RUNTIME_PERMISSIONS = 23;

const FULL_NAME = /^[A-Za-z_]\w*(\.\w+)+$/;
const SHORT_NAME = /^[A-Za-z_]\w*$/;
const PLATFORM_PREFIX = 'android.permission.';
/** The most names in an error. */
const MOST_NAMES = 12;

/** `CAMERA`, `camera` and `android.permission.CAMERA` are one; of an app's own permissions the last part will do. */
export function permissionMeant(
  wanted: string,
  permissions: readonly PermissionState[],
  id: string,
): PermissionState {
  const text = wanted.trim();
  if (!FULL_NAME.test(text) && !SHORT_NAME.test(text))
    throw invalidParams(`'${text}' is no name of a permission. Pass one such as CAMERA.`);
  const upper = text.toUpperCase();
  const isMeant = ({ name }: PermissionState) =>
    name === text || name.toUpperCase() === (PLATFORM_PREFIX + text).toUpperCase();
  const byLastPart = ({ name }: PermissionState) => shortName(name).toUpperCase() === upper;
  const found = permissions.find(isMeant) ?? permissions.find(byLastPart);
  if (found) return found;
  const asked = permissions.filter(({ kind }) => kind === 'runtime').map(({ name }) => shortName(name));
  const more = asked.length > MOST_NAMES ? ` and ${asked.length - MOST_NAMES} more` : '';
  const has =
    asked.length === 0
      ? 'It asks for none that can be changed.'
      : `It asks for: ${asked.slice(0, MOST_NAMES).join(', ')}${more}.`;
  throw elementNotFound(
    `${id} does not ask for the permission ${text}, so it can neither be granted nor revoked. ${has}`,
  );
}

export function shortName(permission: string): string {
  return permission.slice(permission.lastIndexOf('.') + 1);
}

/** Why the permission cannot be changed; undefined if it can. */
export function unchangeable(permission: PermissionState, id: string, sdk: number): Error | undefined {
  const name = shortName(permission.name);
  if (sdk < FIRST_SDK_WITH_RUNTIME_PERMISSIONS) {
    return permissionDenied(
      `Before Android 6 an app has all its permissions from its installation on; ${name} alone can be neither given nor taken. Uninstall ${id} if it must not have it.`,
    );
  }
  if (permission.fixed) {
    return permissionDenied(
      `${name} of ${id} is fixed ${permission.fixed}: ${permission.granted ? 'it is granted' : 'it is denied'}, and the shell cannot change that.`,
    );
  }
  return undefined;
}

/** The reason in pm's refusal. */
export function changeFailure(said: string, { name, kind, granted }: PermissionState, id: string): Error {
  const short = shortName(name);
  if (/not a changeable permission type|required by the application/.test(said) || kind === 'install') {
    return permissionDenied(
      `${short} is ${granted ? 'granted to' : 'withheld from'} ${id} by its installation; only permissions that Android asks the user for can be changed.`,
    );
  }
  if (/GRANT_RUNTIME_PERMISSIONS|REVOKE_RUNTIME_PERMISSIONS/.test(said)) {
    return permissionDenied(
      `The phone does not let a computer change permissions. In its developer options the user has to switch on "USB debugging (Security settings)" (Xiaomi) or "Disable permission monitoring" (OPPO, realme).`,
    );
  }
  const words = /^.*Exception: .*$/m.exec(said)?.[0] ?? said;
  return actionFailed(`${short} of ${id} could not be changed: ${words.trim().slice(0, 200)}`);
}
