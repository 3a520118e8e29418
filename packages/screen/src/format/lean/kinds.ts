import { area } from '../../bounds.ts';
import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import type { Screen } from '../../snapshot.ts';

/** The class without its package, or a desktop's role. */
export function simpleName({ className = '' }: UiNode): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

/**
 * Elements that are set to a value: SeekBar, RatingBar, NumberPicker and similar ones, and sliders and spin buttons of
 * desktops.
 */
const SLIDER = /(SeekBar|RatingBar|Slider|NumberPicker|DatePicker|TimePicker)$|^(slider|spinbutton)$/;
const DROP_DOWN = /Spinner$|^combobox$/;
const PROGRESS = /ProgressBar$|ProgressIndicator$|^(progressbar|levelindicator)$/;
const SWITCH = /(Switch|SwitchCompat|MaterialSwitch|ToggleButton)$|^(switch|togglebutton)$/;
const MENU = /^(menu|menubutton)$/;

export function isSlider(node: UiNode): boolean {
  return SLIDER.test(simpleName(node)) || node.actions?.includes('setProgress') === true;
}

export function isDropDown(node: UiNode): boolean {
  return DROP_DOWN.test(simpleName(node));
}

/** A progress bar. On Android a slider is one, too, but can be moved. */
export function isProgress(node: UiNode): boolean {
  return PROGRESS.test(simpleName(node)) && !isSlider(node);
}

/** Activity without a measure. A tier that reports actions also reports the range of every bar that has one. */
export function isEndless(node: UiNode): boolean {
  return isProgress(node) && node.range === undefined && node.actions !== undefined;
}

export function isSwitch(node: UiNode): boolean {
  return SWITCH.test(simpleName(node));
}

export function isLink(node: UiNode): boolean {
  return simpleName(node) === 'link';
}

export function isDesktopButton(node: UiNode): boolean {
  return /^(button|togglebutton|menubutton)$/.test(simpleName(node));
}

/** A desktop's menu. Its items are in the tree even while it is closed. */
export function isMenu(node: UiNode): boolean {
  return MENU.test(simpleName(node));
}

/** A desktop's page or tab; one that is not showing is listed by its title alone. */
export function isPage(node: UiNode): boolean {
  return /^(document|webarea|tab)$/.test(simpleName(node));
}

/** Whether its line is replaced by a count: it is not visible and no page with a title. */
export function isOutOfSight(node: UiNode): boolean {
  return !node.visible && !(isPage(node) && saysSomething(node));
}

/** A cell of a desktop's table. The cells of one row share a line. */
export function isCell(node: UiNode): boolean {
  return simpleName(node) === 'cell' && !node.editable && !node.checkable && !isSlider(node);
}

/** Whether it has an action other than scrolling. */
export function isUsable(node: UiNode): boolean {
  return node.clickable || node.longClickable || node.editable || isSlider(node);
}

const SCROLLS: ReadonlySet<string> = new Set([
  'scrollForward',
  'scrollBackward',
  'scrollUp',
  'scrollDown',
  'scrollLeft',
  'scrollRight',
]);

/** Whether it may scroll further. On tiers that report actions, a list that fits offers no scroll action. */
export function isScroller({ scrollable, actions }: UiNode): boolean {
  return scrollable && (actions?.some((action) => SCROLLS.has(action)) ?? true);
}

const LIST =
  /(ListView|GridView|RecyclerView|AbsListView|ExpandableListView)$|^(list|table|tree|listbox)$|^LazyColumn$/;

/** Whether its children are rows: a list by its class or by its own report, or anything that scrolls except a page. */
export function holdsRows(node: UiNode): boolean {
  if (isPage(node)) return false;
  return LIST.test(simpleName(node)) || node.collection !== undefined || node.scrollable;
}

const SURFACE = /(SurfaceView|TextureView|MapView)$|canvas$/i;
const DRAWN = /canvas|draw|paint|map|board|surface/i;
/** A smaller one is a part of something, such as a chart in a card. */
const LEAST_SURFACE = 0.2;

/** A surface that an application draws itself, such as a canvas or a map: fingers move on it, and the tree ends there. */
export function isSurface(node: UiNode, { width, height }: Screen): boolean {
  const { children, visible, resourceId, description, bounds } = node;
  if (children.length > 0 || !visible || area(bounds) < LEAST_SURFACE * width * height) return false;
  // Most plain views without a name are backgrounds.
  const isDrawn = simpleName(node) === 'View' && DRAWN.test(`${resourceId ?? ''} ${description ?? ''}`);
  return flat(node.text) === '' && (isDrawn || SURFACE.test(simpleName(node)));
}

/** Whether it has a text or a description. */
export function saysSomething({ text, description }: UiNode): boolean {
  return flat(text) !== '' || flat(description) !== '';
}
