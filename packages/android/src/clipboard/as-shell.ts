import type { Call } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import { outputOf, type Phone, sh } from '../phone.ts';
import { type ClipForm, textOfClip } from './clip.ts';
import { bytesOfDump, UnreadableParcel } from './parcel.ts';
import { ParcelReader } from './parcel.ts';

/** The shell's own package. It holds READ_CLIPBOARD_IN_BACKGROUND "for testing purposes" (ClipboardService). */
const SHELL = 'com.android.shell';

type Argument = 'package' | 'no attribution' | 'user' | 'device';

/**
 * The call that asks a version of Android for its clip, and the form of the answer. Forms that differ within a version are
 * tried in turn.
 */
interface Asking {
  /** The transaction code of getPrimaryClip in IClipboard. Next to it is clearPrimaryClip: never guess. */
  readonly code: number;
  readonly calls: readonly (readonly Argument[])[];
  readonly forms: readonly ClipForm[];
}

const android10: ClipForm = { texts: 'utf16', classified: false, flaggedBundles: false };
const android11: ClipForm = { ...android10, texts: 'utf8' };
const android12: ClipForm = { ...android11, classified: true };
const android16: ClipForm = { ...android12, flaggedBundles: true };

const sinceAndroid10: readonly Argument[] = ['package', 'user'];
/** Added by the first quarterly update of Android 13, within SDK 33. */
const sinceLate13: readonly Argument[] = ['package', 'no attribution', 'user'];
const sinceAndroid14: readonly Argument[] = [...sinceLate13, 'device'];

/** By SDK version, from the sources of android.content.IClipboard and android.content.ClipData. */
const askings: Readonly<Record<number, Asking>> = {
  29: { code: 3, calls: [sinceAndroid10], forms: [android10] },
  30: { code: 3, calls: [sinceAndroid10], forms: [android11] },
  31: { code: 4, calls: [sinceAndroid10], forms: [android12] },
  32: { code: 4, calls: [sinceAndroid10], forms: [android12] },
  // A call with too many arguments is refused before it does anything (Parcel.enforceNoDataAvail, since 13).
  33: { code: 4, calls: [sinceLate13, sinceAndroid10], forms: [android12] },
  34: { code: 4, calls: [sinceAndroid14], forms: [android12] },
  35: { code: 4, calls: [sinceAndroid14], forms: [android12, android16] },
  36: { code: 4, calls: [sinceAndroid14], forms: [android16, android12] },
};

/** Reads the clipboard as the shell, with a binder call; null if it holds no text or the phone is locked. */
export async function readClipboardAsShell(
  phone: Phone,
  { sdk, call }: { sdk: number; call: Call },
): Promise<string | null> {
  const asking = askings[sdk];
  if (asking === undefined) throw notKnown();
  const user = await currentUser(phone, call);
  let refusal = '';
  for (const args of asking.calls) {
    const words = args.flatMap((arg) => wordsOf(arg, user));
    const answer = outputOf(await phone.run(sh`service call clipboard ${asking.code} ${words}`, call));
    const read = readAnswer(answer, asking.forms);
    if ('text' in read) return read.text;
    refusal = read.refusal;
  }
  throw permissionDenied(`The phone refuses to show its clipboard (${refusal.slice(0, 200)}).`);
}

/** Whether the clipboard of this version can be cleared, and read to prove it, without anything on the phone. */
export function clearsAsShell(sdk: number): boolean {
  return askings[sdk] !== undefined;
}

/** Empties the clipboard as the shell. clearPrimaryClip stands right before getPrimaryClip, and takes the same arguments. */
export async function clearClipboardAsShell(
  phone: Phone,
  { sdk, call }: { sdk: number; call: Call },
): Promise<void> {
  const asking = askings[sdk];
  if (asking === undefined) throw notKnown();
  const user = await currentUser(phone, call);
  for (const args of asking.calls) {
    const words = args.flatMap((arg) => wordsOf(arg, user));
    await phone.run(sh`service call clipboard ${asking.code - 1} ${words}`, call);
  }
  if ((await readClipboardAsShell(phone, { sdk, call })) !== null)
    throw actionFailed('The phone was told to clear its clipboard, and still has something on it.');
}

function notKnown(): Error {
  return permissionDenied(
    'Handeye does not know how to read the clipboard on this version of Android, and a wrong call could clear it.',
  );
}

/** The active user, to whom the clipboard belongs, as for an application. */
async function currentUser(phone: Phone, call: Call): Promise<number> {
  const said = outputOf(await phone.run(sh`am get-current-user`, call)).trim();
  if (/^\d+$/.test(said)) return Number(said);
  throw actionFailed(`The phone does not say which user is active: ${said.slice(0, 100)}`);
}

/** An argument in the syntax of `service call`. A null string is only its length, -1. */
function wordsOf(arg: Argument, user: number): readonly (string | number)[] {
  switch (arg) {
    case 'package':
      return ['s16', SHELL];
    case 'no attribution':
      return ['i32', -1];
    case 'user':
      return ['i32', user];
    case 'device':
      return ['i32', 0];
  }
}

type Read = { readonly text: string | null } | { readonly refusal: string };

/** The answer: an exception code and message, or 0, a flag whether there is a clip, and the clip. */
function readAnswer(answer: string, forms: readonly ClipForm[]): Read {
  try {
    const bytes = bytesOfDump(answer);
    const parcel = new ParcelReader(bytes);
    const exception = parcel.int();
    if (exception !== 0) return { refusal: parcel.string('utf16') ?? `exception ${exception}` };
    return { text: parcel.boolean() ? textInForm(bytes, forms) : null };
  } catch (error) {
    if (!(error instanceof UnreadableParcel)) throw error;
    throw actionFailed(`The phone's answer about its clipboard cannot be read: ${error.message}.`, error);
  }
}

/** No clip fits two forms: a boolean or a count in one form is neither in the other. */
function textInForm(bytes: Buffer, [form, ...others]: readonly ClipForm[]): string | null {
  if (form === undefined) throw new UnreadableParcel('it has no known form');
  const parcel = new ParcelReader(bytes);
  parcel.skip(ANSWER_HEAD);
  try {
    return textOfClip(parcel, form);
  } catch (error) {
    if (!(error instanceof UnreadableParcel) || others.length === 0) throw error;
    return textInForm(bytes, others);
  }
}

/** The exception code and the flag before the clip. */
const ANSWER_HEAD = 8;
