import type { PhoneShape } from '../system/shape.ts';
import type { View } from '../views/view.ts';
import type { Scroller } from '../views/view-state.ts';

/** The actions of AccessibilityNodeInfo that views of this phone have. */
export type AccessibilityAction =
  | 'focus'
  | 'clearFocus'
  | 'select'
  | 'click'
  | 'longClick'
  | 'accessibilityFocus'
  | 'scrollForward'
  | 'scrollBackward'
  | 'copy'
  | 'paste'
  | 'cut'
  | 'setSelection'
  | 'dismiss'
  | 'setText'
  | 'showOnScreen'
  | 'scrollUp'
  | 'scrollDown'
  | 'scrollLeft'
  | 'scrollRight'
  | 'setProgress'
  | 'imeEnter';

/** The phone's part of the input. */
export interface ActionContext {
  readonly shape: PhoneShape;
  readonly clipboardHasText: boolean;
}

/** The node's part of the input. */
interface Told {
  readonly class: string;
  readonly text: string;
  readonly description: string;
  readonly showingHint: boolean;
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly password: boolean;
  readonly dismissable: boolean;
  readonly scroll: Pick<Scroller, 'offset' | 'max' | 'axis'> | undefined;
  readonly field: { readonly selection: { readonly start: number; readonly end: number } } | undefined;
}

const M = 23;
const N = 24;
const R = 30;
/** EditText lists ACTION_SET_TEXT since Android 8; it could do it since 5. */
const SET_TEXT_SINCE = 26;

/** The actions of a node, as View and its subclasses add them. */
export function actionsOf(view: View, node: Told, context: ActionContext): readonly AccessibilityAction[] {
  const { sdk } = context.shape;
  const actions: AccessibilityAction[] = [];
  if (node.focusable) actions.push(node.focused ? 'clearFocus' : 'focus');
  actions.push('select', 'accessibilityFocus');
  if (node.clickable && node.enabled) actions.push('click');
  if (node.longClickable && node.enabled) actions.push('longClick');
  if (sdk >= M) actions.push('showOnScreen');
  if (hasIterableText(node)) actions.push('setSelection');
  if (node.dismissable) actions.push('dismiss');
  if (node.enabled) {
    actions.push(...scrolls(view, node, sdk));
    actions.push(...ranges(view, sdk));
    actions.push(...edits(node, context));
  }
  return actions;
}

/** Whether View.getIterableTextForAccessibility is not empty: the text of a TextView, otherwise the description. */
function hasIterableText({ field, showingHint, text, description, password, class: name }: Told): boolean {
  if (field !== undefined) return !showingHint && (text !== '' || password);
  return /(TextView|Button|CheckBox)$/.test(name) ? text !== '' : description !== '';
}

/** A scroller offers only the ways in which it can still move. Directions came with Android 6, and not to every view. */
function scrolls(view: View, { scroll }: Told, sdk: number): AccessibilityAction[] {
  if (scroll === undefined || scroll.max <= 0) return [];
  const vertical = scroll.axis === 'vertical';
  const directed = sdk >= M && view.type === 'scroll';
  const back: AccessibilityAction[] = ['scrollBackward'];
  const forth: AccessibilityAction[] = ['scrollForward'];
  if (directed) back.push(vertical ? 'scrollUp' : 'scrollLeft');
  if (directed) forth.push(vertical ? 'scrollDown' : 'scrollRight');
  return [...(scroll.offset > 0 ? back : []), ...(scroll.offset < scroll.max ? forth : [])];
}

/** AbsSeekBar moves by its own actions at all times, and to a value since Android 7. */
function ranges({ range }: View, sdk: number): AccessibilityAction[] {
  if (range?.onSet === undefined) return [];
  const actions: AccessibilityAction[] = [];
  if (range.value > range.min) actions.push('scrollBackward');
  if (range.value < range.max) actions.push('scrollForward');
  if (sdk >= N) actions.push('setProgress');
  return actions;
}

function edits({ field, focused, password }: Told, context: ActionContext): AccessibilityAction[] {
  if (field === undefined) return [];
  const { sdk } = context.shape;
  const actions: AccessibilityAction[] = sdk >= SET_TEXT_SINCE ? ['setText'] : [];
  if (!focused) return actions;
  if (field.selection.start !== field.selection.end && !password) actions.push('copy', 'cut');
  if (context.clipboardHasText) actions.push('paste');
  if (sdk >= R) actions.push('imeEnter');
  return actions;
}
