import type { Call } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Phone } from '../phone.ts';
import type { HelperChoice } from './choice.ts';
import { FIRST_SDK_WITH_HELPER, findApks, installedVersion, installHelper } from './packages.ts';

/** Whether the helper can serve a phone, and which one it is, or why it cannot. */
export interface HelperState {
  readonly usable: boolean;
  readonly why: string;
}

/** Servers of this major version answer like ours; an older one that somebody left on the phone may not. */
const KNOWN_LINE = '10.';

/** Says whether the helper could serve the phone. Changes nothing on it. */
export async function helperState(
  phone: Phone,
  { choice, sdk }: { choice: HelperChoice; sdk: number },
  call: Call,
): Promise<HelperState> {
  const no = (why: string): HelperState => ({ usable: false, why });
  if (choice === 'off') return no('--helper off');
  if (sdk < FIRST_SDK_WITH_HELPER) return no('the helper needs Android 8');
  const installed = await installedVersion(phone, call);
  if (choice === 'on') return helper((await findApks()).version);
  if (installed === undefined) return no("the helper is not installed; see 'handeye helper install'");
  return installed.startsWith(KNOWN_LINE)
    ? helper(installed)
    : no(`the helper on the phone has another version (${installed}); 'handeye helper install' replaces it`);
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

function helper(version: string): HelperState {
  return { usable: true, why: `the helper ${version} on the phone` };
}
