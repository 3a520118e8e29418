import { keyboardId } from '../ime.ts';
import type { World } from '../world.ts';

/** `dumpsys input_method`: whether the keyboard is up (mInputShown), and which one it is. */
export function dumpInputMethod({ system }: World): string {
  const { textInput, shape, awake } = system;
  const id = shape.keyboard ? keyboardId : 'null';
  const { requested, shown } = textInput;
  const methods = shape.keyboard ? `    InputMethod #0:\n      mId=${id} mSettingsActivityName=null\n` : '';
  const view = shape.release >= 9 ? `  mIsInputViewShown=${shown} mStatusIcon=0\n` : '';
  return `Current Input Method Manager state:
  Input Methods:
${methods}  Clients:
  mCurMethodId=${id}
  mCurClient=null mCurSeq=0
  mCurId=${id} mHaveConnect=${shape.keyboard} mBoundToMethod=${shape.keyboard}
  mCurToken=null
  mCurIntent=null
  mCurMethod=null
  mEnabledSession=null
  mShowRequested=${requested} mShowExplicitlyRequested=${requested} mShowForced=false mInputShown=${shown}
${view}  mCurUserActionNotificationSequenceNumber=0
  mSystemReady=true mInteractive=${awake}
${shape.keyboard ? '' : ' \nNo input method client.\n \nNo input method service.\n'}`;
}
