import type { Call } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Phone } from '../phone.ts';
import type { HelperChoice } from './choice.ts';
import { FIRST_SDK_WITH_HELPER, findApks, installedVersion, installHelper } from './packages.ts';

/** Which tier serves a phone, and why, in words for a person. */
export interface Tier {
  readonly helped: boolean;
  readonly why: string;
}

/** Servers of this major version answer like ours; an older one that somebody left on the phone may not. */
const KNOWN_LINE = '10.';

/** Says which tier would serve the phone. Changes nothing on it. */
export async function tierOf(
  phone: Phone,
  { choice, sdk }: { choice: HelperChoice; sdk: number },
  call: Call,
): Promise<Tier> {
  if (choice === 'off') return plainAdb('--helper off');
  if (sdk < FIRST_SDK_WITH_HELPER) return plainAdb('the helper needs Android 8');
  const installed = await installedVersion(phone, call);
  if (choice === 'on') return helper((await findApks()).version);
  if (installed === undefined) return plainAdb("the helper is not installed; see 'handeye helper install'");
  return installed.startsWith(KNOWN_LINE)
    ? helper(installed)
    : plainAdb(
        `the helper on the phone has another version (${installed}); 'handeye helper install' replaces it`,
      );
}

/** Prepares the tier: with `on`, installs the right version of the helper. */
export async function prepareTier(
  phone: Phone,
  { choice, sdk }: { choice: HelperChoice; sdk: number },
  call: Call,
): Promise<Tier> {
  if (choice === 'on') await mustHaveHelper(phone, sdk, call);
  return tierOf(phone, { choice, sdk }, call);
}

/** Installs the helper unless this exact version is installed. True if it was installed now. */
export async function mustHaveHelper(phone: Phone, sdk: number, call: Call): Promise<boolean> {
  if (sdk < FIRST_SDK_WITH_HELPER) {
    throw permissionDenied('The helper needs Android 8 or later, and this phone is older.');
  }
  const apks = await findApks();
  if ((await installedVersion(phone, call)) === apks.version) return false;
  await installHelper(phone, apks, call);
  return true;
}

/** The first tier, which always works. */
export function plainAdb(why: string): Tier {
  return { helped: false, why: `plain ADB (${why})` };
}

function helper(version: string): Tier {
  return { helped: true, why: `the helper ${version} on the phone` };
}
