import type { Kind } from '../act.ts';
import type { Element } from '@handeye/screen/snapshot';
import { type Control, type Pressed, pressedBy } from './screen/pressed.ts';
import { resourceWords } from './screen/resource-words.ts';
import { factsOf, type WindowFacts } from './screen/window-facts.ts';
import {
  askedAbout,
  callsOrSearches,
  cancels,
  confirms,
  goesForward,
  meaningOf,
  sendsWritten,
  signsIn,
} from './text/label-meaning.ts';
import { hasAmount } from './text/amounts.ts';
import { kindsOfResource } from './resource-names.ts';
import { isLauncher } from './apps.ts';

/** How many words the label of a control may have of which only the first or last ones say what it does. */
const mostWords: Readonly<Record<Control, number>> = {
  button: 9,
  other: 5,
  row: 4,
  // A key acts on the focused field: that is judged separately (keyboard.ts).
  key: 0,
  tab: 0,
  // A choice is made by another button: "Send usage statistics" sends nothing.
  toggle: 0,
  field: 0,
};

/** Controls whose labels say nothing about the act. */
const unlabelled: ReadonlySet<Control> = new Set(['key', 'tab', 'field']);

/** The kinds that what is pressed says by its label, its resource and the window around it. */
export function kindsByLabel(element: Element, app: string | undefined): ReadonlySet<Kind> {
  const pressed = pressedBy(element);
  const facts = factsOf(element.window);
  const found = new Set<Kind>();
  if (unlabelled.has(pressed.control)) return found;
  // A refusal is none of it, but a button that says "Pay" and is described as "Cancel" is judged by both.
  for (const label of pressed.labels.filter((one) => !cancels(one))) {
    for (const kind of kindsOfLabel(label, pressed, facts)) found.add(kind);
  }
  if (pressed.control !== 'row' && pressed.control !== 'toggle' && !pressed.labels.some(cancels)) {
    for (const kind of kindsOfResource(resourceWords(pressed.node.resourceId))) found.add(kind);
  }
  return filtered(found, { pressed, facts, app });
}

/** The same for a button of which only the label is known. */
export function kindsOfButton(label: string): Kind[] {
  if (cancels(label)) return [];
  return kindsOfLabel(label, { control: 'button', labels: [label] }, factsOf({ root: undefined }));
}

function kindsOfLabel(
  label: string,
  { control, labels }: Pick<Pressed, 'control' | 'labels'>,
  facts: WindowFacts,
): Kind[] {
  if (goesForward(label) && facts.turnsPages) return [];
  if (callsOrSearches(label) && facts.hasSearchField && !facts.hasKeyPad) return [];
  const { said, words, sells } = meaningOf(label);
  // A price on a card says what the thing costs; on a button it is what pressing it costs.
  const kinds: Kind[] = sells && control === 'button' && labels.length === 1 ? ['payment'] : [];
  for (const [kind, how] of said) {
    // A row that is called "Google Pay" leads to its settings.
    const isTitle = control === 'row' && (kind === 'send' || how === 'within');
    const isSaid = how === 'only' || (words <= mostWords[control] && !isTitle);
    if (isSaid || (kind === 'payment' && control === 'toggle' && hasAmount(label))) kinds.push(kind);
  }
  if (control === 'toggle') return kinds;
  if (confirms(label)) kinds.push(...kindsConfirmed(facts));
  if (sendsWritten(label) && facts.hasWrittenText && control !== 'row') kinds.push('send');
  if (facts.hasSecretField && (signsIn(label) || isDigit(label))) kinds.push('sign-in');
  return kinds;
}

/** A key of a pad beside a field for a PIN types it. */
function isDigit(label: string): boolean {
  return /^\p{Nd}$/u.test(label.trim());
}

const QUESTION = /[?？]/;
/** Longer ones are prose with a question in it. */
const LONGEST_QUESTION = 160;

/** The act that OK or Yes agrees to: a payment that the window shows, or what it asks. */
function kindsConfirmed(facts: WindowFacts): Kind[] {
  const kinds: Kind[] = facts.isCheckout ? ['payment'] : [];
  for (const text of facts.texts()) {
    if (QUESTION.test(text) && text.length <= LONGEST_QUESTION) kinds.push(...askedAbout(text));
  }
  return kinds;
}

interface Scene {
  readonly pressed: Pressed;
  readonly facts: WindowFacts;
  readonly app: string | undefined;
}

/** Without what the place makes something else of: backspace of a key pad, an icon that only opens an application. */
function filtered(found: Set<Kind>, { pressed, facts, app }: Scene): ReadonlySet<Kind> {
  if (found.has('delete') && facts.hasKeyPad) found.delete('delete');
  if (isLauncher(app) && pressed.control !== 'button') {
    const isWhole = pressed.labels.some((label) => meaningOf(label).said.get('delete') === 'only');
    return isWhole ? new Set<Kind>(['delete']) : new Set();
  }
  return found;
}
