import type { Call } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Element, View } from '../../ui/snapshot.ts';
import { mustHaveWorked, type Phone, sh } from '../phone.ts';
import { takesLineBreaks } from '../screen/editable.ts';
import { type Editor, readEditor } from '../screen/editor.ts';
import { clearCommands, moveToEndCommand } from './keys.ts';
import { brokenOff, hasBreaks, holds, isUnmoved, noBreaksHere, type Unmoved } from './line-breaks.ts';
import type { TypingStep } from './text.ts';
import { planTyping } from './text.ts';

/** Nothing is ever put in here; see TypingStep.inEmptyDirectory. */
const EMPTY_DIRECTORY = '/data/local/tmp/handeye-empty';

/** Into what is typed, and by what. */
export interface Typing {
  readonly phone: Phone;
  readonly sdk: number;
  readonly call: Call;
  /** The field, which has the focus. */
  readonly field: Element;
  /** A look at the screen: takes a second at least. */
  readonly look: () => Promise<View>;
  /** What can type where this cannot; it ends the error. */
  readonly advice: string;
}

/** Types at the end of the field. Refuses before the first key if a character cannot be typed. */
export async function typeText(text: string, typing: Typing): Promise<void> {
  const steps = plannedSteps(text, typing);
  if (steps.length === 0) return;
  const editor = await editorFor(text, typing);
  const { rawText = '' } = typing.field.node;
  await inputAll(typing.phone, [moveToEndCommand(typing.sdk)], typing.call);
  // Where a dump shows a hint as text, the field is empty.
  await typeSteps(steps, { ...typing, editor, before: rawText === editor?.hint ? '' : rawText });
}

/** Replaces the content of the field, which holds what it was seen to hold. */
export async function replaceText(text: string, typing: Typing): Promise<void> {
  const steps = plannedSteps(text, typing);
  const editor = await editorFor(text, typing);
  await inputAll(typing.phone, clearCommands(contentOf(typing.field), typing.sdk), typing.call);
  await typeSteps(steps, { ...typing, editor, before: '' });
}

function plannedSteps(text: string, { sdk, advice }: Typing): readonly TypingStep[] {
  const plan = planTyping(text, sdk);
  if ('refusal' in plan) throw permissionDenied(`${plan.refusal} ${advice}`);
  return plan.steps;
}

/** What is known of the field, if the text has line breaks, for which it must be known. */
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

/** A password's length is known only where the phone shows a bullet for each character; a single one may stand for all. */
function passwordLength(bullets = ''): number | undefined {
  const length = Array.from(bullets).length;
  return length > 1 ? length : undefined;
}

interface Steps extends Typing {
  /** Known where a step breaks a line. */
  readonly editor: Editor | undefined;
  /** What the field held before the first step. */
  readonly before: string;
}

async function typeSteps(steps: readonly TypingStep[], typing: Steps): Promise<void> {
  const { phone, call, editor, before } = typing;
  const all = steps.reduce((sum, { text }) => sum + text.length, 0);
  let typed = '';
  // One step a round trip: typing is slow, and a cancelled call must not go on typing.
  for (const { argv, text, inEmptyDirectory } of steps) {
    const command = inEmptyDirectory
      ? sh`mkdir -p ${EMPTY_DIRECTORY} && (cd ${EMPTY_DIRECTORY} && ${sh`${argv}`})`
      : sh`${argv}`;
    mustHaveWorked(await phone.run(command, call), 'Typing');
    typed += text;
    if (text !== '\n' || editor === undefined || typed.length === all) continue;
    if (!(await isUnmovedField(typing, { editor, content: before + typed })))
      throw brokenOff(typed.length, all);
  }
}

/** The input method answers at once; where that proves nothing, a look does. */
async function isUnmovedField({ phone, field, call, look }: Typing, unmoved: Unmoved): Promise<boolean> {
  if (isUnmoved(await readEditor(phone, field, call), unmoved)) return true;
  return holds(await look(), field.node, unmoved.content);
}

/** Runs `input` commands that must all work. */
export async function inputAll(
  phone: Phone,
  commands: readonly (readonly string[])[],
  call: Call,
): Promise<void> {
  if (commands.length === 0) return;
  const results = await phone.script(
    commands.map((argv) => sh`${argv}`),
    call,
  );
  for (const result of results) mustHaveWorked(result, 'The key');
}
