import type { Call } from '../../call/call.ts';
import { actionFailed, elementNotFound } from '../../device/errors.ts';
import type { Remark } from '../../device/port.ts';
import { focusedFieldOf } from '../../ui/focused-field.ts';
import type { UiNode } from '../../ui/node.ts';
import { codePoints } from '../../ui/sanitize.ts';
import type { DumpedWindow } from '../screen/hierarchy.ts';
import { mustBeKeys } from '../input/password.ts';
import { windowsOf } from '../screen/windows.ts';
import { afterChange, HelperGone, HelperRefused } from './errors.ts';
import { fieldOf } from './http.ts';
import { readWindows } from './look.ts';
import type { RunningHelper } from './running-helper.ts';

/** WebDriver's name for the property that holds an element's handle. */
const HANDLE = 'element-6066-11e4-a52e-4f735466cecf';

/** A field as it was shown. */
type Field = Pick<UiNode, 'className' | 'resourceId' | 'bounds' | 'rawText' | 'hint' | 'password'>;

/**
 * Replaces a field's content with Android's set-text action, which is fast and takes any script. The field must be the
 * only one of its kind, or at its place, and still hold what was shown; in doubt nothing is written. Returns its
 * handle.
 */
export async function setFieldText(
  helper: RunningHelper,
  { field, text }: { field: Field; text: string },
  call: Call,
): Promise<string> {
  const handle = await handleOf(helper, field, call);
  try {
    await write(helper, { handle, text, password: field.password }, call);
    return handle;
  } catch (error) {
    if (!(error instanceof HelperRefused)) throw error;
    throw actionFailed('The field did not accept the text. It may be disabled or read-only.', error);
  }
}

/** What was written, and into which field. */
interface Written {
  readonly handle: string;
  readonly wanted: string;
  readonly password: boolean;
}

/**
 * Appends to the focused field by setting its old content plus the new text. A password field's content is not known,
 * so this works only for an empty one; undefined if keys must be used.
 */
export async function appendToFocused(
  helper: RunningHelper,
  text: string,
  call: Call,
): Promise<Written | undefined> {
  const field = focusedField(await readWindows(helper, call));
  const { password, rawText = '' } = field;
  if (text === '') return { handle: '', wanted: rawText, password };
  if (password && field.text !== undefined) {
    mustBeKeys(text);
    return undefined;
  }
  const wanted = rawText + text;
  return { handle: await setFieldText(helper, { field, text: wanted }, call), wanted, password };
}

/**
 * Reads the written text back through the same handle, because the field may have grown. A helper or field that is gone
 * is not an error: the text was written.
 */
export async function readBack(
  helper: RunningHelper,
  { handle, wanted, password }: Written,
  call: Call,
): Promise<Remark> {
  if (password) return undefined;
  try {
    const now = await textOf(helper, handle, call);
    if (now === wanted) return undefined;
    return `But the field now holds ${codePoints(now)} characters; it may format or limit what is entered`;
  } catch (error) {
    if (error instanceof HelperGone) return `It could not be read back. ${error.message}`;
    if (error instanceof HelperRefused)
      return 'The field is gone from the screen, so its content could not be read back';
    throw error;
  }
}

/** The focused field of the active window. */
export function focusedField(dumped: readonly DumpedWindow[]): UiNode {
  const everywhere = { width: Infinity, height: Infinity };
  const focused = focusedFieldOf(windowsOf(dumped, { screen: everywhere }));
  if (focused) return focused;
  throw elementNotFound(
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

async function handleOf(helper: RunningHelper, field: Field, call: Call): Promise<string> {
  const handle = await handleAt(helper, field, call);
  const [id, text] = await Promise.all([
    helper.ask({ method: 'GET', path: `/element/${handle}/attribute/resource-id` }, call),
    textOf(helper, handle, call),
  ]);
  const sameId = (typeof id === 'string' && id !== '' ? id : undefined) === field.resourceId;
  // A password field may report anything; an empty field reports its hint.
  const sameText = field.password || text === (field.rawText ?? '') || showsHint(field, text);
  if (sameId && sameText) return handle;
  throw changed();
}

function showsHint({ rawText, hint }: Field, text: string): boolean {
  return rawText === undefined && text === hint;
}

/** The only element with that id and class or, if there are several, the one at that place. */
async function handleAt(helper: RunningHelper, field: Field, call: Call): Promise<string> {
  const { left, top, right, bottom } = field.bounds;
  const kind = `@class='${field.className ?? ''}'`;
  const place = `@bounds='[${left},${top}][${right},${bottom}]'`;
  const named = nameTest(field.resourceId);
  // A keyboard that comes up moves a field, so its place is compared only if necessary.
  const alike = named === undefined ? [] : await handles(helper, `//*[${named} and ${kind}]`, call);
  const found = alike.length === 1 ? alike : await handles(helper, `//*[${place} and ${kind}]`, call);
  const [only, another] = found;
  if (only === undefined || another !== undefined) throw changed();
  return only;
}

/** XPath 1 cannot escape a quote inside quotes; no resource id needs one. */
function nameTest(resourceId: string | undefined): string | undefined {
  return resourceId === undefined || resourceId.includes("'") ? undefined : `@resource-id='${resourceId}'`;
}

async function handles(helper: RunningHelper, selector: string, call: Call): Promise<string[]> {
  const body = { strategy: 'xpath', selector, context: '', multiple: true };
  const found = await helper.ask({ method: 'POST', path: '/elements', body }, call);
  const elements = Array.isArray(found) ? (found as unknown[]) : [];
  return elements
    .map((element) => fieldOf(element, HANDLE) ?? fieldOf(element, 'ELEMENT'))
    .filter((handle) => typeof handle === 'string');
}

async function textOf(helper: RunningHelper, handle: string, call: Call): Promise<string> {
  const text = await helper.ask({ method: 'GET', path: `/element/${handle}/text` }, call);
  return typeof text === 'string' ? text : '';
}

async function write(
  helper: RunningHelper,
  { handle, text, password }: { handle: string; text: string; password: boolean },
  call: Call,
): Promise<void> {
  if (text === '') {
    await helper.ask({ method: 'POST', path: `/element/${handle}/clear`, body: {} }, call);
    return;
  }
  const send = (whole: string) =>
    helper.ask(
      { method: 'POST', path: `/element/${handle}/value`, body: { text: whole, replace: true } },
      call,
    );
  if (!/(\n|\\n)$/.test(text)) {
    await send(text);
    return;
  }
  // After a text that ends in a backslash and an n (in versions other than 10.6.6: a line break) the server presses
  // Enter. With a space after it, it does not. The space is then deleted with a key, for which the field needs the
  // focus.
  const isFocused = async () =>
    (await helper.ask({ method: 'GET', path: `/element/${handle}/attribute/focused` }, call)) === 'true';
  if (!(await isFocused()))
    await helper.ask({ method: 'POST', path: `/element/${handle}/click`, body: {} }, call);
  const sent = `${text} `;
  await send(sent);
  await afterChange(async () => {
    const shown = await textOf(helper, handle, call);
    // Of a password only the length can be compared.
    const isAsSent = shown === sent || (password && shown.length === sent.length);
    if (!isAsSent || !(await isFocused())) return;
    const body = { keycode: DELETE_KEY };
    await helper.ask({ method: 'POST', path: '/appium/device/press_keycode', body }, call);
  });
}

const DELETE_KEY = 67;

function changed(): Error {
  return elementNotFound(
    'The field changed while it was being written to, so nothing was written. Look at the screen again.',
  );
}
