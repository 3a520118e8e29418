import type { RunningAndroid } from '../running-android.ts';
import { hashOf } from '../names.ts';

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

/** `dumpsys SurfaceFlinger [--display-id]`; Android 5 does not know the option and prints everything (recorded). */
export function dumpSurfaceFlinger({ framework }: RunningAndroid, args: readonly string[]): string {
  if (args.includes('--display-id') && framework.shape.release > 5) {
    return `Display ${PHYSICAL_DISPLAY_ID} (HWC display 0): port=0 pnpId=HEY displayName="Handeye"\n`;
  }
  const layers = framework.windows().toReversed();
  const { width, height } = framework.display.size;
  const layerLines = layers.map(({ id, title, bounds }, z) => {
    const size = `${bounds.right - bounds.left},${bounds.bottom - bounds.top}`;
    return `+ Layer 0x${hashOf(`layer ${id}`)} (${title})
  Region visibleRegion (this=0x${hashOf(`region ${id}`)}, count=1)
    [${bounds.left}, ${bounds.top}, ${bounds.right}, ${bounds.bottom}]
      layerStack=   0, z=    ${21_000 + z * 5}, pos=(${bounds.left},${bounds.top}), size=(${size}), isOpaque=1, invalidate=0, alpha=0xff, flags=0x00000002
`;
  });
  return `Build configuration: [sf] [libui] [libgui]
Sync configuration: [using: EGL_KHR_fence_sync]
Visible layers (count = ${layers.length})
${layerLines.join('')}Displays (1 entries)
+ DisplayDevice: Built-in Screen
   type=0, hwcId=0, layerStack=0, (${width}x${height}), orient=${framework.display.rotation} (type=00000000), isSecure=1, powerMode=${framework.awake ? 2 : 0}
`;
}

/** The panel's physical id, which `screencap -d` and SurfaceFlinger use; the window manager calls it display 0. */
export const PHYSICAL_DISPLAY_ID = '4619827259835644672';
