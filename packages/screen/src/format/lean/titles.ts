import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import { isDropDown, isSlider, simpleName } from './kinds.ts';
import type { Item } from './tree.ts';

/*
 * On desktops a container's name is a title that may be invisible: of a window, a tool bar, a group. A field is named by the
 * label beside it, so its line repeats the label.
 */

/** Roles whose names only inform assistive technology. */
const UNSEEN = /^(toolbar|tablist|menubar|separator)$/;
/** Roles whose names may be drawn inside them as a text, or be the name of the control inside. */
const TITLED = /^(window|dialog|group|form|statusbar|splitgroup|scrollarea|text|listitem)$/;
/** Of these, the roles whose names are content, not titles. */
const SHOWN = /^(text|listitem)$/;
const LABEL = 'text';
/** Firefox names a list item by its bullet and its content: `• Home` for a link `Home`. */
const BULLET = /^[•◦▪] /;

/** The most nodes inside a container that are searched for its title. */
const MOST_WALKED = 400;
/** The deepest nesting of a label in cells and paragraphs. */
const MOST_WRAPS = 2;

/** The item's texts that no other line shows. */
export function ownParts(item: Item, parts: readonly string[]): readonly string[] {
  const name = simpleName(item.node);
  if (UNSEEN.test(name)) return [];
  if (!TITLED.test(name)) return parts;
  const inside = saidInside(item);
  return parts.filter(
    (part) =>
      !isWindowTitle(item, part) &&
      !inside.has(part.replace(BULLET, '')) &&
      !(name === LABEL && namesControl(item, part)),
  );
}

/** The title already heads the window's lines. */
function isWindowTitle({ element, node }: Item, part: string): boolean {
  return !SHOWN.test(simpleName(node)) && part === flat(element.window.title);
}

function saidInside(item: Item): ReadonlySet<string> {
  const said = new Set<string>();
  const open = [...item.children];
  for (let count = 0; count < MOST_WALKED; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    if (next.node.visible && !UNSEEN.test(simpleName(next.node))) {
      if (!next.node.editable) said.add(flat(next.node.text));
      said.add(flat(next.node.description));
    }
    open.push(...next.children);
  }
  return said;
}

/** Whether a control has its name from a label beside it. */
function namesControl(label: Item, text: string): boolean {
  let wrapped = label;
  for (let wraps = 0; wraps <= MOST_WRAPS; wraps += 1) {
    const { parent } = wrapped;
    if (parent === undefined || parent.isHandle) return false;
    const at = parent.children.indexOf(wrapped);
    const beside = [parent.children[at + 1], parent.children[at - 1]].map((one) => one && controlIn(one));
    if (beside.some((control) => control && isNamed(control, text))) return true;
    if (parent.children.length > 1) return false;
    wrapped = parent;
  }
  return false;
}

function controlIn(item: Item): UiNode | undefined {
  const control = item.isHandle ? item : item.handles === 1 ? item.handle : undefined;
  const node = control?.node;
  // A button shows its own text; only these roles are named by a text beside them.
  const isControl = node?.visible && (node.editable || node.checkable || isSlider(node) || isDropDown(node));
  return isControl ? node : undefined;
}

function isNamed({ editable, text, description }: UiNode, label: string): boolean {
  return flat(description) === label || (!editable && flat(text) === label);
}
