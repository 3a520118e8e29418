import type { Call } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { Element, View } from '@handeye/screen/snapshot';
import { mustHaveWorked, type Phone, sh } from '../phone.ts';
import { takesLineBreaks } from '../screen/editable.ts';
import { type Editor, readEditor } from '../screen/editor.ts';
import { type ExpectedFocus, ifFocused, mustHaveBeenFocused, wasNotFocused } from './focus-check.ts';
import { clearCommands, moveToEndCommand } from './keys.ts';
import { brokenOff, hasBreaks, holds, isUnmoved, noBreaksHere, type Unmoved } from './line-breaks.ts';
import type { TypingStep } from './text.ts';
import { planTyping } from './text.ts';

/** Nothing is ever put in here; see TypingStep.inEmptyDirectory. */
const EMPTY_DIRECTORY = '/data/local/tmp/handeye-empty';

/** The field to type into, and the means. */
export interface Typing {
  readonly phone: Phone;
  readonly sdk: number;
  readonly call: Call;
  /** The field, which has the focus. */
  readonly field: Element;
  /** Looks at the screen: takes at least a second. */
  readonly look: () => Promise<View>;
  /** The window that must have the focus for each key, where that is known and wanted. */
  readonly focus: ExpectedFocus | undefined;
  /** The end of the error for a text that cannot be typed here: what can type it. */
  readonly advice: string;
}

/** Types at the end of the field. Refuses before the first key if a character cannot be typed. */
export async function typeText(text: string, typing: Typing): Promise<void> {
  const steps = plannedSteps(text, typing);
  if (steps.length === 0) return;
  const editor = await editorFor(text, typing);
  const { rawText = '' } = typing.field.node;
  await inputAll(typing.phone, [moveToEndCommand(typing.sdk)], typing);
  // Where a dump shows a hint as text, the field is empty.
  await typeSteps(steps, { ...typing, editor, before: rawText === editor?.hint ? '' : rawText });
}

/** Replaces the content of the field, which still holds the content of the last look. */
export async function replaceText(text: string, typing: Typing): Promise<void> {
  const steps = plannedSteps(text, typing);
  const editor = await editorFor(text, typing);
  await inputAll(typing.phone, clearCommands(contentOf(typing.field), typing.sdk), typing);
  await typeSteps(steps, { ...typing, editor, before: '' });
}

function plannedSteps(text: string, { sdk, advice }: Typing): readonly TypingStep[] {
  const plan = planTyping(text, sdk);
  if ('refusal' in plan) throw permissionDenied(`${plan.refusal} ${advice}`);
  return plan.steps;
}

/** The field's editor, if the text has line breaks, which need it. */
async function editorFor(text: string, { phone, field, call }: Typing): Promise<Editor | undefined> {
  if (!hasBreaks(text)) return undefined;
  const editor = await readEditor(phone, field, call);
  if (editor === undefined || !takesLineBreaks(editor.inputType)) throw noBreaksHere(editor);
  return editor;
}

function contentOf({ node }: Element): { length: number | undefined; multiline: boolean } {
  if (node.password) return { length: passwordLength(node.text), multiline: false };
  const { rawText = '' } = node;
  return { length: Array.from(rawText).length, multiline: node.multiline || rawText.includes('\n') };
}

/** A password's length is known only if the phone shows a bullet for each character; a single bullet may stand for all. */
function passwordLength(bullets = ''): number | undefined {
  const length = Array.from(bullets).length;
  return length > 1 ? length : undefined;
}

interface Steps extends Typing {
  /** Known if a step breaks a line. */
  readonly editor: Editor | undefined;
  /** The content of the field before the first step. */
  readonly before: string;
}

async function typeSteps(steps: readonly TypingStep[], typing: Steps): Promise<void> {
  const { phone, call, editor, before, focus } = typing;
  const all = steps.reduce((sum, { text }) => sum + text.length, 0);
  let typed = '';
  // One step a round trip: typing is slow, and a cancelled call must not go on typing.
  for (const { argv, text, inEmptyDirectory } of steps) {
    const command = inEmptyDirectory
      ? sh`mkdir -p ${EMPTY_DIRECTORY} && (cd ${EMPTY_DIRECTORY} && ${sh`${argv}`})`
      : sh`${argv}`;
    const result = await phone.run(focus ? ifFocused(focus, command) : command, call);
    if (typed !== '' && wasNotFocused(result)) throw focusLost(typed.length, all);
    mustHaveBeenFocused(result);
    mustHaveWorked(result, 'Typing');
    typed += text;
    if (text !== '\n' || editor === undefined || typed.length === all) continue;
    if (!(await isUnmovedField(typing, { editor, content: before + typed })))
      throw brokenOff(typed.length, all);
  }
}

/** The input method answers at once; if that proves nothing, a look does. */
async function isUnmovedField({ phone, field, call, look }: Typing, unmoved: Unmoved): Promise<boolean> {
  if (isUnmoved(await readEditor(phone, field, call), unmoved)) return true;
  return holds(await look(), field.node, unmoved.content);
}

/** Runs `input` commands that must all work: with a focus, each only if that window has it. */
export async function inputAll(
  phone: Phone,
  commands: readonly (readonly string[])[],
  { call, focus }: { readonly call: Call; readonly focus?: ExpectedFocus | undefined },
): Promise<void> {
  if (commands.length === 0) return;
  const lines = commands.map((argv) => sh`${argv}`);
  const results = await phone.script(focus ? lines.map((line) => ifFocused(focus, line)) : lines, call);
  for (const result of results) {
    mustHaveBeenFocused(result);
    mustHaveWorked(result, 'The key');
  }
}

function focusLost(typed: number, all: number): Error {
  return actionFailed(
    `Another window took the focus after ${typed} of ${all} characters, and the rest was not typed. Look at the screen.`,
  );
}
