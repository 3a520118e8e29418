import type { Framework } from '../../framework/system/framework.ts';
import { Parcel } from './parcel.ts';

/**
 * The clipboard's binder service (android.content.IClipboard), for callers with the shell's identity. The shell has
 * READ_CLIPBOARD_IN_BACKGROUND since Android 10; before, any caller could read.
 */
interface Interface {
  /** Methods in the order of the AIDL file; the code of the first is 1. */
  readonly methods: readonly string[];
  /** Whether methods take an attribution tag after the package, a user, and a device. */
  readonly takes: { readonly attribution: boolean; readonly user: boolean; readonly device: boolean };
  /** Whether a call with extra arguments is refused: AIDL's stubs do so since Android 13. */
  readonly exact: boolean;
}

const reading = ['getPrimaryClip', 'getPrimaryClipDescription', 'hasPrimaryClip'];
const listening = ['addPrimaryClipChangedListener', 'removePrimaryClipChangedListener', 'hasClipboardText'];

function interfaceOf(sdk: number): Interface {
  const clearing = sdk >= 28 ? ['clearPrimaryClip'] : [];
  const lending = sdk >= 31 ? ['setPrimaryClipAsPackage'] : [];
  const source = sdk >= 31 ? ['getPrimaryClipSource'] : [];
  return {
    methods: ['setPrimaryClip', ...lending, ...clearing, ...reading, ...listening, ...source],
    takes: { attribution: sdk >= 34, user: sdk >= 29, device: sdk >= 34 },
    exact: sdk >= 33,
  };
}

/** The service's answer to a call; undefined for an unknown code. */
export function callClipboard(framework: Framework, code: number, data: Parcel): Parcel | undefined {
  const { methods, takes, exact } = interfaceOf(framework.shape.sdk);
  const answer = answers.get(methods[code - 1] ?? '');
  if (answer === undefined) return undefined;
  const caller = data.readString16();
  if (takes.attribution) data.readString16();
  const user = takes.user ? data.readInt32() : 0;
  if (takes.device) data.readInt32();
  if (exact && data.unread > 0)
    return exception(BAD_PARCELABLE, `Parcel data not fully consumed, unread size: ${data.unread}`);
  if (user === EVERYBODY) return exception(ILLEGAL_ARGUMENT, `Call does not support special user #${user}`);
  if (caller !== SHELL_PACKAGE)
    return exception(SECURITY, `Specified package "${String(caller)}" under uid ${SHELL_UID} but it is not`);
  return answer(framework, new Parcel().writeInt32(NO_EXCEPTION));
}

const SHELL_PACKAGE = 'com.android.shell';
const SHELL_UID = 2000;
const EVERYBODY = -1;
const NO_EXCEPTION = 0;
const SECURITY = -1;
const BAD_PARCELABLE = -2;
const ILLEGAL_ARGUMENT = -3;

/** An exception: its code, its message, and no stack trace. */
function exception(number: number, message: string): Parcel {
  return new Parcel().writeInt32(number).writeString16(message).writeInt32(0);
}

/** Methods that `service` can call; the others take a clip or a listener, which it cannot write. */
const answers: ReadonlyMap<string, (framework: Framework, reply: Parcel) => Parcel> = new Map([
  [
    'getPrimaryClip',
    ({ clipboard, clock, shape }: Framework, reply: Parcel) =>
      clipboard.text === ''
        ? reply.writeInt32(0)
        : writeClip(reply.writeInt32(1), { ...clipboard, sdk: shape.sdk, time: clock.now() }),
  ],
  [
    'clearPrimaryClip',
    ({ clipboard }: Framework, reply: Parcel) => {
      clipboard.text = '';
      return reply;
    },
  ],
  ['hasPrimaryClip', hasText],
  ['hasClipboardText', hasText],
]);

function hasText({ clipboard }: Framework, reply: Parcel): Parcel {
  return reply.writeInt32(clipboard.text === '' ? 0 : 1);
}

interface Clip {
  readonly text: string;
  readonly time: number;
  readonly sdk: number;
}

const NO_BUNDLE = -1;
const EMPTY_BUNDLE = 0;
/** The text is too long to classify, or there is no classifier. */
const NOT_CLASSIFIED = 2;

/** ClipData.writeToParcel for a plain text, as every application copies it: without a label, in one item. */
function writeClip(parcel: Parcel, { text, time, sdk }: Clip): Parcel {
  writeCharSequence(parcel, null, sdk);
  parcel.writeInt32(1).writeString16('text/plain');
  if (sdk >= 24) parcel.writeInt32(NO_BUNDLE);
  if (sdk >= 26) parcel.writeInt64(BigInt(Math.floor(time)));
  // Since Android 12: not styled, and the classifier's result.
  if (sdk >= 31) parcel.writeInt32(0).writeInt32(NOT_CLASSIFIED).writeInt32(EMPTY_BUNDLE);
  const noIcon = 0;
  parcel.writeInt32(noIcon).writeInt32(1);
  writeCharSequence(parcel, text, sdk);
  // No HTML, no intent, no address; since Android 12 also no activity and no links.
  parcel.writeInt32(-1).writeInt32(0).writeInt32(0);
  return sdk >= 31 ? parcel.writeInt32(0).writeInt32(0) : parcel;
}

/** TextUtils.writeToParcel for a text without styles: UTF-8 since Android 11. */
function writeCharSequence(parcel: Parcel, text: string | null, sdk: number): void {
  parcel.writeInt32(1);
  if (sdk >= 30) parcel.writeString8(text);
  else parcel.writeString16(text);
}
