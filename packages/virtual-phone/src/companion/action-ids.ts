/** The protocol's actions: AccessibilityNodeInfo's numbers, and the first API level of each. */
interface KnownAction {
  readonly id: number;
  readonly since: number;
}

const FIRST = 21;

/** The first id of android.R.id.accessibilityAction…. */
const RESOURCE = 16_908_342;

export const knownActions: ReadonlyMap<string, KnownAction> = new Map(
  Object.entries<KnownAction>({
    focus: { id: 1, since: FIRST },
    clearFocus: { id: 2, since: FIRST },
    select: { id: 4, since: FIRST },
    click: { id: 16, since: FIRST },
    longClick: { id: 32, since: FIRST },
    accessibilityFocus: { id: 64, since: FIRST },
    scrollForward: { id: 0x1000, since: FIRST },
    scrollBackward: { id: 0x2000, since: FIRST },
    copy: { id: 0x4000, since: FIRST },
    paste: { id: 0x8000, since: FIRST },
    cut: { id: 0x10000, since: FIRST },
    setSelection: { id: 0x20000, since: FIRST },
    expand: { id: 0x40000, since: FIRST },
    collapse: { id: 0x80000, since: FIRST },
    dismiss: { id: 0x100000, since: FIRST },
    setText: { id: 0x200000, since: FIRST },
    showOnScreen: { id: RESOURCE, since: 23 },
    scrollToPosition: { id: RESOURCE + 1, since: 23 },
    scrollUp: { id: RESOURCE + 2, since: 23 },
    scrollLeft: { id: RESOURCE + 3, since: 23 },
    scrollDown: { id: RESOURCE + 4, since: 23 },
    scrollRight: { id: RESOURCE + 5, since: 23 },
    contextClick: { id: RESOURCE + 6, since: 23 },
    setProgress: { id: RESOURCE + 7, since: 24 },
    showTooltip: { id: RESOURCE + 14, since: 28 },
    hideTooltip: { id: RESOURCE + 15, since: 28 },
    pageUp: { id: RESOURCE + 16, since: 29 },
    pageDown: { id: RESOURCE + 17, since: 29 },
    pageLeft: { id: RESOURCE + 18, since: 29 },
    pageRight: { id: RESOURCE + 19, since: 29 },
    pressAndHold: { id: RESOURCE + 20, since: 30 },
    imeEnter: { id: RESOURCE + 30, since: 30 },
  }),
);

/** The name of a standard action; undefined for an app's own. */
export function actionNamed(id: number): string | undefined {
  for (const [name, action] of knownActions) if (action.id === id) return name;
  return undefined;
}
