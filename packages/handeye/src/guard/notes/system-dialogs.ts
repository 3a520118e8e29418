import type { UiNode } from '../../ui/node.ts';
import type { UiWindow } from '../../ui/snapshot.ts';
import { readText } from './read-text.ts';
import { permissionAnswers, SYSTEM_DIALOG_IDS } from './system-dialog-words.ts';
import { isSystemPackage } from './system-packages.ts';

const answerSets = Object.values(permissionAnswers).map((answers) => new Set(answers));
/** How many of a permission dialog's answers make one. */
const ENOUGH_ANSWERS = 2;
/** The longest of its sentences and answers, with room for the name of an application. */
const LONGEST = 200;

/** Whether the window of an ordinary application, with these nodes, looks like a dialog of the system. */
export function imitatesSystem({ app }: UiWindow, nodes: readonly UiNode[]): boolean {
  if (app === undefined || isSystemPackage(app)) return false;
  const answers = new Set<string>();
  for (const node of nodes) {
    if (!node.visible) continue;
    if (node.resourceId !== undefined && SYSTEM_DIALOG_IDS.test(node.resourceId)) return true;
    const said = wordsOf(node);
    if (said === undefined) continue;
    const { soundsLikeSystem, forms } = readText(said);
    if (soundsLikeSystem) return true;
    if (node.clickable) for (const form of forms) answers.add(form);
  }
  return answers.size >= ENOUGH_ANSWERS && answerSets.some((set) => count(answers, set) >= ENOUGH_ANSWERS);
}

function wordsOf({ text, description, editable }: UiNode): string | undefined {
  const said = [text, description].find((one) => one !== undefined && one !== '');
  return editable || said === undefined || said.length > LONGEST ? undefined : said;
}

function count(said: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  let found = 0;
  for (const answer of wanted) if (said.has(answer)) found += 1;
  return found;
}
