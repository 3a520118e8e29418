import type { Act, Kind } from '../act.ts';
import type { UiNode } from '@handeye/screen/node';
import type { Element, UiWindow } from '@handeye/screen/snapshot';
import { isToggle, ownLabels } from './screen/pressed.ts';
import { resourceWords } from './screen/resource-words.ts';
import { isSearchField } from './screen/search-fields.ts';
import { factsOf, isSecretField } from './screen/window-facts.ts';
import { kindsOfResource } from './resource-names.ts';
import { meaningOf } from './text/label-meaning.ts';

/** Keys that press what has the focus, or send what was written. */
const ENTERS = /(?:^|\+)(?:ENTER|SPACE)$/i;
const ENTER = /(?:^|\+)ENTER$/i;
/** Also with others held: terminals paste with ctrl+shift+v, and cmd+alt+shift+v pastes without a style. */
const PASTES = /^(?:PASTE|(?=.*(?:ctrl|cmd|shift)\+)(?:\w+\+)+(?:v|insert))$/i;
/** A character by its key: others have no key of their own, but a capital can be typed by its chord. */
const CHARACTER = /^(?:(?:shift\+)?SPACE|shift\+.)$/iu;
const BREAK = /[\r\n]/;

/** Whether a key presses what has the focus. */
export function presses({ key }: Act): boolean {
  return key !== undefined && ENTERS.test(key);
}

/** Whether a write puts a text into a field. */
export function types({ tool, toolClass, text, key }: Act): boolean {
  if (toolClass !== 'type') return false;
  if (key !== undefined) return PASTES.test(key) || CHARACTER.test(key);
  return tool !== 'press_key' && text !== '' && tool !== 'clear_text';
}

/** The kinds of typing into a field or pressing a key in it. */
export function kindsOfTyping(act: Act, field: Element): Kind[] {
  const { node } = field;
  const kinds: Kind[] = [];
  const enters = act.key !== undefined && ENTER.test(act.key);
  const isSecret = isSecretField(node) || act.givesSecret === true;
  if ((types(act) || enters) && isSecret) kinds.push('sign-in');
  if (submits(act, node)) kinds.push(...kindsOfEnter(field));
  return kinds;
}

/** Whether a write presses ENTER in a field that is none for a search. */
export function submits(act: Act, node: UiNode): boolean {
  const enters = act.key !== undefined && ENTER.test(act.key);
  // A line break that is typed into a field of one line is its ENTER.
  const isEntered = enters || (types(act) && !node.multiline && BREAK.test(act.text ?? ''));
  return isEntered && node.editable && !isSearchField(node);
}

/** The same where the focused element is not known: it may be any field or button of the window. */
export function kindsOfTypingUnseen(act: Act, window: UiWindow): Kind[] {
  const enters = act.key !== undefined && ENTER.test(act.key);
  const isSecret = factsOf(window).hasSecretField || act.givesSecret === true;
  const signsIn: Kind[] = (types(act) || enters) && isSecret ? ['sign-in'] : [];
  const isEntered = enters || (types(act) && BREAK.test(act.text ?? ''));
  return [...signsIn, ...(isEntered ? kindsSubmitted(window) : [])];
}

/** ENTER in a field does what the button beside it does: sends the message, submits the form. */
function kindsOfEnter({ window }: Element): Kind[] {
  return [...(factsOf(window).hasSecretField ? (['sign-in'] as const) : []), ...kindsSubmitted(window)];
}

/** The kinds of a window's buttons that use the text of its fields: send it, pay with it. */
export function kindsSubmitted(window: UiWindow): Kind[] {
  return factsOf(window)
    .nodes.filter((node) => node.clickable && !node.editable && !isToggle(node) && node.visible)
    .flatMap(submitKinds);
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
