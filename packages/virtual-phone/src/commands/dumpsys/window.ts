import type { Framework } from '../../framework/system/framework.ts';
import { windowName } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';
import { focusedApp } from './window-facts.ts';
import { dumpDisplays } from './window-displays.ts';
import { dumpWindows, focusName } from './window-windows.ts';

/** `dumpsys window [windows|displays|policy]`. */
export function dumpWindow({ framework }: RunningAndroid, [part = '']: readonly string[]): string {
  switch (part) {
    case 'windows':
    case 'w':
    case 'visible':
    case 'visible-apps':
      return dumpWindows(framework);
    case 'displays':
    case 'd':
      return dumpDisplays(framework);
    case 'policy':
    case 'p':
      return dumpPolicy(framework);
    default:
      return [lastAnr(), dumpPolicy(framework), dumpDisplays(framework), dumpWindows(framework)].join(RULE);
  }
}

const RULE = `${'-'.repeat(79)}\n`;

/** The whole dump begins with the state at the last ANR: its focus is outdated, and readers must ignore it. */
function lastAnr(): string {
  return 'WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n';
}

function dumpPolicy(framework: Framework): string {
  const { awake, display, settings, shape } = framework;
  const { width, height } = display.size;
  const safe = display.safeArea;
  const frame = `(${safe.left},${safe.top})-(${safe.right},${safe.bottom})`;
  const free = settings.isOn('system', 'accelerometer_rotation');
  const focusedToken = focusedApp(framework).replace(/^AppWindowToken\{\S+ token=(.*)\}$/, '$1');
  const named = (kind: string) => {
    const window = framework.windows().find((one) => one.kind === kind);
    return window === undefined ? 'null' : windowName(window);
  };
  // There is no lock screen: the phone is always unlocked.
  const keyguard =
    shape.release <= 9
      ? '    mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=false\n'
      : '    KeyguardServiceDelegate\n      showing=false\n      showingAndNotOccluded=false\n      inputRestricted=false\n    mShowingDream=false mDreamingLockscreen=false isKeyguardShowing=false\n';
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mSafeMode=false mSystemReady=true mSystemBooted=true
    mUserRotationMode=${free ? 0 : 1} mUserRotation=${settings.number('system', 'user_rotation', 0)} mAllowAllRotations=0
    mCurrentAppOrientation=-1
    mHasSoftInput=${shape.keyboard}
    mAwake=${awake}
    mScreenOnEarly=${awake} mScreenOnFully=${awake}
    mKeyguardDrawComplete=true mWindowManagerDrawComplete=true
    mOverscanScreen=(0,0) ${width}x${height}
    mUnrestrictedScreen=(0,0) ${width}x${height}
    mStable=${frame}
    mSystem=(0,0)-(${width},${height})
    mCur=${frame}
    mContent=${frame}
    mDock=${frame}
${keyguard}    mStatusBar=${named('statusBar')}
    isStatusBarKeyguard=false    mNavigationBar=${named('navigationBar')}
    mFocusedWindow=${focusName(framework)}
    mFocusedApp=${focusedToken}
    mTopFullscreenOpaqueWindowState=${named('application')}
    mTopIsFullscreen=false mHideLockScreen=false
    mLandscapeRotation=1 mSeascapeRotation=3
    mPortraitRotation=0 mUpsideDownRotation=2
`;
}
