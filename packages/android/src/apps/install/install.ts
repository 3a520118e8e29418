import { askUntil } from '@handeye/core/call/ask-until';
import { type Call, withinLimit } from '@handeye/core/call/call';
import type { InstallOutcome, InstallWish } from '@handeye/core/device/services/app-manager';
import { actionFailed, DeviceError, isTimeout } from '@handeye/core/device/errors';
import { isConnectionLost } from '../../errors.ts';
import { outputOf, type Phone, retryIfConnectionLost } from '../../phone.ts';
import { type PackageDump, packageDumpCommand, parsePackageDump } from '../package-dump.ts';
import type { Apk } from './apk.ts';
import { installFailure } from './failures.ts';
import { InstallSession } from './session.ts';

/** Cleaning up after a failure has its own time: the call's may be over. */
const CLEANING_LIMIT_MS = 15_000;
/**
 * How many times, and how many milliseconds apart, a phone that had everything when the connection broke is asked whether it is
 * done.
 */
const UNTIL_DONE = { times: 10, apart: 1_000 };
/** Progress is reported each time this many more bytes have arrived. */
const PROGRESS_SHARE = 0.1;
/** Android 6. From then on an installation can grant run-time permissions. */
const FIRST_SDK_WITH_GRANTS = 23;

const ALL_GRANTED = 'This Android grants every permission at installation, so grant_permissions adds nothing';

interface Installation {
  readonly phone: Phone;
  readonly sdk: number;
  /** The base first. */
  readonly parts: readonly [Apk, ...Apk[]];
}

/** Installs an application from its parts, and verifies that the phone has it. A failure leaves nothing on the phone. */
export async function installApp(
  installation: Installation,
  wish: InstallWish,
  call: Call,
): Promise<InstallOutcome> {
  const { parts, sdk } = installation;
  const before = await readDump(installation, call);
  mustBeWished(parts[0], before, wish);
  const options = optionsFor(installation, wish);
  const remarks = wish.grantPermissions && sdk < FIRST_SDK_WITH_GRANTS ? [ALL_GRANTED] : [];
  let isSent = false;
  const onSent = () => (isSent = true);
  try {
    await runSession(installation, { options, onProgress: wish.onProgress, onSent }, call);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // The connection may have broken after the last step: the phone knows.
    const isDone = (after: PackageDump | undefined) => isInstalled(parts[0], before, after);
    const after = await stateAfterCut(installation, (dump) => !isSent || isDone(dump), call);
    if (after === 'unknown' || !isDone(after)) throw cutOff(error, { after, isSent });
    remarks.push('The connection broke meanwhile, but the phone has finished it');
  }
  return { ...(await verified(installation, before, call)), remarks, files: parts.length };
}

/** Problems that the files alone show are reported before anything is sent. */
function mustBeWished(base: Apk, before: PackageDump | undefined, wish: InstallWish): void {
  if (!before) return;
  const { versionCode: current = 0 } = before;
  if (!wish.replace) throw installFailure(`Failure [INSTALL_FAILED_ALREADY_EXISTS: ${base.id}]`, 'installed');
  if (base.versionCode >= current || wish.downgrade) return;
  const codes = `version code ${base.versionCode} is older than ${current}`;
  throw installFailure(`Failure [INSTALL_FAILED_VERSION_DOWNGRADE: ${codes}]`, 'installed');
}

/** Test-only builds are allowed (-t): developers try them out. */
function optionsFor({ parts, sdk }: Installation, wish: InstallWish): readonly string[] {
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    ...(wish.replace ? ['-r'] : []),
    '-t',
    ...(wish.downgrade ? ['-d'] : []),
    ...(wish.grantPermissions && sdk >= FIRST_SDK_WITH_GRANTS ? ['-g'] : []),
    ...['-S', String(total)],
  ];
}

async function runSession(
  { phone, parts }: Installation,
  {
    options,
    onProgress,
    onSent,
  }: { options: readonly string[]; onProgress: InstallWish['onProgress']; onSent: () => void },
  call: Call,
): Promise<void> {
  const session = await InstallSession.open(phone, options, call);
  try {
    const onBytes = progressOf(parts, onProgress);
    for (const part of parts) await session.write(part, fileNameOf(part), onBytes, call);
    onSent();
    onProgress?.('sent; the phone installs it');
    await session.commit(call);
  } catch (error) {
    await withinLimit({ clock: call.clock, limit: CLEANING_LIMIT_MS }, (cleaning) =>
      session.abandon(cleaning),
    ).catch(
      // The phone does it by itself as soon as our connection ends: see session.ts.
      () => undefined,
    );
    throw error;
  }
}

function progressOf(parts: readonly Apk[], onProgress: InstallWish['onProgress']): (count: number) => void {
  const total = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let sent = 0;
  let told = 0;
  return (count) => {
    sent += count;
    if (sent - told < total * PROGRESS_SHARE) return;
    told = sent;
    onProgress?.(`sent ${Math.round((100 * sent) / total)} % of ${Math.ceil(total / 1e6)} MB`);
  };
}

function fileNameOf({ split }: Apk): string {
  return split === undefined ? 'base.apk' : `split_${split.replace(/[^\w.]/g, '_')}.apk`;
}

async function readDump({ phone, parts }: Installation, call: Call): Promise<PackageDump | undefined> {
  const [{ id }] = parts;
  const result = await retryIfConnectionLost(call, () => phone.run(packageDumpCommand(id), call));
  return parsePackageDump(outputOf(result), id);
}

/** An update has another folder, and every installation has the version that was sent. */
function isInstalled(base: Apk, before: PackageDump | undefined, after: PackageDump | undefined): boolean {
  return (
    after?.versionCode === base.versionCode &&
    (after.codePath !== before?.codePath || after.updated !== before?.updated)
  );
}

async function verified(
  installation: Installation,
  before: PackageDump | undefined,
  call: Call,
): Promise<Pick<InstallOutcome, 'version' | 'replaced'>> {
  const [base] = installation.parts;
  const after = await readDump(installation, call);
  if (!after || !isInstalled(base, before, after)) {
    throw actionFailed(
      `The phone said that ${base.id} was installed, but it lists ${after ? `version ${after.version ?? '?'} of it` : 'no such app'}. Call get_app_info before you try again.`,
    );
  }
  return { version: after.version, replaced: before && { version: before.version } };
}

/** Reconnects and asks until `isDone` holds: the package manager may still be working. */
async function stateAfterCut(
  installation: Installation,
  isDone: (after: PackageDump | undefined) => boolean,
  { clock, signal }: Call,
): Promise<PackageDump | 'unknown' | undefined> {
  try {
    return await withinLimit({ clock, limit: CLEANING_LIMIT_MS, cancelled: signal }, (call) =>
      askUntil(() => readDump(installation, call), isDone, UNTIL_DONE, call),
    );
  } catch (error) {
    if (error instanceof DeviceError || isTimeout(error)) return 'unknown';
    throw error;
  }
}

function cutOff(
  error: unknown,
  { after, isSent }: { readonly after: PackageDump | 'unknown' | undefined; readonly isSent: boolean },
): Error {
  const old = after ? ' (the version from before is still there)' : '';
  const state =
    after === 'unknown'
      ? 'The phone does not answer now. It deletes by itself what it had received of an app that was not finished; call get_app_info once it is back.'
      : isSent
        ? `The phone had all of it and is back, but the app is not installed so far${old}. Call get_app_info before you try again.`
        : `The phone is back: the app was not installed${old}, and what it had received was deleted. Call install_app again.`;
  return actionFailed(`The connection to the phone broke during the installation. ${state}`, error);
}
