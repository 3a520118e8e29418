import type { LinuxApplication } from '../applications.ts';
import type { Accessible } from '../atspi/accessible.ts';
import type { Tree } from '../atspi/tree.ts';
import type { ManagedWindow } from '../display.ts';
import { isHiddenItem } from './combo-items.ts';
import type { Frame } from './frames.ts';

/** An application's tree and its windows. */
export interface AppTree extends Tree {
  readonly app: LinuxApplication;
  readonly frames: readonly Frame[];
}

/** A window without a process id (of a sandboxed application) is matched by name. */
export function belongsTo(window: ManagedWindow, app: LinuxApplication): boolean {
  return window.pid === app.pid || (window.pid === undefined && sameName(window.className, app.name));
}

function sameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** The application's window that has the keyboard, according to the window manager, else to the application. */
export function activeFrame({ frames }: AppTree): Frame | undefined {
  return (
    frames.find(({ window }) => window?.active) ??
    frames.find(({ window, accessible }) => !window && accessible.states.has('active'))
  );
}

/** The element that has the keyboard. */
export function focusedIn(tree: AppTree): Accessible | undefined {
  const active = activeFrame(tree);
  return active && innermostFocused(active.accessible);
}

/** The focused element. Containers may have the state too: the innermost has the focus. */
export function innermostFocused(accessible: Accessible): Accessible | undefined {
  for (const child of accessible.children) {
    const found = innermostFocused(child);
    // Qt and Firefox report that the chosen item of a closed combo box has the focus. The combo box has it.
    if (found) return isHiddenItem(accessible, found) ? accessible : found;
  }
  return accessible.states.has('focused') && !isClosedMenu(accessible) ? accessible : undefined;
}

/** Firefox 153 leaves the focus on a context menu that was closed. */
function isClosedMenu({ role, states }: Accessible): boolean {
  return (role === 'menu' || role === 'popup menu') && !states.has('showing');
}
