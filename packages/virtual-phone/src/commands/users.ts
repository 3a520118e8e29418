import type { WorkProfile } from '../framework/profiles/work-profile.ts';

/** Since Android 11 FLAG_PROFILE is set together with FLAG_MANAGED_PROFILE (UserInfo). */
const FIRST_SDK_WITH_PROFILE_FLAG = 30;

/** `pm list users`: numbers, names and flags in hexadecimal. */
export function userLines(profile: WorkProfile | undefined, sdk: number): string {
  const owner = '\tUserInfo{0:Owner:c13} running\n';
  if (profile === undefined) return owner;
  const flags = sdk >= FIRST_SDK_WITH_PROFILE_FLAG ? '1030' : '30';
  return `${owner}\tUserInfo{${profile.user}:${profile.name}:${flags}} running\n`;
}

/** The exception for a user that does not exist, or whose administrator forbids debugging. */
export function refusedUser(profile: WorkProfile | undefined, user: number | undefined): string | undefined {
  if (user === undefined) return undefined;
  if (profile?.user !== user) return `java.lang.IllegalArgumentException: Invalid user: ${user}`;
  if (profile.allowsShell) return undefined;
  return `java.lang.SecurityException: Shell does not have permission to access user ${user}`;
}
