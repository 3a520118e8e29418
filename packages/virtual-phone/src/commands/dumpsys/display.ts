import { PHYSICAL_DISPLAY_ID } from '../display-id.ts';
import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys display`: size, density and rotation of the one display. */
export function dumpDisplay({ framework }: RunningAndroid): string {
  const { display, shape, awake } = framework;
  const { width, height } = display.size;
  const natural = display.naturalSize;
  const state = awake ? 'ON' : 'OFF';
  const app = display.appFrame;
  const uniqueId = shape.release <= 9 ? 'local:0' : `local:${PHYSICAL_DISPLAY_ID}`;
  const frames = `logicalFrame=Rect(0, 0 - ${width}, ${height}), physicalFrame=Rect(0, 0 - ${width}, ${height}), deviceWidth=${width}, deviceHeight=${height}`;
  const info = (appWidth: number, appHeight: number) =>
    `DisplayInfo{"Built-in Screen", uniqueId "${uniqueId}", app ${appWidth} x ${appHeight}, real ${width} x ${height}, largest app ${width} x ${height}, smallest app ${width} x ${height}, 60.000004 fps, supportedRefreshRates [60.000004], rotation ${display.rotation}, density ${display.density} (${display.density}.0 x ${display.density}.0) dpi, layerStack 0, appVsyncOff 7500000, presDeadline 12666666, type BUILT_IN, state ${state}, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS}`;
  const viewports =
    shape.release <= 9
      ? `  mDefaultViewport=DisplayViewport{valid=true, displayId=0, orientation=${display.rotation}, ${frames}}
  mExternalTouchViewport=DisplayViewport{valid=false, displayId=0, orientation=0, logicalFrame=Rect(0, 0 - 0, 0), physicalFrame=Rect(0, 0 - 0, 0), deviceWidth=0, deviceHeight=0}
`
      : `  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='${uniqueId}', physicalPort=0, orientation=${display.rotation}, ${frames}}]
`;
  return `DISPLAY MANAGER (dumpsys display)
  mOnlyCode=false
  mSafeMode=false
  mPendingTraversal=false
  mGlobalDisplayState=${state}
  mNextNonDefaultDisplayId=1
${viewports}
Display Devices: size=1
  DisplayDeviceInfo{"Built-in Screen": uniqueId="${uniqueId}", ${natural.width} x ${natural.height}, 60.000004 fps, supportedRefreshRates [60.000004], density ${shape.density}, ${shape.density}.0 x ${shape.density}.0 dpi, appVsyncOff 7500000, presDeadline 12666666, touch INTERNAL, rotation 0, type BUILT_IN, state ${state}, FLAG_DEFAULT_DISPLAY, FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS}
    mCurrentOrientation=${display.rotation}
    mState=${state}

Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mLayerStack=0
    mHasContent=true
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=${info(width, height)}
    mOverrideDisplayInfo=${info(app.right - app.left, app.bottom - app.top)}

Display Power State:
  mScreenState=${state}
`;
}
