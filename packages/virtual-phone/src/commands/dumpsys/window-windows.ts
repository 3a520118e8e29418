import type { Framework } from '../../framework/system/framework.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import type { Rect } from '../../framework/views/geometry.ts';
import { appToken, hashOf, windowName } from '../names.ts';
import { configuration, focusedApp, ownerOf, sessionOf, windowTypes } from './window-facts.ts';

/** `dumpsys window windows`: every window with its frame, the focus, and the rotation. */
export function dumpWindows(framework: Framework): string {
  const windows = framework.windows();
  const listed = windows.map((window, place) => describe(framework, window, windows.length - 1 - place));
  return `WINDOW MANAGER WINDOWS (dumpsys window windows)\n${listed.join('')}\n${summary(framework)}`;
}

function describe(framework: Framework, window: PhoneWindow, number: number): string {
  const { title, package: packageName, bounds, kind } = window;
  const { release } = framework.shape;
  const type = windowTypes[kind];
  const uid = framework.processes.list().find(({ name }) => name === packageName)?.uid ?? 1000;
  const screen = box(framework.display.bounds);
  // The shade's window is as large as the screen; only the notification in it takes touches.
  const isHeadsUp = kind === 'headsUp';
  const frame = isHeadsUp ? screen : box(bounds);
  const safe = box(framework.display.safeArea);
  const kindText = release === 5 ? `ty=${type.number}` : `ty=${type.name}`;
  const isApp = window.owner !== undefined;
  const looks = isApp ? 'wanim=0x1030001 ' : 'fmt=-3 ';
  const layer = type.layer + window.layer;
  return `  Window #${number} ${windowName(window)}:
    mDisplayId=0 ${release >= 12 ? 'rootTaskId=1 ' : release === 9 ? 'stackId=1 ' : ''}mSession=${sessionOf(framework, packageName)} mClient=android.os.BinderProxy@${hashOf(`client ${window.id}`)}
    mOwnerUid=${uid} mShowToOwnerOnly=${kind === 'application'} package=${packageName} appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#20 ${kindText} fl=#${flags(window).toString(16)} ${looks}surfaceInsets=Rect(0, 0 - 0, 0)${isApp ? ' needsMenuKey=2' : ''}}
    Requested w=${bounds.right - bounds.left} h=${bounds.bottom - bounds.top} mLayoutSeq=100
    mBaseLayer=${type.layer} mSubLayer=0 mAnimLayer=${layer}+0=${layer} mLastLayer=${layer}
${tokens(framework, window)}    mViewVisibility=0x0 mHaveFrame=true mObscured=false
    mSeq=0 mSystemUiVisibility=0x0
    mGivenContentInsets=[0,0][0,0] mGivenVisibleInsets=[0,0][0,0]
    mConfiguration=${configuration(framework)}
    mHasSurface=true mShownFrame=${decimals(bounds)} isReadyForDisplay()=true
    mFrame=${frame} last=${frame}
    mSystemDecorRect=${frame} last=[0,0][0,0]
    Frames: containing=${screen} parent=${screen}
        display=${screen} overscan=${screen}
        content=${safe} visible=${safe}
        decor=${screen}
${isHeadsUp ? `    touchable region=SkRegion((${sides(bounds)}))\n` : ''}    WindowStateAnimator{${hashOf(`animator ${window.id}`)} ${title}}:
      mSurface=Surface(name=${title})
      mDrawState=HAS_DRAWN mLastHidden=false
      Surface: shown=true layer=${layer} alpha=1.0 rect=(${bounds.left}.0,${bounds.top}.0) ${bounds.right - bounds.left}.0 x ${bounds.bottom - bounds.top}.0
`;
}

const FLAG_SECURE = 0x2000;
const FLAG_NOT_FOCUSABLE = 0x8;
const FLAG_NOT_TOUCHABLE = 0x10;

/** As recorded on 5.1 for an application's window; for an overlay of an app, its own flags. */
function flags({ kind, secure, touchable, focusable }: PhoneWindow): number {
  const own =
    kind === 'overlay' ? (focusable ? 0 : FLAG_NOT_FOCUSABLE) + (touchable ? 0 : FLAG_NOT_TOUCHABLE) : 0;
  return 0x81810100 + (secure ? FLAG_SECURE : 0) + own;
}

function tokens(framework: Framework, window: PhoneWindow): string {
  const owner = ownerOf(framework, window);
  if (owner === undefined) {
    const token = `WindowToken{${hashOf(`token of ${window.package}`)} null}`;
    return `    mToken=${token}\n    mRootToken=${token}\n`;
  }
  const token = appToken(owner.activity, owner.task.id, framework.shape.release);
  if (framework.shape.release >= 12) return `    mToken=${token}\n    mActivityRecord=${token}\n`;
  return `    mToken=${token}\n    mRootToken=${token}\n    mAppToken=${token}\n`;
}

function summary(framework: Framework): string {
  const { settings, display, shape } = framework;
  const scale = (name: string) => settings.get('global', name) ?? '1.0';
  // Since 10 the focus is printed with each display.
  const focus =
    shape.release <= 9
      ? `  mCurrentFocus=${focusName(framework)}\n  mFocusedApp=${focusedApp(framework)}\n`
      : '';
  const keyboard = framework.windows().find(({ kind }) => kind === 'keyboard');
  return `  ${shape.release < 8 ? 'mCurConfiguration' : 'mGlobalConfiguration'}=${configuration(framework)}
  mHasPermanentDpad=false
${focus}${keyboard === undefined ? '' : `  mInputMethodTarget=${focusName(framework)}\n  mInputMethodWindow=${windowName(keyboard)}\n`}  mInTouchMode=true mLayoutSeq=100
  mSystemDecorLayer=151000 mScreenRect=${box(display.bounds)}
  mSystemBooted=true mDisplayEnabled=true
  mTransactionSequence=100
  mDisplayFrozen=false windows=false client=false apps=0 waitingForConfig=false
  mRotation=${display.rotation} mAltOrientation=false
  mLastWindowForcedOrientation=-1 mForcedAppOrientation=-1
  mDeferredRotationPauseCount=0
  Animation settings: disabled=false window=${scale('window_animation_scale')} transition=${scale('transition_animation_scale')} animator=${scale('animator_duration_scale')}
  mTraversalScheduled=false
`;
}

/** The focused window, or null. */
export function focusName(framework: Framework): string {
  const focused = framework.focusedWindow();
  return focused === undefined ? 'null' : windowName(focused);
}

function box({ left, top, right, bottom }: Rect): string {
  return `[${Math.round(left)},${Math.round(top)}][${Math.round(right)},${Math.round(bottom)}]`;
}

function sides({ left, top, right, bottom }: Rect): string {
  return [left, top, right, bottom].map(Math.round).join(',');
}

function decimals({ left, top, right, bottom }: Rect): string {
  return `[${left}.0,${top}.0][${right}.0,${bottom}.0]`;
}
