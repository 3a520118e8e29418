import type { Call } from '@handeye/core/call/call';
import type { Element } from '@handeye/screen/snapshot';
import { outputOf, type Phone, sh } from '../phone.ts';

/** A field, and its window. */
export type FieldInWindow = Pick<Element, 'node' | 'window'>;

/** The field that receives keys, as its application described it to the input method. */
export interface Editor {
  /** The view by its class and its own number. One view can draw many fields (Compose, web pages, Flutter). */
  readonly view: string;
  /** The view's resource id without its package. */
  readonly name: string | undefined;
  readonly app: string | undefined;
  /** android.text.InputType */
  readonly inputType: number;
  readonly hint: string | undefined;
  /** The connection between field and input method: while it stays the same, so does the field. */
  readonly connection: string;
  /** The position of the cursor, in UTF-16 units; undefined while something is selected. */
  readonly cursor: number | undefined;
}

/**
 * Asks which field has the focus; a dump does not contain its input type. Undefined if it is unknown: the phone has no input
 * method (recorded on 5.1: `No input method client.`), or the input method serves another field.
 */
export async function readEditor(
  phone: Phone,
  field: FieldInWindow,
  call: Call,
): Promise<Editor | undefined> {
  const editor = parseEditor(outputOf(await phone.run(sh`dumpsys input_method`, call)));
  return editor !== undefined && belongsTo(editor, field) ? editor : undefined;
}

/**
 * Reads the part of `dumpsys input_method` that the application prints by itself (InputMethodManager.doDump). There are two of
 * them if the focused window's application is not the one that the input method serves: the focused one's comes last. The
 * editor's fields are `mCurrentTextBoxAttribute` up to 12, `mCurrentEditorInfo` since.
 */
export function parseEditor(output: string): Editor | undefined {
  const clients = output.split(/^Input method client state for /m).slice(1);
  const client = clients.at(-1)?.split(/^Input method service state for /m)[0] ?? '';
  const [, className, number, rest = ''] =
    /^ {2}mServedView=([\w.$]+)\{([0-9a-f]+)\b([^}\n]*)/m.exec(client) ?? [];
  const [, inputType] =
    /^ {2}mCurrent(?:TextBoxAttribute|EditorInfo):\s+inputType=0x([0-9a-f]{1,8})\b/m.exec(client) ?? [];
  if (className === undefined || number === undefined || inputType === undefined) return undefined;
  const hint = /^ {4}hintText=([^]*?) label=.*\n {4}packageName=/m.exec(client)?.[1];
  const [, start, end] = /^ {2}mCursorSelStart=(\d+) mCursorSelEnd=(\d+)\b/m.exec(client) ?? [];
  return {
    view: `${className}{${number}}`,
    name: / [\w.]+:id\/(\S+)/.exec(rest)?.[1],
    app: /^ {4}packageName=([\w.]+)/m.exec(client)?.[1],
    inputType: Number.parseInt(inputType, 16),
    hint: hint === 'null' || hint === '' ? undefined : hint,
    // Since 9 the wrapper also prints its state, on 14 even the view with its place.
    connection: /^ {2}mServedInputConnection(?:Wrapper)?=(?:.*\bconnection=)?(\S+)/m.exec(client)?.[1] ?? '',
    cursor: start !== undefined && start === end ? Number(start) : undefined,
  };
}

/** An answer from a moment ago may describe the field that had the focus before. */
function belongsTo({ app, name }: Editor, { node, window }: FieldInWindow): boolean {
  const wanted = node.resourceId?.replace(/^.*:id\//, '');
  if (app !== undefined && window.app !== undefined && app !== window.app) return false;
  return name === undefined || wanted === undefined || name === wanted;
}
