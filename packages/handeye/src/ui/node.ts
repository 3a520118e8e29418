import { shown } from './sanitize.ts';

/** A rectangle in screen pixels, in the current rotation. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

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
  readonly selected: boolean;
  readonly heading: boolean;
  /** The text exactly as the device gave it, to compare after typing. Never kept for a password. */
  readonly rawText: string | undefined;
  readonly children: readonly UiNode[];
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
    selected: parts.selected ?? false,
    heading: parts.heading ?? false,
    rawText: password ? undefined : parts.text,
    children: parts.children ?? [],
  };
}

/** One bullet a character, so that neither the text nor a device's own mask character gets through. */
function masked(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : '•'.repeat(Array.from(text).length);
}
