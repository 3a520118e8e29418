import { actionFailed } from '@handeye/core/device/errors';
import { focusedFieldOf } from '@handeye/screen/focused-field';
import type { View } from '@handeye/screen/snapshot';
import type { UiNode } from '@handeye/screen/node';
import type { Editor } from '../screen/editor.ts';

/** Whether a text holds characters that only a field of several lines takes. */
export function hasBreaks(text: string): boolean {
  return /[\r\n\t]/.test(text);
}

/** Refuses a text with line breaks or tabs for a field that takes none, or that may take none. */
export function noBreaksHere(editor: Pick<Editor, 'inputType'> | undefined): Error {
  const why =
    editor === undefined
      ? 'The text has a line break or a tab, and the phone does not say whether this field takes one.'
      : 'The text has a line break or a tab, and this field holds a single line.';
  return actionFailed(
    `${why} There the key could move to another field or submit the form, so nothing was typed. ` +
      'Leave line breaks and tabs out and write each field by its own id; ' +
      'then call press_key with ENTER to submit, or to begin the next line of a field with several lines.',
  );
}

/** The state that must hold for the rest of a text to go into the same field as its beginning. */
export interface Unmoved {
  /** The field as it was before the first key. */
  readonly editor: Editor;
  /** Its whole expected content by now. */
  readonly content: string;
}

/** Whether the field still has the focus and took everything so far. False means only that this is not certain. */
export function isUnmoved(now: Editor | undefined, { editor, content }: Unmoved): boolean {
  return (
    now?.view === editor.view &&
    now.connection === editor.connection &&
    now.inputType === editor.inputType &&
    now.cursor === content.length
  );
}

/** Whether the focused field of a look resembles `field` and holds exactly this content. */
export function holds(view: View, field: UiNode, content: string): boolean {
  const focused = focusedFieldOf(view.windows);
  return focused !== undefined && isLike(focused, field) && (focused.rawText ?? '') === content;
}

function isLike(one: UiNode, other: UiNode): boolean {
  return one.className === other.className && one.resourceId === other.resourceId;
}

/** The focus left the field in the middle of a text, or an application handled a line break in another way. */
export function brokenOff(typed: number, all: number): Error {
  return actionFailed(
    `After ${typed} of ${all} characters a line break did not just begin a new line: it moved the focus, or the ` +
      'application did something else with it. The rest was not typed. Look at the screen before you go on.',
  );
}
