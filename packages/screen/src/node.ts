import { shown } from './sanitize.ts';

/** A rectangle in screen pixels, in the current rotation. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The accessibility actions of a node that Handeye uses. */
export type NodeAction =
  | 'click'
  | 'longClick'
  | 'focus'
  | 'setText'
  | 'setSelection'
  | 'copy'
  | 'cut'
  | 'paste'
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
 * One node of an accessibility tree. Its texts are already safe to show (see sanitize.ts), so that no later step has to care.
 */
export interface UiNode {
  /** The platform's own key of this object, stable while it lives; undefined if it has none. */
  readonly key: string | undefined;
  /** The full class name on Android (`android.widget.Button`), the normalised role on a desktop (`button`). */
  readonly className: string | undefined;
  readonly text: string | undefined;
  readonly description: string | undefined;
  readonly resourceId: string | undefined;
  /** The hint of an empty field. Never content: a field that shows its hint has no text. */
  readonly hint: string | undefined;
  /** The hint was learned from the text of the empty field; other looks may not have it. */
  readonly hintLearned: boolean;
  /** The application's error message about a field's content. */
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
  /** Partly checked: some of the things it stands for are on. */
  readonly mixed: boolean;
  readonly selected: boolean;
  readonly heading: boolean;
  /** The application's description of the state ("50 percent", "On"). */
  readonly stateDescription: string | undefined;
  /** The title of a pane: a sheet, a drawer, a page. */
  readonly paneTitle: string | undefined;
  /** The title of a group. */
  readonly containerTitle: string | undefined;
  readonly tooltip: string | undefined;
  /** The application's own id for it, unique in its window. */
  readonly uniqueId: string | undefined;
  /** Its place in the drawing order of its siblings. */
  readonly drawingOrder: number | undefined;
  /** The range and value of a slider or a progress bar. */
  readonly range: Range | undefined;
  /** The total numbers of rows and columns of a list; -1 if unknown. */
  readonly collection: { readonly rows: number; readonly columns: number } | undefined;
  /** Its place in its list. */
  readonly item: { readonly row: number; readonly column: number } | undefined;
  /**
   * The actions that it offers; undefined if the platform does not report them. A list at its end offers no action beyond it.
   */
  readonly actions: readonly NodeAction[] | undefined;
  /** The part of its text that is selected; undefined if none is, and for a password. */
  readonly selection: TextRange | undefined;
  /** The text exactly as the device gave it, to compare after typing. Never kept for a password. */
  readonly rawText: string | undefined;
  readonly children: readonly UiNode[];
}

/** A part of a text, in UTF-16 units: `start` is in it, `end` is not. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Range {
  readonly min: number;
  readonly max: number;
  readonly current: number;
}

/** A platform's facts about a node; omitted ones have the usual value. */
export type NodeParts = { readonly bounds: Bounds } & {
  readonly [Key in Exclude<keyof UiNode, 'bounds' | 'rawText'>]?: UiNode[Key] | undefined;
};

/** Makes a node from a platform's facts: sanitizes texts, masks passwords, fills in defaults. */
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
    selection: password ? undefined : within(parts.selection, parts.text),
    rawText: password ? undefined : parts.text,
    children: parts.children ?? [],
  };
}

/** One bullet per character, so that neither the text nor a device's own mask character gets through. */
function masked(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : '•'.repeat(Array.from(text).length);
}

/** Stands for a password wherever one is shown, so that its length is not told. */
const PASSWORD = '•••';

/** A node's text as people and models are shown it; the bullets of a password are for comparing only. */
export function shownText({ password, text }: Pick<UiNode, 'password' | 'text'>): string | undefined {
  return password && text !== undefined && text !== '' ? PASSWORD : text;
}

/** A cursor selects nothing, and an application may report the selection of a former text. */
function within(selection: TextRange | undefined, text = ''): TextRange | undefined {
  if (selection === undefined) return undefined;
  const start = Math.max(0, Math.min(selection.start, selection.end));
  const end = Math.min(text.length, Math.max(selection.start, selection.end));
  return start < end ? { start, end } : undefined;
}
