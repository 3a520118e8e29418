import type { AppProfile, InstalledApp } from '../../device/apps.ts';
import { type Phone, outputOf, retryIfConnectionLost, sh } from '../phone.ts';
import type { Call } from '../../call/call.ts';

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

export async function readProfiles(phone: Phone, call: Call): Promise<readonly AppProfile[]> {
  return parseProfiles(outputOf(await retryIfConnectionLost(call, () => phone.run(sh`pm list users`, call))));
}

/** For an app of a profile; without it a command means the phone's own user, or all. */
export function userOption({ profile }: Pick<InstalledApp, 'profile'>): readonly string[] {
  return profile === undefined ? [] : ['--user', String(profile.user)];
}
