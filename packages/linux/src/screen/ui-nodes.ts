import type { Point } from '@handeye/core/device/port';
import { intersect, moved } from '@handeye/screen/bounds';
import { type Bounds, makeNode, type TextRange, type UiNode } from '@handeye/screen/node';
import { type Accessible, LIBRE_OFFICE, toolkits } from '../atspi/accessible.ts';
import { clickAction, menuAction } from '../atspi/actions.ts';
import { keyOf } from '../atspi/cache-item.ts';
import { nonEmpty } from '../atspi/names.ts';
import { normalisedRole } from '../atspi/roles.ts';
import { toldRange } from '../atspi/text-quirks.ts';
import { isSecondMenuBar } from '../atspi/toolkits/gtk3.ts';
import { dateOf, datePartsOf } from './date-parts.ts';
import { innermostFocused } from './app-tree.ts';
import { isClosedCombo } from './combo-items.ts';
import { isNamelessControl, titleForControls } from './inner-titles.ts';
import { isScrollArea } from './scroll-areas.ts';
import { toldChildren } from './told-cells.ts';
import {
  type FrameDetails,
  isChecked,
  isEditable,
  isEnabled,
  isPassword,
  isShowing,
  nameOf,
  screenBounds,
} from './traits.ts';

/** Bounds of everything that is not on the screen. */
export const emptyBounds: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

/** Roles that a mouse click works on even if the toolkit offers no action, as GTK 4.8 for check boxes and tabs. */
const mouseRoles: ReadonlySet<string> = new Set([
  ...['push button', 'toggle button', 'check box', 'radio button', 'link', 'page tab'],
  ...['list item', 'tree item', 'menu', 'menu item', 'check menu item', 'radio menu item'],
  ...['table cell', 'combo box'],
]);

/**
 * Roles that only hold or separate other elements. Firefox offers `click` on windows and tool bars, LibreOffice `press` on
 * separators.
 */
const inertRoles: ReadonlySet<string> = new Set([
  ...['frame', 'internal frame', 'root pane', 'tool bar', 'menu bar', 'page tab list', 'separator'],
]);

/** Roles that are on or off, even if the toolkit leaves out the state (GTK 3, for radio buttons). */
const checkableRoles: ReadonlySet<string> = new Set([
  ...['check box', 'toggle button', 'radio button', 'check menu item', 'radio menu item'],
]);

/** Roles whose value is their content. A scroll bar has a value too, but it is of no interest. */
const valueRoles: ReadonlySet<string> = new Set([
  ...['slider', 'spin button', 'progress bar', 'level bar', 'dial', 'rating', 'timer'],
]);

interface Surroundings {
  readonly parent: Accessible | undefined;
  /**
   * The visible part of its window and of the scroll panes around it: toolkits call elements visible that are scrolled
   * away.
   */
  readonly clip: Bounds | undefined;
  /** Inside something that is not shown. */
  readonly hidden: boolean;
  /** The name for nameless controls here. */
  readonly title: string | undefined;
  /** Where the extents of what is here start; undefined for the screen's corner. */
  readonly origin: Point | undefined;
}

/** Converts an accessible and everything below it for the device tools; `onNode` is called for each node. */
export function uiNode(
  accessible: Accessible,
  details: FrameDetails,
  onNode: (node: UiNode, accessible: Accessible) => void,
  around: Surroundings = {
    parent: undefined,
    clip: details.frame?.window?.bounds,
    hidden: false,
    title: undefined,
    origin: undefined,
  },
): UiNode {
  const { role, states, attributes } = accessible;
  const editable = isEditable(accessible);
  const hidden = around.hidden || hidesContent(accessible, around.parent, details.toolkit);
  const isNowhere = hidden || around.clip === emptyBounds || details.misplaced?.has(accessible) === true;
  const visibleArea = isNowhere ? emptyBounds : clipOf(accessible, around);
  const bounds = (isNowhere ? undefined : placeOf(accessible, details, around.origin)) ?? emptyBounds;
  const origin = ownOrigin(accessible, around.parent, details) ?? around.origin;
  const visiblePart = visibleArea ? (intersect(visibleArea, bounds) ?? emptyBounds) : bounds;
  const scrollable = isScrollArea(accessible, details.toolkit);
  const title = titleForControls(accessible, details) ?? around.title;
  const node = makeNode({
    key: steadyKey(accessible),
    className: isMenuTitle(accessible) ? 'menu' : normalisedRole(accessible),
    ...texts(accessible, details, { editable, title: around.title }),
    resourceId: accessible.identifier,
    hint: attributes['placeholder-text'] ?? attributes.placeholder,
    bounds,
    visible: visiblePart !== emptyBounds && isShowing(accessible, details),
    enabled: isEnabled(accessible),
    // A click focuses a field. Its own `activate` action would be the Enter key.
    clickable: editable || isClickable(accessible, details.toolkit),
    longClickable: editable || hasContextMenu(accessible),
    focusable: states.has('focusable'),
    focused:
      !hidden &&
      (states.has('focused') || (isClosedCombo(accessible) && innermostFocused(accessible) === accessible)),
    scrollable,
    editable,
    multiline: states.has('multi-line'),
    password: isPassword(accessible),
    // A toggle button of GTK4 shows that it is one only while it is pressed.
    checkable: states.has('checkable') || checkableRoles.has(role) || states.has('pressed'),
    checked: isChecked(accessible),
    mixed: states.has('indeterminate') && role !== 'progress bar',
    selected: states.has('selected'),
    selection: selectionOf(accessible, details),
    heading: role === 'heading',
    collection: accessible.whole?.size,
    item: accessible.cell,
    children: toldChildren(accessible)
      .filter((child) => !isNoise(child, accessible, details))
      .map((child) => {
        const clip = scrollable ? visiblePart : visibleArea;
        return uiNode(child, details, onNode, { parent: accessible, clip, hidden, title, origin });
      }),
  });
  onNode(node, accessible);
  return node;
}

