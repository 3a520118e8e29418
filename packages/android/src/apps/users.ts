import type { AppProfile, InstalledApp } from '@handeye/core/device/apps';
import { actionFailed } from '@handeye/core/device/errors';
import { FIRST_SDK_WITH_QUERIES, launchersCommand, parseLaunchers, parsePackages } from './packages.ts';
import { type Phone, outputOf, retryIfConnectionLost, sh } from '../phone.ts';
import type { Call } from '@handeye/core/call/call';

/** UserInfo.FLAG_MANAGED_PROFILE: a work profile. Since Android 11 FLAG_PROFILE (0x1000) is set beside it. */
const MANAGED_PROFILE = 0x20;
const ANY_PROFILE = 0x1000;

/** `UserInfo{10:Work profile:1030} running`: profiles beside the phone's user, not other people's users. */
export function parseProfiles(output: string): readonly AppProfile[] {
  return [...output.matchAll(/UserInfo\{(\d+):(.*):([0-9a-f]+)\}( running)?/g)].flatMap(
    ([, user = '', name = '', flags = '', running]) => {
      const isProfile = (parseInt(flags, 16) & (MANAGED_PROFILE | ANY_PROFILE)) !== 0;
      return isProfile && user !== '0' ? [{ user: Number(user), name, paused: running === undefined }] : [];
    },
  );
}

export const usersCommand = sh`pm list users`;

/** Android 8. From then on pm is a call of the package service instead of a Java program. */
export const FIRST_SDK_WITH_FAST_PM = 26;

export async function readProfiles(phone: Phone, call: Call): Promise<readonly AppProfile[]> {
  return parseProfiles(outputOf(await retryIfConnectionLost(call, () => phone.run(usersCommand, call))));
}

/** The packages installed in one profile. */
export interface ProfileApps {
  readonly profile: AppProfile;
  /** Paths by package. */
  readonly packages: ReadonlyMap<string, string>;
  /** `package/.Activity` by package, of packages with an icon. */
  readonly launchers: ReadonlyMap<string, string>;
}

interface Profiles {
  readonly profiles: readonly AppProfile[];
  /** Those of the phone's user: before Android 7 the only ones that are listed, for all users. */
  readonly launchers: ReadonlyMap<string, string>;
  readonly sdk: number;
}

/**
 * The apps of the profiles. An administrator may forbid debugging in a profile: then the shell may not query it ("Shell does
 * not have permission to access user 10"), and the answer says so.
 */
export async function readProfileApps(
  phone: Phone,
  { profiles, launchers, sdk }: Profiles,
  call: Call,
): Promise<{ readonly apps: readonly ProfileApps[]; readonly unlisted: string | undefined }> {
  const apps: ProfileApps[] = [];
  const closed: string[] = [];
  for (const profile of profiles) {
    const user = userOption({ profile });
    const commands = [
      sh`pm list packages -f ${user}`,
      ...(sdk >= FIRST_SDK_WITH_QUERIES ? [sh`${launchersCommand} ${user}`] : []),
    ];
    const answers = await retryIfConnectionLost(call, () => phone.script(commands, call));
    const [listed = '', queried] = answers.map(outputOf);
    const packages = parsePackages(listed);
    if (packages.size === 0) closed.push(profile.name);
    else
      apps.push({
        profile,
        packages,
        launchers: queried === undefined ? launchers : parseLaunchers(queried),
      });
  }
  const names = closed.map((name) => `'${name}'`).join(', ');
  return {
    apps,
    unlisted:
      closed.length === 0
        ? undefined
        : `The apps of the profile ${names} are not listed: its administrator does not let a computer see them.`,
  };
}

/** A profile that is switched off runs nothing. */
export function mustNotBePaused({ id, profile }: InstalledApp): void {
  if (profile?.paused !== true) return;
  throw actionFailed(
    `${id} is in the profile '${profile.name}', which is switched off. The user has to switch it on in the quick settings ("Work apps"), which may ask for its password.`,
  );
}

/** For an app of a profile; without it a command means the phone's own user, or all. */
export function userOption({ profile }: Pick<InstalledApp, 'profile'>): readonly string[] {
  return profile === undefined ? [] : ['--user', String(profile.user)];
}
