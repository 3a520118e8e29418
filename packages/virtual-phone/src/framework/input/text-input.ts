import { LINE_HEIGHT, textWidth } from '../render/font.ts';
import { isFocusable } from '../windows/accessibility.ts';
import type { AccessibilityEvents } from '../windows/accessibility-events.ts';
import type { Cancel, Clock } from '../system/clock.ts';
import * as editor from './editor.ts';
import { edges, type Node } from '../views/layout.ts';
import { nodeAt, nodesOf, type Surface } from '../windows/surface.ts';
import type { Field, ImeAction, Point, View } from '../views/view.ts';
import type { Editing } from '../views/view-state.ts';

/** The parts of the phone that text input needs. */
export interface TextInputHost {
  readonly clock: Clock;
  readonly events: AccessibilityEvents;
  readonly clipboard: { text: string };
  readonly scales: () => { scale: number; textScale: number };
  readonly hasKeyboard: boolean;
  readonly slideMs: () => number;
  focusedSurface(): Surface | undefined;
  run(surface: Surface, handler: () => void): void;
  /** The keyboard was shown or hidden: everything is laid out again. */
  keyboardChanged(): void;
  /** Typing or keys may have moved the cursor out of view. */
  cursorMoved(surface: Surface): void;
  /** Another field has the focus: the keyboard may need other keys. */
  focusChanged(): void;
  /** The toolbar for a selection was opened or closed. */
  toolbarChanged(): void;
}

interface Target {
  readonly surface: Surface;
  readonly node: Node;
  readonly field: View & Field;
  readonly editing: Editing;
}

/** A choice of the toolbar that Android shows for a selection, or where the cursor was pressed long. */
export type ToolbarChoice = 'cut' | 'copy' | 'paste' | 'selectAll';

/** The field that the toolbar is for. */
interface ToolbarPlace {
  readonly surface: Surface;
  readonly path: string;
  readonly editing: Editing;
  readonly isPassword: boolean;
  /** It was opened at the cursor: nothing is selected. */
  readonly atCursor: boolean;
}

/** The focused field, its editing, and whether the keyboard is up. */
export class TextInput {
  /** Whether the keyboard's window is on the screen. */
  shown = false;
  /** An app requested the keyboard; it may still be sliding in, or not exist. */
  requested = false;
  /** How many input connections were created: one each time a field gets the focus. */
  connections = 0;
  private sliding: Cancel | undefined;
  /** Where the toolbar for the selection is open, if its field still has the focus. */
  private toolbarAt: ToolbarPlace | undefined;

  readonly #host: TextInputHost;

  constructor(host: TextInputHost) {
    this.#host = host;
  }

  /** The field that receives text now. */
  get target(): Target | undefined {
    const surface = this.#host.focusedSurface();
    const node = surface && nodeAt(surface.root(), surface.states.focus);
    if (surface === undefined || node?.editing === undefined || node.view.type !== 'field') return undefined;
    return { surface, node, field: node.view, editing: node.editing };
  }

  /** The function of the keyboard's action key in the focused field. */
  get action(): ImeAction {
    const field = this.target?.field;
    return field?.imeAction ?? (field?.multiLine === true ? 'none' : 'done');
  }

  /** Gives a view the focus; a field also gets the keyboard. */
  focus(surface: Surface, node: Node): void {
    this.takeFocus(surface, node);
    if (node.view.type === 'field') this.show();
  }

  /** Moves the focus without showing a keyboard; false if the view has it already. */
  takeFocus(surface: Surface, node: Node): boolean {
    if (surface.states.focus === node.path) return false;
    surface.states.focus = node.path;
    this.toolbarAt = undefined;
    this.connections += 1;
    surface.invalidate();
    this.#host.events.send('viewFocused', surface.spec.package);
    this.#host.focusChanged();
    return true;
  }

  /** Takes the focus from a view; false if the view does not have it. */
  clearFocus(surface: Surface, node: Node): boolean {
    if (surface.states.focus !== node.path) return false;
    surface.states.focus = undefined;
    surface.invalidate();
    this.#host.focusChanged();
    return true;
  }

  /** Puts the cursor where a finger touched the field. */
  placeCursor(surface: Surface, node: Node, at: Point): void {
    const { editing } = node;
    if (editing === undefined) return;
    editing.start = editing.end = this.#positionAt(node, at);
    this.#selectionChanged(surface);
  }

