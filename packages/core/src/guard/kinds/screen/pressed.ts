import type { UiNode } from '@handeye/screen/node';
import type { Element } from '@handeye/screen/snapshot';

/** The kind of control that takes a press. */
export type Control = 'button' | 'row' | 'toggle' | 'tab' | 'field' | 'key' | 'other';

/** The control that would be pressed, and its texts. */
export interface Pressed {
  readonly node: UiNode;
  readonly control: Control;
  /** Its texts, each by itself. */
  readonly labels: readonly string[];
}

/** A control with more texts is a card or a page: none of them is its label. */
const MOST_TEXTS_OF_A_ROW = 5;
const MOST_TEXTS_OF_A_BUTTON = 2;
const MOST_NODES_OF_A_CONTROL = 60;

/**
 * The control that a touch on an element presses: the element, or the nearest one around it that takes clicks. Its label may be
 * its own text, its description, a text inside it, or on the element under the finger.
 */
export function pressedBy(element: Element): Pressed {
  const holder = holderOf(element);
  const inside = holder ? textsIn(holder.node) : [];
  // A page that takes clicks is no control: what the finger meets on it says what it is.
  if (!holder || inside.length > MOST_TEXTS_OF_A_ROW) {
    const own = holder === element ? element : undefined;
    return {
      node: element.node,
      control: own ? controlOf(own, inside) : alone(element),
      labels: ownLabels(element.node),
    };
  }
  const control = controlOf(holder, inside);
  const met = holder === element ? [] : ownLabels(element.node);
  return {
    node: holder.node,
    control,
    labels: unique([...ownLabels(holder.node), ...met, ...labelsInside(inside, control)]),
  };
}

/** The element itself or the nearest one around it that takes a press. */
function holderOf(element: Element): Element | undefined {
  for (let at: Element | undefined = element; at; at = at.parent) {
    const { clickable, checkable, editable, longClickable } = at.node;
    if (clickable || checkable || editable || longClickable) return at;
  }
  return undefined;
}

function alone(element: Element): Control {
  return element.window.type === 'keyboard' ? 'key' : 'other';
}

function labelsInside(texts: readonly string[], control: Control): readonly string[] {
  // The first text of a row is its title.
  const isRow = control === 'row' || (control === 'toggle' && texts.length > MOST_TEXTS_OF_A_BUTTON);
  if (isRow) return texts.slice(0, 1);
  return texts.length > 1 ? [...texts, texts.join(' ')] : texts;
}

function unique(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}

const REVERSING = '\u202e';

/** A node's own texts. A field's content is no label. */
export function ownLabels({ text, rawText, description, tooltip, editable }: UiNode): string[] {
  // A text behind a right-to-left override is seen from its end.
  const reversed =
    rawText !== undefined && rawText.includes(REVERSING) && text !== undefined
      ? Array.from(text).reverse().join('')
      : undefined;
  return [editable ? undefined : text, editable ? undefined : reversed, description, tooltip].filter(
    (label) => label !== undefined && label.trim() !== '',
  ) as string[];
}

function textsIn(root: UiNode): string[] {
  const texts: string[] = [];
  const open = [...root.children].reverse();
  let seen = 0;
  for (let node = open.pop(); node && seen < MOST_NODES_OF_A_CONTROL; node = open.pop()) {
    seen += 1;
    // A control inside it is no part of the label.
    if (node.clickable && !node.checkable) continue;
    const [label] = ownLabels(node);
    if (label !== undefined) texts.push(label);
    open.push(...[...node.children].reverse());
  }
  return texts;
}

const BUTTON = /(?:Button|FloatingActionButton|^button|^menubutton|^menuitem|^link|ActionMenuItemView)$/;
const TOGGLE =
  /(?:Switch|CheckBox|RadioButton|ToggleButton|CompoundButton|CheckedTextView|SwitchCompat|^checkbox|^radiobutton|^switch|^togglebutton|^menuitemcheckbox|^menuitemradio)$/;
const TAB_STRIP = /TabWidget|TabLayout|TabHost|BottomNavigation|NavigationRail|NavigationBarMenu|^tablist$/;
const TAB_ID =
  /(?:^|[/_])(?:tabs?|tab_?layout|bottom_?nav(?:igation)?(?:_?bar)?|nav_?bar|navigation_bar(?:_item.*)?)$/i;
const LISTS = /ListView|RecyclerView|GridView|^list$|^tree$|^table$/;
const TAB_DEPTH = 3;

function controlOf(holder: Element, texts: readonly string[]): Control {
  const { node, window } = holder;
  const name = node.className ?? '';
  if (window.type === 'keyboard') return 'key';
  if (node.editable) return 'field';
  if (isToggle(node)) return 'toggle';
  if (name === 'tab' || isInTabs(holder)) return 'tab';
  if (BUTTON.test(name)) return 'button';
  // Compose tells the role by an empty child of that class.
  if (node.children.some((child) => BUTTON.test(child.className ?? '') && !child.clickable)) return 'button';
  if (texts.length > MOST_TEXTS_OF_A_BUTTON || (texts.length > 1 && !isShort(texts))) return 'row';
  return isItem(holder) ? 'row' : 'other';
}

/** A switch, or one of several choices. An application may call any button checkable: that does not make another one of it. */
export function isToggle({ className = '', checkable }: UiNode): boolean {
  return TOGGLE.test(className) || (checkable && !BUTTON.test(className));
}

const SHORT_TEXT = 24;

function isShort(texts: readonly string[]): boolean {
  return texts.every((text) => text.length <= SHORT_TEXT);
}

function isItem({ node, parent }: Element): boolean {
  return node.item !== undefined || node.className === 'listitem' || LISTS.test(parent?.node.className ?? '');
}

function isInTabs(holder: Element): boolean {
  let at = holder.parent;
  for (let depth = 0; at && depth < TAB_DEPTH; depth += 1, at = at.parent) {
    if (TAB_STRIP.test(at.node.className ?? '') || TAB_ID.test(at.node.resourceId ?? '')) return true;
  }
  return false;
}
