import { readFile } from 'node:fs/promises';
import type { Call } from '../../call/call.ts';
import { actionFailed, permissionDenied } from '../../device/errors.ts';
import { outputOf, type Phone, sh } from '../phone.ts';

/** The helper: the UiAutomator2 server, and the package whose instrumentation starts it. */
export const SERVER_PACKAGE = 'io.appium.uiautomator2.server';
export const TEST_PACKAGE = `${SERVER_PACKAGE}.test`;

/** The server's APK needs Android 8 (minSdkVersion 26). */
export const FIRST_SDK_WITH_HELPER = 26;

/** The APKs of the npm package. */
export interface Apks {
  readonly version: string;
  readonly files: readonly string[];
}

/** Finds the APKs. They are in an optional npm package, so that an installation without them works, too. */
export async function findApks(): Promise<Apks> {
  try {
    const { version, SERVER_APK_PATH, TEST_APK_PATH } = await import('appium-uiautomator2-server');
    return { version, files: [SERVER_APK_PATH, TEST_APK_PATH] };
  } catch (error) {
    throw permissionDenied(
      'The helper is not part of this installation of Handeye: install it again with npm, without --omit=optional.',
      error,
    );
  }
}

/** The version of the helper on the phone; undefined unless both of its packages are installed. */
export async function installedVersion(phone: Phone, call: Call): Promise<string | undefined> {
  const [listed = '', details = ''] = (
    await phone.script([sh`pm list packages ${SERVER_PACKAGE}`, sh`dumpsys package ${SERVER_PACKAGE}`], call)
  ).map(outputOf);
  const packages = listed.split(/\r?\n/).map((line) => line.replace(/^package:/, '').trim());
  if (!packages.includes(SERVER_PACKAGE) || !packages.includes(TEST_PACKAGE)) return undefined;
  return /^\s*versionName=(\S+)/m.exec(details)?.[1] ?? 'unknown';
}

/** Installs the helper, replacing another version of it. */
export async function installHelper(phone: Phone, { files }: Apks, call: Call): Promise<void> {
  const refusal = await installAll(phone, files, call);
  if (refusal === undefined) return;
  // A newer version, or one with another signature, must be uninstalled first.
  if (!/INSTALL_FAILED_(UPDATE_INCOMPATIBLE|VERSION_DOWNGRADE)/.test(refusal)) throw refused(refusal);
  await uninstall(phone, call);
  const again = await installAll(phone, files, call);
  if (again !== undefined) throw refused(again);
}

export async function removeHelper(phone: Phone, call: Call): Promise<void> {
  await uninstall(phone, call);
  if ((await installedVersion(phone, call)) !== undefined) {
    throw actionFailed('The phone refused to remove the helper.');
  }
}

async function uninstall(phone: Phone, call: Call): Promise<void> {
  await phone.script([sh`pm uninstall ${TEST_PACKAGE}`, sh`pm uninstall ${SERVER_PACKAGE}`], call);
}

/** `pm install` takes only a file on the phone; the shell's folder exists on every version. */
const APK_ON_PHONE = '/data/local/tmp/handeye-helper.apk';

/** Installs them in order; returns the phone's message if it refused one. */
async function installAll(phone: Phone, files: readonly string[], call: Call): Promise<string | undefined> {
  try {
    for (const file of files) {
      await phone.push({ path: APK_ON_PHONE, bytes: await readFile(file) }, call);
      // -g grants all permissions, -t allows test packages; both exist since Android 6.
      const result = await phone.run(sh`pm install -r -g -t ${APK_ON_PHONE}`, call);
      const said = `${outputOf(result)}\n${result.stderr}`;
      if (!/^Success/m.test(said)) return said;
    }
    return undefined;
  } finally {
    await phone.run(sh`rm -f ${APK_ON_PHONE}`, call);
  }
}

function refused(said: string): Error {
  const code = /Failure \[([^\]]{1,200})/.exec(said)?.[1] ?? said.trim().slice(0, 200);
  const isForbidden = /INSTALL_FAILED_(USER_RESTRICTED|VERIFICATION_FAILURE)/.test(code);
  const advice = isForbidden ? ' Allow installing over USB in its developer options.' : '';
  return actionFailed(`The phone refused to install the helper: ${code}.${advice}`);
}
