import type { UiNode } from './node.ts';
import type { Snapshot, UiWindow } from './snapshot.ts';

/** An Android dialog about an application that failed. */
export interface AppAlert {
  readonly kind: 'crash' | 'not responding';
  /** Its message, in the phone's language. */
  readonly text: string;
  readonly window: UiWindow;
}

/** The system's own process owns these windows. */
const SYSTEM = 'android';
/** Prefix of these dialogs' button ids since Android 7. Only the dialog of an application that hangs has a wait button. */
const BUTTON = 'android:id/aerr_';
const WAIT = 'android:id/aerr_wait';
/** The window manager's titles for their windows, the same in every language and version; plain dumps include them. */
const CRASH_TITLE = 'Application Error: ';
const HANGS_TITLE = 'Application Not Responding: ';
/** The nodes with the message: the title since Android 7, the message text before. */
const sayings = ['android:id/alertTitle', 'android:id/message'];

/** The dialog on the screen that reports a crash or an application that does not respond. */
export function appAlertIn({ windows }: Snapshot): AppAlert | undefined {
  for (const window of windows) {
    if (window.app !== SYSTEM || window.root === undefined) continue;
    const nodes = visibleIn(window.root);
    const kind = kindOf(window, nodes);
    if (kind !== undefined) return { kind, text: sayingOf(nodes) ?? window.title ?? '', window };
  }
  return undefined;
}

function kindOf({ title = '' }: UiWindow, nodes: readonly UiNode[]): AppAlert['kind'] | undefined {
  if (title.startsWith(CRASH_TITLE)) return 'crash';
  if (title.startsWith(HANGS_TITLE)) return 'not responding';
  const buttons = nodes.filter(({ resourceId }) => resourceId?.startsWith(BUTTON));
  if (buttons.length === 0) return undefined;
  return buttons.some(({ resourceId }) => resourceId === WAIT) ? 'not responding' : 'crash';
}

function sayingOf(nodes: readonly UiNode[]): string | undefined {
  const texts = sayings.map((id) => nodes.find(({ resourceId }) => resourceId === id)?.text);
  return texts.find((text) => text !== undefined && text !== '');
}

function visibleIn(root: UiNode): UiNode[] {
  const found: UiNode[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.visible) found.push(node);
    open.push(...node.children);
  }
  return found;
}
