import { shown } from './sanitize.ts';

/** A rectangle in screen pixels, in the current rotation. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What can be done to a node by accessibility itself, as far as somebody here uses it. */
export type NodeAction =
  | 'click'
  | 'longClick'
  | 'focus'
  | 'setText'
  | 'setSelection'
  | 'setProgress'
  | 'expand'
  | 'collapse'
  | 'dismiss'
  | 'showOnScreen'
  | 'scrollForward'
  | 'scrollBackward'
  | 'scrollUp'
  | 'scrollDown'
  | 'scrollLeft'
  | 'scrollRight';

/**
 * One node of an accessibility tree. Its texts are already safe to show (see sanitize.ts): device text is
 * data, and no later step has to remember that.
 */
export interface UiNode {
  /** The platform's own name for this very object, steady while it lives; undefined where it has none. */
  readonly key: string | undefined;
  /** The full class name on Android (`android.widget.Button`), the normalised role on a desktop (`button`). */
  readonly className: string | undefined;
  readonly text: string | undefined;
  readonly description: string | undefined;
  readonly resourceId: string | undefined;
  /** What an empty field suggests. Never content: a field that shows its hint has no text. */
  readonly hint: string | undefined;
  /** The hint was learned from what the field showed when it was empty: other looks do not know it yet, or any more. */
  readonly hintLearned: boolean;
  /** What the application says is wrong with a field's content. */
  readonly error: string | undefined;
  readonly bounds: Bounds;
  readonly visible: boolean;
  readonly enabled: boolean;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  readonly editable: boolean;
  readonly multiline: boolean;
  readonly password: boolean;
  readonly checkable: boolean;
  readonly checked: boolean;
  /** Partly checked: some of what it stands for is on. */
  readonly mixed: boolean;
  readonly selected: boolean;
  readonly heading: boolean;
  /** What the application says of its state ("50 percent", "On"). */
  readonly stateDescription: string | undefined;
  /** The title of the part of the screen that it is: a sheet, a drawer, a page. */
  readonly paneTitle: string | undefined;
  /** The title of the group that it is. */
  readonly containerTitle: string | undefined;
  readonly tooltip: string | undefined;
  /** The application's own name for it, unique in its window. */
  readonly uniqueId: string | undefined;
  /** Its place among its siblings in the order they are drawn. */
  readonly drawingOrder: number | undefined;
  /** What a slider or a progress bar can show, and shows. */
  readonly range: Range | undefined;
  /** How many rows and columns a list has in all; -1 for what it does not know. */
  readonly collection: { readonly rows: number; readonly columns: number } | undefined;
  /** Its place in the list that it is an item of. */
  readonly item: { readonly row: number; readonly column: number } | undefined;
  /** The actions that it offers; undefined where the platform does not tell. A list at its end offers none beyond it. */
  readonly actions: readonly NodeAction[] | undefined;
  /** The text exactly as the device gave it, to compare after typing. Never kept for a password. */
  readonly rawText: string | undefined;
  readonly children: readonly UiNode[];
}

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly current: number;
}

/** What a platform says of a node; whatever it leaves out has the usual value. */
export type NodeParts = { readonly bounds: Bounds } & {
  readonly [Key in Exclude<keyof UiNode, 'bounds' | 'rawText'>]?: UiNode[Key] | undefined;
};

/** Makes a node out of what the platform said: texts made safe, passwords masked, absent facts filled in. */
export function makeNode(parts: NodeParts): UiNode {
  const password = parts.password ?? false;
  return {
    key: parts.key,
    className: shown(parts.className),
    text: password ? masked(parts.text) : shown(parts.text),
    description: shown(parts.description),
    resourceId: shown(parts.resourceId),
    hint: shown(parts.hint),
    hintLearned: parts.hintLearned ?? false,
    error: shown(parts.error),
    bounds: parts.bounds,
    visible: parts.visible ?? true,
    enabled: parts.enabled ?? true,
    clickable: parts.clickable ?? false,
    longClickable: parts.longClickable ?? false,
    focusable: parts.focusable ?? false,
    focused: parts.focused ?? false,
    scrollable: parts.scrollable ?? false,
    editable: parts.editable ?? false,
    multiline: parts.multiline ?? false,
    password,
    checkable: parts.checkable ?? false,
    checked: parts.checked ?? false,
    mixed: parts.mixed ?? false,
    selected: parts.selected ?? false,
    heading: parts.heading ?? false,
    stateDescription: shown(parts.stateDescription),
    paneTitle: shown(parts.paneTitle),
    containerTitle: shown(parts.containerTitle),
    tooltip: shown(parts.tooltip),
    uniqueId: parts.uniqueId,
    drawingOrder: parts.drawingOrder,
    range: parts.range,
    collection: parts.collection,
    item: parts.item,
    actions: parts.actions,
    rawText: password ? undefined : parts.text,
    children: parts.children ?? [],
  };
}

/** One bullet a character, so that neither the text nor a device's own mask character gets through. */
function masked(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : '•'.repeat(Array.from(text).length);
}