  /** A long press: selects a word, of a password everything, and opens the toolbar. */
  selectWordAt(surface: Surface, node: Node, at: Point): void {
    const { view, editing } = node;
    if (view.type !== 'field' || editing === undefined) return;
    if (view.input === 'password') editor.selectAll(editing);
    else editor.selectWord(editing, this.#positionAt(node, at));
    this.#selectionChanged(surface);
    this.#openToolbar(surface, node);
  }

  /** The toolbar's field and choices; undefined while it is closed or would be empty. Lays nothing out. */
  toolbarOver(
    focused: Surface | undefined,
  ): { readonly path: string; readonly choices: readonly ToolbarChoice[] } | undefined {
    const { toolbarAt } = this;
    if (toolbarAt === undefined || toolbarAt.surface !== focused) return undefined;
    const { path, editing, isPassword, atCursor } = toolbarAt;
    const { text, start, end } = editing;
    if (focused.states.focus !== path || (start === end && !atCursor)) return undefined;
    const choices: ToolbarChoice[] = start !== end && !isPassword ? ['cut', 'copy'] : [];
    if (this.#host.clipboard.text !== '') choices.push('paste');
    if (text !== '' && !isPassword && end - start < text.length) choices.push('selectAll');
    return choices.length === 0 ? undefined : { path, choices };
  }

  choose(choice: ToolbarChoice): void {
    this[choice]();
  }

  /** Closes the toolbar, and with it the selection, as TextView does for Back; false if there is none. */
  closeToolbar(): boolean {
    const { toolbarAt } = this;
    const wasOpen = this.toolbarOver(this.#host.focusedSurface()) !== undefined;
    this.toolbarAt = undefined;
    if (toolbarAt === undefined || !wasOpen) return false;
    toolbarAt.editing.start = toolbarAt.editing.end;
    this.#selectionChanged(toolbarAt.surface);
    this.#host.toolbarChanged();
    return true;
  }

  #openToolbar(surface: Surface, { path, view, editing }: Node): void {
    if (view.type !== 'field' || editing === undefined) return;
    const isPassword = view.input === 'password';
    this.toolbarAt = { surface, path, editing, isPassword, atCursor: editing.start === editing.end };
    this.#host.toolbarChanged();
  }

  show(): void {
    this.requested = true;
    if (!this.#host.hasKeyboard || this.shown || this.sliding !== undefined) return;
    this.sliding = this.#host.clock.after(this.#host.slideMs(), () => {
      this.sliding = undefined;
      this.shown = true;
      this.#host.keyboardChanged();
    });
  }

  hide(): void {
    this.requested = false;
    this.sliding?.();
    this.sliding = undefined;
    if (!this.shown) return;
    this.shown = false;
    this.#host.keyboardChanged();
  }

  /** Types text; false if no field has the focus. */
  commit(text: string): boolean {
    return this.#edit(({ editing, field }) => {
      editor.insert(editing, text, rulesOf(field));
    });
  }

  /** ACTION_SET_TEXT of accessibility services: replaces all text of a field and leaves the focus where it is. */
  setText(surface: Surface, node: Node, text: string): boolean {
    const { view, editing } = node;
    if (view.type !== 'field' || editing === undefined) return false;
    return this.#change({ surface, node, field: view, editing }, (target) => {
      editor.selectAll(target.editing);
      editor.insert(target.editing, text, rulesOf(target.field));
    });
  }

  /** ACTION_SET_SELECTION: false if nothing changes or the range is outside the text, as TextView answers. */
  select(surface: Surface, node: Node, start: number, end: number): boolean {
    const { editing, path } = node;
    if (editing === undefined || (editing.start === start && editing.end === end)) return false;
    if (start < 0 || start > end || end > editing.text.length) return false;
    Object.assign(editing, { start, end });
    this.#selectionChanged(surface);
    // TextView then also starts its selection mode, if the field has the focus.
    if (start < end && surface.states.focus === path) this.#openToolbar(surface, node);
    return true;
  }

  erase(direction: -1 | 1): boolean {
    return this.#edit(({ editing }) => {
      editor.erase(editing, direction);
    });
  }

  moveCursor(move: editor.CursorMove, select: boolean): boolean {
    const { target } = this;
    if (target === undefined) return false;
    editor.moveCursor(target.editing, move, select);
    this.#selectionChanged(target.surface);
    this.#host.cursorMoved(target.surface);
    return true;
  }

  selectAll(): void {
    const { target } = this;
    if (target === undefined) return;
    editor.selectAll(target.editing);
    this.#selectionChanged(target.surface);
  }

  /** A password's text never reaches the clipboard. */
  copy(): void {
    const { target } = this;
    if (target === undefined || target.field.input === 'password') return;
    const { text, start, end } = target.editing;
    if (start !== end) this.#host.clipboard.text = text.slice(start, end);
    this.closeToolbar();
  }

  cut(): void {
    const { target } = this;
    if (target === undefined || target.field.input === 'password') return;
    const { text, start, end } = target.editing;
    if (start === end) return;
    this.#host.clipboard.text = text.slice(start, end);
    this.erase(-1);
  }

  paste(): void {
    this.commit(this.#host.clipboard.text);
  }

  /**
   * The Enter key of a hardware keyboard: a new line in a multi-line field, otherwise the field's action if the app handles it.
   * If not, a single-line field passes the focus on, whatever its action (TextView.onKeyUp).
   */
  enter(): boolean {
    const { target } = this;
    if (target === undefined) return false;
    if (takesLines(target.field)) return this.commit('\n');
    if (target.field.onSubmit !== undefined) return this.performAction();
    this.moveFocus(1);
    return true;
  }

  /** The action key of the keyboard on the screen. */
  performAction(): boolean {
    const { target } = this;
    if (target === undefined) return false;
    if (takesLines(target.field)) return this.commit('\n');
    const { action } = this;
    this.#host.run(target.surface, () => target.field.onSubmit?.(target.editing.text));
    if (action === 'next') this.moveFocus(1, (view) => view.type === 'field');
    // Chats keep the keyboard after sending a message.
    else if (action !== 'none' && action !== 'send') this.hide();
    return true;
  }

  /** Moves the focus to the next (1) or previous (-1) view that takes it. */
  moveFocus(direction: 1 | -1, accepts: (view: View) => boolean = isFocusTarget): void {
    const surface = this.#host.focusedSurface();
    if (surface === undefined) return;
    const nodes = [...nodesOf(surface.root())].filter(({ view }) => isFocusable(view) && accepts(view));
    const at = nodes.findIndex((node) => node.path === surface.states.focus);
    const next = nodes[at === -1 && direction === -1 ? nodes.length - 1 : at + direction];
    if (next !== undefined) this.focus(surface, next);
  }

  #edit(change: (target: Target) => void): boolean {
    const { target } = this;
    return target !== undefined && this.#change(target, change);
  }

  #change(target: Target, change: (target: Target) => void): boolean {
    if (target.field.enabled === false) return false;
    const before = target.editing.text;
    change(target);
    target.surface.invalidate();
    const { text } = target.editing;
    if (text === before) return true;
    this.closeToolbar();
    this.#host.events.send('viewTextChanged', target.surface.spec.package);
    this.#host.run(target.surface, () => target.field.onChange?.(text));
    this.#host.cursorMoved(target.surface);
    return true;
  }

  #selectionChanged(surface: Surface): void {
    const { start, end } = this.toolbarAt?.editing ?? {};
    if (start === end) this.toolbarAt = undefined;
    surface.invalidate();
    this.#host.events.send('viewTextSelectionChanged', surface.spec.package);
  }

  #positionAt(node: Node, at: Point): number {
    const { view, lines = [], editing } = node;
    if (view.type !== 'field' || editing === undefined || editing.text === '') return 0;
    const { scale, textScale } = this.#host.scales();
    const size = (view.size ?? 14) * textScale;
    const padding = edges(view.padding, scale);
    const row = Math.floor((at.y - node.bounds.top - padding.top) / (size * LINE_HEIGHT));
    const number = Math.max(0, Math.min(lines.length - 1, row));
    const before = lines.slice(0, number).reduce((sum, line) => sum + line.length, 0);
    const breaks = editing.text.slice(0, before + number).split('\n').length - 1;
    const line = lines[number] ?? '';
    const x = at.x - node.bounds.left - padding.left;
    let column = 0;
    while (column < line.length) {
      const half =
        textWidth(line.slice(0, column), size, 400) + textWidth(line.charAt(column), size, 400) / 2;
      if (half > x) break;
      column++;
    }
    return Math.min(editing.text.length, before + Math.min(breaks, number) + column);
  }
}

function takesLines({ multiLine, imeAction }: Field): boolean {
  return multiLine === true && imeAction === undefined;
}

function rulesOf(field: Field): editor.EditRules {
  return {
    maxLength: field.maxLength,
    digitsOnly: field.input === 'number' || field.input === 'phone',
  };
}

// Containers can have the focus on a phone, but Tab skips them.
function isFocusTarget(view: View): boolean {
  return view.type !== 'list' && view.type !== 'scroll' && view.type !== 'pager';
}