function selectionOf(accessible: Accessible, { toolkit, frame }: FrameDetails): TextRange | undefined {
  const { selection, text = '' } = accessible;
  const isOffice = frame?.window?.className?.toLowerCase().startsWith('libreoffice') === true;
  const app = { name: isOffice ? LIBRE_OFFICE : '' };
  return selection && toldRange(selection, { accessible, toolkit, app }, text);
}

/** Roles of what a combo box opens as a window of its own; GTK 3, Firefox and Swing put it below the combo box. */
const ownWindowRoles: ReadonlySet<string> = new Set(['popup menu', 'menu', 'window']);

/** The list of a combo box may reach beyond the window and the scroll panes around the combo box. */
function clipOf({ role }: Accessible, { parent, clip }: Surroundings): Bounds | undefined {
  return parent?.role === 'combo box' && ownWindowRoles.has(role) ? undefined : clip;
}

function placeOf(
  accessible: Accessible,
  details: FrameDetails,
  origin: Point | undefined,
): Bounds | undefined {
  const bounds = screenBounds(accessible, details);
  return bounds && origin ? moved(bounds, origin.x, origin.y) : bounds;
}

/**
 * LibreOffice 7.4 draws grids itself (Special Characters): the table has no place, and its cells have theirs relative to
 * what shows it.
 */
function ownOrigin(
  { role, bounds }: Accessible,
  parent: Accessible | undefined,
  details: FrameDetails,
): Point | undefined {
  if (details.toolkit !== toolkits.gtk3 || role !== 'table' || bounds || parent?.role !== 'viewport')
    return undefined;
  const shownIn = screenBounds(parent, details);
  return shownIn && { x: shownIn.left, y: shownIn.top };
}

/** Qt's menus are items that have a popup menu. */
function isMenuTitle({ role, children }: Accessible): boolean {
  return role === 'menu item' && children.some((child) => child.role === 'popup menu');
}

function isClickable(accessible: Accessible, toolkit: string): boolean {
  if (isCellGroup(accessible) || isInert(accessible, toolkit)) return false;
  return clickAction(accessible.actions) !== undefined || reactsToMouse(accessible);
}

/**
 * Returns true if its actions only repeat those of its content or neighbour: a label of Firefox clicks its field, and
 * LibreOffice 7.4 offers `press` on the panels around the fields of its tool bars.
 */
function isInert({ role, children }: Accessible, toolkit: string): boolean {
  if (inertRoles.has(role)) return true;
  if (toolkit === toolkits.gecko) return role === 'label';
  return toolkit === toolkits.gtk3 && role === 'panel' && children.length > 0;
}

/** Returns true if the model is better off without it: it costs tokens and says nothing. */
function isNoise(child: Accessible, parent: Accessible, details: FrameDetails): boolean {
  if (
    child.role === 'scroll bar' ||
    isEmptyHeader(child) ||
    isEmptyCell(child) ||
    isSecondMenuBar(child, parent, details.toolkit)
  )
    return true;
  return repeatsParent(child, parent, details);
}

function reactsToMouse({ role, states }: Accessible): boolean {
  return mouseRoles.has(role) && (states.has('focusable') || states.has('selectable'));
}

/** GTK3 nests cells. The outer one adds nothing to the inner ones. */
function isCellGroup({ role, children }: Accessible): boolean {
  return role === 'table cell' && children.some((child) => child.role === 'table cell');
}

/** A cell for a check mark or an icon that this row does not have. */
function isEmptyCell({ role, name, bounds, children }: Accessible): boolean {
  return role === 'table cell' && name.trim() === '' && bounds === undefined && children.length === 0;
}

/** The head of a column of icons: GIMP's and Thunar's lists have them, and a click there sorts by nothing. */
function isEmptyHeader({ role, name, description, children }: Accessible): boolean {
  return role === 'table column header' && name.trim() === '' && description === '' && children.length === 0;
}

/**
 * Returns true if it has a context menu of its own. Chromium offers the action on every node and GTK4 on every label; it only
 * means something on focusable elements and images.
 */
function hasContextMenu({ role, states, actions }: Accessible): boolean {
  return menuAction(actions) !== undefined && (states.has('focusable') || role === 'image');
}

const labelRoles: ReadonlySet<string> = new Set(['static', 'label', 'caption']);

