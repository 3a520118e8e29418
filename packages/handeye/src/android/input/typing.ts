import type { Call } from '../../device/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Element } from '../../ui/snapshot.ts';
import type { Phone } from '../adb/index.ts';
import { sh } from '../adb/index.ts';
import { clearCommands, moveToEndCommand } from './keys.ts';
import { mustHaveWorked } from '../output.ts';
import type { TypingStep } from './text.ts';
import { planTyping } from './text.ts';

/** Nothing is ever put in here; see TypingStep.inEmptyDirectory. */
const EMPTY_DIRECTORY = '/data/local/tmp/handeye-empty';

/** Types at the end of the focused field. Refuses before the first key if a character cannot be typed. */
export async function typeText(
  phone: Phone,
  text: string,
  { sdk, call }: { sdk: number; call: Call },
): Promise<void> {
  const steps = plannedSteps(text, sdk);
  if (steps.length === 0) return;
  await inputAll(phone, [moveToEndCommand(sdk)], call);
  await typeSteps(phone, steps, call);
}

/** Replaces the content of the focused field, which holds what `field` shows. */
export async function replaceText(
  phone: Phone,
  { field, text }: { field: Element; text: string },
  { sdk, call }: { sdk: number; call: Call },
): Promise<void> {
  const steps = plannedSteps(text, sdk);
  await inputAll(phone, clearCommands(contentOf(field), sdk), call);
  await typeSteps(phone, steps, call);
}

function plannedSteps(text: string, sdk: number): readonly TypingStep[] {
  const plan = planTyping(text, sdk);
  if ('refusal' in plan) throw permissionDenied(plan.refusal);
  return plan.steps;
}

function contentOf({ node }: Element): { length: number | undefined; multiline: boolean } {
  if (node.password) return { length: passwordLength(node.text), multiline: false };
  return { length: Array.from(node.rawText ?? '').length, multiline: node.multiline };
}

/** A password's length is known only where the phone shows a bullet for each character; a single one may stand for all. */
function passwordLength(bullets = ''): number | undefined {
  const length = Array.from(bullets).length;
  return length > 1 ? length : undefined;
}

async function typeSteps(phone: Phone, steps: readonly TypingStep[], call: Call): Promise<void> {
  // One step a round trip: typing is slow, and a cancelled call must not go on typing.
  for (const { argv, inEmptyDirectory } of steps) {
    const command = inEmptyDirectory
      ? sh`mkdir -p ${EMPTY_DIRECTORY} && (cd ${EMPTY_DIRECTORY} && ${sh`${argv}`})`
      : sh`${argv}`;
    mustHaveWorked(await phone.run(command, call), 'Typing');
  }
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
