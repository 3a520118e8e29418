import type { Act, Kind } from '../act.ts';
import type { UiNode } from '../../ui/node.ts';
import type { Element } from '../../ui/snapshot.ts';
import { ownLabels } from './screen/pressed.ts';
import { factsOf, isSearchField, isSecretField, resourceWords } from './screen/window-facts.ts';
import { kindsOfResource } from './resource-names.ts';
import { meaningOf } from './text/label-meaning.ts';

/** Keys that press what has the focus, or send what was written. */
const ENTERS = /(?:^|\+)(?:ENTER|SPACE)$/i;
const ENTER = /(?:^|\+)ENTER$/i;
const PASTES = /^(?:ctrl|cmd|shift)\+(?:v|insert)$/i;
const BREAK = /[\r\n]/;

/** Whether a key presses what has the focus. */
export function presses({ key }: Act): boolean {
  return key !== undefined && ENTERS.test(key);
}

/** Whether a write puts a text into a field. */
export function types({ tool, toolClass, text, key }: Act): boolean {
  if (toolClass !== 'type') return false;
  if (key !== undefined) return PASTES.test(key);
  return tool !== 'press_key' && text !== '' && tool !== 'clear_text';
}

/** What typing into a field or pressing a key in it does. */
export function kindsOfTyping(act: Act, field: Element): Kind[] {
  const { node } = field;
  const kinds: Kind[] = [];
  const enters = act.key !== undefined && ENTER.test(act.key);
  if ((types(act) || enters) && isSecretField(node)) kinds.push('sign-in');
  // A line break that is typed into a field of one line is its ENTER.
  const isEntered = enters || (types(act) && !node.multiline && BREAK.test(act.text ?? ''));
  if (isEntered && node.editable && !isSearchField(node)) kinds.push(...kindsOfEnter(field));
  return kinds;
}

/** ENTER in a field does what the button beside it does: sends the message, submits the form. */
function kindsOfEnter({ window }: Element): Kind[] {
  const facts = factsOf(window);
  const kinds: Kind[] = facts.hasSecretField ? ['sign-in'] : [];
  for (const node of facts.nodes) {
    if (!node.clickable || node.editable || node.checkable || !node.visible) continue;
    kinds.push(...submitKinds(node));
  }
  return kinds;
}

function submitKinds(node: UiNode): Kind[] {
  const labels = [...ownLabels(node), ...node.children.flatMap(ownLabels)];
  const said = labels.flatMap((label) =>
    [...meaningOf(label).said].filter(([, how]) => how === 'only').map(([kind]) => kind),
  );
  return [...said, ...kindsOfResource(resourceWords(node.resourceId))].filter(
    (kind) => kind === 'send' || kind === 'payment',
  );
}