/**
 * A label that only repeats the name of its parent: half of a web page's tree, and inside every GTK4 button. The bullet
 * of a list item counts too.
 */
function repeatsParent(child: Accessible, parent: Accessible, details: FrameDetails): boolean {
  if (!labelRoles.has(child.role) || child.children.length > 0) return false;
  const name = (nameOf(child, details) ?? child.text)?.trim();
  if (parent.role === 'list item' && name !== undefined && !/[\p{L}\p{N}]/u.test(name)) return true;
  return name !== undefined && name === nameOf(parent, details)?.trim();
}

/**
 * The text of a field is its content and its name describes it. The text of anything else is its name. A control without a name
 * is described by its label or by the title of its container, a closed combo box or a slider with a name by its value.
 */
function texts(
  accessible: Accessible,
  details: FrameDetails,
  { editable, title }: { editable: boolean; title: string | undefined },
): { text: string | undefined; description: string | undefined } {
  const name = isUnseenTitle(accessible, details) ? undefined : nameOf(accessible, details);
  const hasValue = accessible.value !== undefined && valueRoles.has(accessible.role);
  const value = hasValue ? valueText(accessible) : undefined;
  const shownState = chosenItem(accessible) ?? (name === undefined ? undefined : value);
  const ownDescription = nonEmpty(accessible.description) ?? (editable ? undefined : shownState);
  const given =
    details.labels?.get(accessible) ?? (isNamelessControl(accessible, details) ? title : undefined);
  const description = ownDescription ?? given;
  const parts = datePartsOf(accessible);
  const content = parts ? dateOf(parts) : isOldNumber(accessible, details) ? value : accessible.text;
  if (editable) return { text: content ?? value ?? '', description: name ?? description };
  // A group may have a title and a text of its own.
  if (accessible.text && name !== undefined) return { text: accessible.text, description: name };
  return { text: name ?? nonEmpty(accessible.text) ?? value, description };
}

const officeDocuments: ReadonlySet<string> = new Set([
  ...['document text', 'document spreadsheet', 'document presentation'],
]);

/**
 * LibreOffice 7.4 names a document by its title or its file's whole address, and by itself. The user sees neither; for a
 * document that shows, the window's title says as much.
 */
function isUnseenTitle(accessible: Accessible, details: FrameDetails): boolean {
  return officeDocuments.has(accessible.role) && isShowing(accessible, details);
}

/**
 * The name of a value, if the page has one. For the parts of a date, Firefox 153 reports only this: their value is always 0.
 */
function valueText({ value, attributes: { valuetext } }: Accessible): string | undefined {
  return valuetext === undefined ? String(value) : nonEmpty(valuetext);
}

/** Chromium 150 on a busy machine still reports the old text of a number after another was typed; the value is the new one. */
function isOldNumber({ role, text, value }: Accessible, { toolkit }: FrameDetails): boolean {
  if (toolkit !== toolkits.chromium || role !== 'spin button' || value === undefined) return false;
  return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) && Number(text) !== value;
}

/** The identity that survives from look to look: a cell is known by its place where objects do not last. */
function steadyKey({ reference, cell }: Accessible): string {
  return cell ? `${keyOf(cell.table)} ${cell.row},${cell.column}` : keyOf(reference);
}

/** Roles that a combo box opens. Its field and its button are also parts of it, and stay. */
const popupRoles: ReadonlySet<string> = new Set([
  ...['menu', 'popup menu', 'list', 'list box', 'tree', 'tree table', 'table', 'window', 'panel'],
]);

/**
 * Returns true if nothing in it is shown, whatever its states claim: pages of tabs that are not in front and lists of closed
 * combo boxes.
 */
function hidesContent(accessible: Accessible, parent: Accessible | undefined, toolkit: string): boolean {
  // Qt 6.4 needs the item's own state: rows of a hidden view, and the items of a closed combo box, are `showing`.
  if (toolkit === toolkits.qt && !accessible.states.has('showing')) return true;
  return parent !== undefined && isClosedComboBox(parent) && popupRoles.has(accessible.role);
}

/** GTK reports neither state; its closed lists are not `showing`. */
function isClosedComboBox({ role, states }: Accessible): boolean {
  const canTell = states.has('expandable') || states.has('collapsed');
  return role === 'combo box' && canTell && !states.has('expanded');
}

/** The chosen item of a closed list, if that is not the combo box's name: Firefox and Swing name it by its label. */
function chosenItem(accessible: Accessible): string | undefined {
  if (!isClosedComboBox(accessible)) return undefined;
  const lists = accessible.children.filter(({ role }) => popupRoles.has(role));
  const items = lists.flatMap(itemsIn);
  const chosen = items.filter(({ states }) => states.has('selected') || states.has('checked'));
  const [item] = chosen;
  return chosen.length === 1 && item && item.name !== accessible.name ? item.name : undefined;
}

/** The items of a list; lists may be a popup around a list (Swing). */
function itemsIn({ children }: Accessible): readonly Accessible[] {
  const [only] = children;
  return children.length === 1 && only && popupRoles.has(only.role) ? itemsIn(only) : children;
}
