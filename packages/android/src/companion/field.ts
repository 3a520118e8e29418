import type { Call } from '@handeye/core/call/call';
import { NotOffered, permissionDenied } from '@handeye/core/device/errors';
import type { UiNode } from '@handeye/screen/node';
import type { Phone } from '../phone.ts';
import { noBreaksHere, hasBreaks } from '../input/line-breaks.ts';
import { type FieldInWindow, readEditor } from '../screen/editor.ts';
import { CompanionGone, CompanionRefused } from './errors.ts';
import { actRequest, type Handle } from './nodes.ts';
import type { RunningCompanion } from './running.ts';

/** KeyEvent's numbers, and its bits for a Ctrl key that is held. */
const keys = { END: 123, A: 29, DEL: 67 } as const;
export const CTRL = 0x1000 | 0x2000;

/** Up to Android 7.1 set-text works although no field lists it. */
const LAST_SDK_WITHOUT_SET_TEXT_LISTED = 25;
/** Android 8. From then on a node says whether it shows its hint. */
const HINTS_SINCE = 26;

/** Sends a request for keys, compared with what they were judged by. */
export type JudgedKeys = (
  request: { readonly do: string; readonly [parameter: string]: unknown },
  call: Call,
) => Promise<void>;

/** A field, and the means to write to it. */
export interface FieldAccess {
  readonly companion: RunningCompanion;
  readonly phone: Phone;
  readonly sdk: number;
  readonly field: FieldInWindow;
  readonly handle: Handle | undefined;
  /** Sends keys by what they were judged by. */
  readonly keys: JudgedKeys;
}

/** Replaces a field's content by Android's own set-text action, or by keys in a field that does not offer it. */
export async function replaceText(access: FieldAccess, text: string, call: Call): Promise<void> {
  mustTake(text, access.field);
  const { handle } = access;
  if (handle && offersSetText(access.field.node, access.sdk)) {
    await takeFocus(access.companion, access.field, handle, call);
    await setText(access.companion, handle, text, call);
    return;
  }
  if (!access.field.node.focused) {
    throw new NotOffered(
      'The field takes no text by accessibility. Click it, then try again: keys will do it.',
    );
  }
  await pressKeys(access, { codes: [keys.A], meta: CTRL }, call);
  // Typed text replaces the selection.
  await afterSelecting(async () => {
    if (text === '') await pressKeys(access, { codes: [keys.DEL] }, call);
    else await typeKeys(access, text, call);
  });
}

/**
 * Writes at the end of the focused field, by setting its old content and the new text. The content of a password field is
 * unknown, so only an empty one can be written to this way, and keys do the rest.
 */
export async function appendText(access: FieldAccess, text: string, call: Call): Promise<void> {
  if (text === '') return;
  mustTake(text, access.field);
  if (await addedByAction(access, text, call)) return;
  if (access.field.node.password) mustBeKeys(text);
  await pressKeys(access, { codes: [keys.END], meta: access.field.node.multiline ? CTRL : 0 }, call);
  await typeKeys(access, text, call);
}

/** Appends to the field's content by set-text; false if the field does not offer that, or its content is unknown. */
export async function addedByAction(access: FieldAccess, text: string, call: Call): Promise<boolean> {
  const { companion, field, handle, sdk } = access;
  if (!handle || !offersSetText(field.node, sdk)) return false;
  const before = await contentOf(access, call);
  if (before === undefined) return false;
  await setText(companion, handle, before + text, call);
  return true;
}

/** Refuses line breaks and tabs for a field that takes none: set-text would put them into any field. */
function mustTake(text: string, { node }: FieldInWindow): void {
  if (hasBreaks(text) && !node.multiline) throw noBreaksHere({ inputType: 0 });
}

function offersSetText({ actions = [] }: Pick<UiNode, 'actions'>, sdk: number): boolean {
  return sdk <= LAST_SDK_WITHOUT_SET_TEXT_LISTED || actions.includes('setText');
}

/** The field's content; undefined if it is unknown: a password, or a possible hint (up to Android 7.1). */
async function contentOf(access: FieldAccess, call: Call): Promise<string | undefined> {
  const { phone, sdk, field, handle } = access;
  const { password, text, rawText = '' } = field.node;
  if (password) return text === undefined ? '' : undefined;
  if (sdk >= HINTS_SINCE || rawText === '') return rawText;
  // In an empty field that shows its hint, the cursor can only be at its start.
  if ((handle?.cursor ?? 0) > 0) return rawText;
  const editor = await readEditor(phone, field, call);
  if (editor === undefined) return undefined;
  return editor.hint === rawText ? '' : rawText;
}

/**
 * Gives the field the focus, as the finger of plain ADB does, so that the next text or key goes to the field that was written
 * to. A field that does not take the focus is written to all the same.
 */
export async function takeFocus(
  companion: RunningCompanion,
  { node }: FieldInWindow,
  handle: Handle,
  call: Call,
): Promise<void> {
  if (node.focused || node.actions?.includes('focus') !== true) return;
  try {
    await perform(companion, handle, { action: 'focus' }, call);
  } catch (error) {
    // Nothing is written yet, whether or not it took the focus.
    if (error instanceof CompanionGone) throw new CompanionGone(error.message, 'no', { cause: error });
    if (!(error instanceof CompanionRefused) || error.code === 'stale') throw error;
  }
}

async function setText(companion: RunningCompanion, handle: Handle, text: string, call: Call): Promise<void> {
  await perform(companion, handle, { action: 'setText', text }, call);
}

async function perform(
  companion: RunningCompanion,
  handle: Handle,
  what: { readonly action: string; readonly text?: string },
  call: Call,
): Promise<void> {
  await companion.ask(actRequest(handle, what), call);
}

async function pressKeys(
  access: FieldAccess,
  { codes, meta = 0 }: { codes: readonly number[]; meta?: number },
  call: Call,
): Promise<void> {
  await access.keys({ do: 'key', codes, meta }, call);
}

async function typeKeys({ keys: send }: FieldAccess, text: string, call: Call): Promise<void> {
  try {
    await send({ do: 'text', text }, call);
  } catch (error) {
    if (!(error instanceof CompanionRefused) || error.code !== 'unsupported') throw error;
    throw permissionDenied(
      'This field takes keys only, and the phone has no keys for some of these characters (it has those of ASCII). ' +
        'Nothing was typed.',
      error,
    );
  }
}

/** Continues after everything was selected. If the companion is gone then, the work must not be repeated: keys went out. */
async function afterSelecting(rest: () => Promise<void>): Promise<void> {
  try {
    await rest();
  } catch (error) {
    if (!(error instanceof CompanionGone) || error.done !== 'no') throw error;
    throw new CompanionGone(error.message, 'partly', { cause: error });
  }
}

/** Refuses a text that keys cannot type: the content of a password field is unknown, so only keys can add to it. */
function mustBeKeys(text: string): void {
  if (/^\p{ASCII}*$/u.test(text)) return;
  throw permissionDenied(
    'The password field is not empty and cannot be read, so only ASCII text can be added to it. ' +
      'Nothing was typed. Set the whole password with set_text.',
  );
}
