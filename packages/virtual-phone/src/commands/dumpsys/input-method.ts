import type { Framework } from '../../framework/system/framework.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import { KEYBOARD_ID } from '../ime.ts';
import { hashOf } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';
import { dumpClient, editorInfo, servedView } from './input-method-client.ts';

/**
 * `dumpsys input_method`: the keyboard and whether it is shown (mInputShown), then the state that the focused application and
 * the keyboard report about the focused field. Without a keyboard nothing is connected, and nothing is reported about the field
 * (recorded on 5.1).
 */
export function dumpInputMethod({ framework }: RunningAndroid): string {
  const { shape } = framework;
  const focused = shape.keyboard ? framework.windows().find((window) => window.focused) : undefined;
  return `${service(framework, focused)} \n${
    focused === undefined ? 'No input method client.\n' : dumpClient(framework, focused)
  } \n${focused === undefined ? 'No input method service.\n' : keyboard(framework, focused)}`;
}

function service(
  { shape, settings, textInput, processes, awake }: Framework,
  focused: PhoneWindow | undefined,
): string {
  const { release } = shape;
  const id = settings.get('secure', 'default_input_method') ?? (shape.keyboard ? KEYBOARD_ID : 'null');
  const { requested, shown } = textInput;
  const app = focused?.package ?? '';
  const process = processes.list().find(({ name }) => name === app);
  const client =
    focused === undefined
      ? 'null'
      : `ClientState{${hashOf(`client ${app}`)} uid ${process?.uid ?? 1000} pid ${process?.pid ?? 0}}`;
  const count = release >= 9 ? ' mMethodMapUpdateCount=1' : '';
  const instant = release === 9 ? ' mBindInstantServiceAllowed=false' : '';
  const methods = shape.keyboard ? `  InputMethod #0:\n      mId=${id} mSettingsActivityName=null\n` : '';
  const soft = release >= 9 ? ` softInputMode=STATE_UNSPECIFIED|ADJUST_RESIZE client=${client}` : '';
  const connection = release >= 12 ? 'mHaveConnection' : 'mHaveConnect';
  return `Current Input Method Manager state:
  Input Methods:${count}${instant}
${methods}  Clients:
${focused === undefined ? '' : `  Client ${client}:\n    sessionRequested=true\n`}  mCurMethodId=${id}
  mCurClient=${client} mCurSeq=${shape.keyboard ? 1 : 0}
  mCurFocusedWindow=android.os.BinderProxy@${hashOf(`proxy ${focused?.id ?? 0}`)}${soft}
  mCurId=${id} ${connection}=${shape.keyboard} mBoundToMethod=${shape.keyboard}
  mCurToken=null
  mCurIntent=null
  mCurMethod=null
  mEnabledSession=null
  mShowRequested=${requested} mShowExplicitlyRequested=${requested} mShowForced=false mInputShown=${shown}
${release <= 9 ? '  mCurUserActionNotificationSequenceNumber=0\n' : ''}  mSystemReady=true mInteractive=${awake}
`;
}

/** The dump of the keyboard itself (InputMethodService.dump). */
function keyboard(framework: Framework, focused: PhoneWindow): string {
  const { shown, requested } = framework.textInput;
  const node = servedView(framework, focused)?.node;
  return `Input method service state for com.android.inputmethod.latin.LatinIME@${hashOf('keyboard')}:
  mWindowCreated=true mWindowVisible=${shown} mWindowWasVisible=${shown} mInShowWindow=false
  mInputStarted=${node?.field !== undefined} mInputViewStarted=${shown} mCandidatesViewStarted=false
${node?.field === undefined ? '  mInputEditorInfo: null\n' : `  mInputEditorInfo:\n${editorInfo(framework, node)}`}  mShowInputRequested=${requested} mLastShowInputRequested=${requested}
  mIsInputViewShown=${shown} mStatusIcon=0
`;
}
