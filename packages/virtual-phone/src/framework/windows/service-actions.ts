import type { AccessibilityEvents } from './accessibility-events.ts';
import type { AccessibilityAction } from './accessibility-actions.ts';
import { customActionOf } from './accessibility-facts.ts';
import type { TextInput } from '../input/text-input.ts';
import type { Touch } from '../input/touch.ts';
import { heightOf, widthOf } from '../views/geometry.ts';
import type { Node } from '../views/layout.ts';
import type { Scrolling } from '../views/scrolling.ts';
import { nodeAt, nodesOf, type Surface } from './surface.ts';
import type { Windows } from './windows.ts';

/** An action of a service on a view, with its arguments. */
export type ServiceRequest =
  | { readonly action: Exclude<AccessibilityAction, 'setText' | 'setSelection' | 'setProgress'> }
  | { readonly action: 'setText'; readonly text: string }
  | { readonly action: 'setSelection'; readonly start: number; readonly end: number }
  | { readonly action: 'setProgress'; readonly value: number }
  | { readonly action: 'custom'; readonly id: number };

interface ServiceActionsHost {
  readonly windows: Windows;
  readonly touch: Touch;
  readonly textInput: TextInput;
  readonly scrolling: Scrolling;
  readonly events: AccessibilityEvents;
  run(surface: Surface, handler: () => void): void;
}

/** A SeekBar moves by a twentieth of its range. */
const SEEK_STEPS = 20;

/** AccessibilityNodeInfo.performAction: acts on a view even if another window covers it. */
export class ServiceActions {
  readonly #host: ServiceActionsHost;

  constructor(host: ServiceActionsHost) {
    this.#host = host;
  }

  /** Returns whether the view did it; false also if the view is gone. */
  perform(windowId: number, path: string, request: ServiceRequest): boolean {
    const surface = this.#host.windows.surfaces().find(({ id }) => id === windowId);
    const node = surface && nodeAt(surface.root(), path);
    if (surface === undefined || node === undefined) return false;
    switch (request.action) {
      case 'setText':
        return this.#host.textInput.setText(surface, node, request.text);
      case 'setSelection':
        return this.#host.textInput.select(surface, node, request.start, request.end);
      case 'setProgress':
        return this.#setProgress(surface, node, request.value);
      case 'custom':
        return this.#run(surface, customActionOf(node.view, request.id));
      case 'dismiss':
        return this.#run(surface, node.view.onDismiss);
      case 'click':
      case 'longClick':
        return this.#press(surface, node, request.action);
      case 'focus':
      case 'clearFocus':
      case 'select':
      case 'accessibilityFocus':
        return this.#mark(surface, node, request.action);
      case 'copy':
      case 'cut':
      case 'paste':
      case 'imeEnter':
        return this.#edit(surface, node, request.action);
      case 'showOnScreen':
        return this.#reveal(surface, node);
      case 'scrollForward':
      case 'scrollBackward':
      case 'scrollUp':
      case 'scrollDown':
      case 'scrollLeft':
      case 'scrollRight':
        return this.#scroll(surface, node, request.action);
    }
  }

  #run(surface: Surface, handler: (() => void) | undefined): boolean {
    if (handler === undefined) return false;
    this.#host.run(surface, handler);
    return true;
  }

  #press(surface: Surface, node: Node, action: 'click' | 'longClick'): boolean {
    if (node.view.enabled === false) return false;
    if (action === 'click') this.#host.touch.clickByService(surface, node);
    else this.#host.touch.longClickByService(surface, node);
    return true;
  }

  #mark(
    surface: Surface,
    node: Node,
    action: 'focus' | 'clearFocus' | 'select' | 'accessibilityFocus',
  ): boolean {
    const { windows, textInput } = this.#host;
    switch (action) {
      case 'focus':
        return textInput.takeFocus(surface, node);
      case 'clearFocus':
        return textInput.clearFocus(surface, node);
      case 'accessibilityFocus':
        windows.accessibilityFocus = { window: surface.id, path: node.path };
        return true;
      case 'select':
        // Selection is the app's own state here, so a service cannot set it.
        return false;
    }
  }

  /** These work only in the focused field, as in TextView. */
  #edit(surface: Surface, node: Node, action: 'copy' | 'cut' | 'paste' | 'imeEnter'): boolean {
    const { textInput } = this.#host;
    if (textInput.target?.surface !== surface || textInput.target.node.path !== node.path) return false;
    if (action === 'imeEnter') return textInput.performAction();
    textInput[action]();
    return true;
  }

  #setProgress(surface: Surface, { view }: Node, wanted: number): boolean {
    const { range } = view;
    if (range?.onSet === undefined || view.enabled === false) return false;
    const value = Math.min(range.max, Math.max(range.min, Math.trunc(wanted)));
    if (value === range.value) return false;
    this.#host.run(surface, () => range.onSet?.(value));
    surface.invalidate();
    this.#host.events.send('viewSelected', surface.spec.package);
    return true;
  }

  /** The distance of about a page by which ScrollView, ListView and RecyclerView move; a pager turns one page. */
  #scroll(surface: Surface, node: Node, action: AccessibilityAction): boolean {
    const forward = action === 'scrollForward' || action === 'scrollDown' || action === 'scrollRight';
    const { scroller, view } = node;
    if (view.range !== undefined) {
      const step = Math.max(1, Math.round((view.range.max - view.range.min) / SEEK_STEPS));
      return this.#setProgress(surface, node, view.range.value + (forward ? step : -step));
    }
    const canMove =
      scroller !== undefined && (forward ? scroller.offset < scroller.max : scroller.offset > 0);
    if (!canMove || view.enabled === false) return false;
    if (view.type === 'pager') this.#host.scrolling.turnPages(surface, node, forward ? 1 : -1);
    else {
      const page = scroller.axis === 'vertical' ? heightOf(node.bounds) : widthOf(node.bounds);
      this.#host.scrolling.scrollBy(surface, scroller, forward ? page : -page);
    }
    return true;
  }

  /** Scrolls the containers of the view until it is visible; false if nothing has to move. */
  #reveal(surface: Surface, node: Node): boolean {
    const around = [...nodesOf(surface.root())].findLast(
      ({ scroller, path }) => scroller !== undefined && isInside(node.path, path),
    );
    if (around?.scroller === undefined) return false;
    const vertical = around.scroller.axis === 'vertical';
    const [start, end] = vertical
      ? [node.bounds.top - around.bounds.top, node.bounds.bottom - around.bounds.bottom]
      : [node.bounds.left - around.bounds.left, node.bounds.right - around.bounds.right];
    const delta = start < 0 ? start : Math.max(0, Math.min(start, end));
    if (delta === 0) return false;
    this.#host.scrolling.scrollBy(surface, around.scroller, delta);
    return true;
  }
}

function isInside(path: string, container: string): boolean {
  return path.startsWith(`${container}/`);
}
