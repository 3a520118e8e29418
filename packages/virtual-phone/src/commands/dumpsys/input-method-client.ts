import { inputTypeOf } from '../../framework/system/input-type.ts';
import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import type { Framework } from '../../framework/system/framework.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import { hashOf } from '../names.ts';
import { idNumber, viewName } from './activity-top.ts';

/** EditorInfo's action numbers. */
const actions = { none: 1, go: 2, search: 3, send: 4, next: 5, done: 6 };
const NO_ENTER_ACTION = 0x40000000;

/** The focused view and its unique name. */
export interface Served {
  readonly node: AccessibilityNode;
  readonly name: string;
  /** For a field: its input connection. */
  readonly connection: string | undefined;
}

/** The view that the input method serves: the focused view of the focused window. */
export function servedView(framework: Framework, window: PhoneWindow): Served | undefined {
  const root = window.root();
  const start = { parent: framework.display.bounds, path: String(window.owner ?? `window ${window.id}`) };
  const waiting = root === null ? [] : [{ node: root, place: start }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, place } = next;
    if (node.focused) {
      const name = viewName(node, place);
      return { node, name, connection: node.field && connectionOf(framework, name) };
    }
    for (const child of node.children) {
      const path = `${place.path}/${child.index}`;
      waiting.push({ node: child, place: { parent: node.bounds, path } });
    }
  }
  return undefined;
}

function connectionOf({ shape, textInput }: Framework, view: string): string {
  const hash = hashOf(`connection ${textInput.connections}`);
  switch (shape.release) {
    case 5:
      return `android.view.inputmethod.InputMethodManager$ControlledInputConnectionWrapper@${hash}`;
    case 9:
    case 12:
      return `ControlledInputConnectionWrapper{connection=com.android.internal.widget.EditableInputConnection@${hash} finished=false mParentInputMethodManager.mActive=true}`;
    case 14:
      return `RemoteInputConnectionImpl{connection=com.android.internal.inputmethod.EditableInputConnection@${hash} finished=false mParentInputMethodManager.isActive()=true mServedView=${view}}`;
  }
}

/** The dump of the focused application's input method client (InputMethodManager.doDump). */
export function dumpClient(framework: Framework, window: PhoneWindow): string {
  const { release } = framework.shape;
  const served = servedView(framework, window);
  const attribute = release >= 13 ? 'mCurrentEditorInfo' : 'mCurrentTextBoxAttribute';
  const wrapper = release >= 13 ? 'mServedInputConnection' : 'mServedInputConnectionWrapper';
  const { start, end } = served?.node.field?.selection ?? { start: 0, end: 0 };
  const app = window.package;
  return `Input method client state for android.view.inputmethod.InputMethodManager@${hashOf(`client ${app}`)}:
  mActive=true ${release >= 9 ? 'mRestartOnNextWindowFocus=false' : 'mHasBeenInactive=false'} mBindSequence=1
  mCurRootView=${release >= 9 ? 'DecorView' : 'com.android.internal.policy.impl.PhoneWindow$DecorView'}@${hashOf(`decor ${window.id}`)}
  mServedView=${served?.name ?? 'null'}
  mNextServedView=${served?.name ?? 'null'}
  mServedConnecting=false
${served === undefined ? `  ${attribute}: null\n` : `  ${attribute}:\n${editorInfo(framework, served.node)}`}  ${wrapper}=${served?.connection ?? 'null'}
  mCompletions=null
  mCursorRect=Rect(0, 0 - 0, 0)
  mCursorSelStart=${start} mCursorSelEnd=${end} mCursorCandStart=-1 mCursorCandEnd=-1
`;
}

/** EditorInfo.dump: what the focused view reported. A view that takes no text has type 0. */
export function editorInfo(
  { shape }: Framework,
  { field, hint, package: app, resourceId }: AccessibilityNode,
) {
  const multiLine = field?.multiLine === true;
  const action = field === undefined ? 0 : actions[field.imeAction] | (multiLine ? NO_ENTER_ACTION : 0);
  const { start, end } = field?.selection ?? { start: -1, end: -1 };
  const id = field === undefined && shape.release >= 9 ? 0 : idNumber(resourceId);
  const lines = [
    `inputType=0x${(field ? inputTypeOf(field) : 0).toString(16)} imeOptions=0x${action.toString(16)} privateImeOptions=null`,
    'actionLabel=null actionId=0',
    `initialSelStart=${start} initialSelEnd=${end} initialCapsMode=0x0`,
    `hintText=${hint === '' ? 'null' : hint} label=null`,
    `packageName=${app} fieldId=${id} fieldName=null`,
    'extras=null',
    ...(shape.release >= 9 ? ['hintLocales=null', 'contentMimeTypes=null'] : []),
  ];
  return lines.map((line) => `    ${line}\n`).join('');
}
