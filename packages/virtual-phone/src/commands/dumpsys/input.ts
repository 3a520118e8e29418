import { windowName } from '../names.ts';
import type { RunningAndroid } from '../running-android.ts';
import { focusedApp, windowTypes } from './window-facts.ts';
import { focusName } from './window-windows.ts';

/** `dumpsys input`: devices, the touch panel's orientation if there is one, and the windows that receive touches. */
export function dumpInput({ framework }: RunningAndroid): string {
  const { release } = framework.shape;
  const windows = framework.windows().map((window, place) => {
    const { left, top, right, bottom } = window.bounds;
    const frame = `[${left},${top}][${right},${bottom}]`;
    const type = windowTypes[window.kind];
    return `    ${place}: name='${windowName(window)}', displayId=0, paused=false, hasFocus=${window.focused}, hasWallpaper=false, visible=true, canReceiveKeys=${window.focused}, flags=0x81810120, type=0x${type.number.toString(16).padStart(8, '0')}, layer=${type.layer + window.layer}, frame=${frame}, scale=1.000000, touchableRegion=${frame}, inputFeatures=0x00000000, ownerPid=${framework.processes.pidOf(window.package) ?? 0}, ownerUid=${framework.processes.uidOf(window.package)}, dispatchingTimeout=5000.000ms\n`;
  });
  return `INPUT MANAGER (dumpsys input)

Event Hub State:
  BuiltInKeyboardId: -2
  Devices:
    -1: Virtual
      Classes: 0x40000023
      Path: <virtual>
      KeyLayoutFile: /system/usr/keylayout/Generic.kl
      KeyCharacterMapFile: /system/usr/keychars/Virtual.kcm
${release === 5 ? '' : PANEL}
Input Reader State:
  Device -1: Virtual
    Generation: 2
    IsExternal: false
    Sources: 0x00000301
    KeyboardType: 2
    Keyboard Input Mapper:
      Parameters:
        HasAssociatedDisplay: false
        OrientationAware: false
        HandlesKeyRepeat: false
      KeyboardType: 2
      Orientation: 0
      KeyDowns: 0 keys currently down
      MetaState: 0x0
      DownTime: 0
${touchMapper(framework)}
Input Dispatcher State:
  DispatchEnabled: 1
  DispatchFrozen: 0
  FocusedApplication: name='${focusedApp(framework)}', dispatchingTimeout=5000.000ms
  FocusedWindow: name='${focusName(framework)}'
  TouchStates: <no displays touched>
  Windows:
${windows.join('')}  PendingEvent: <none>
  InboundQueue: <empty>
  ReplacedKeys: <empty>
`;
}

const PANEL = `    2: virtual_touchscreen
      Classes: 0x00000014
      Path: /dev/input/event1
      ConfigurationFile: 
`;

/** Up to 12 the panel reports SurfaceOrientation, later the viewport. The recorded Android 5 has no panel. */
function touchMapper({ shape, display }: RunningAndroid['framework']): string {
  if (shape.release === 5) return '';
  const { width, height } = display.size;
  const natural = display.naturalSize;
  const viewport = `  Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=${display.rotation}, logicalFrame=[0, 0, ${width}, ${height}], physicalFrame=[0, 0, ${width}, ${height}], deviceSize=[${width}, ${height}], isActive=[1]\n`;
  const surface =
    shape.release === 14
      ? ''
      : `      SurfaceWidth: ${width}px\n      SurfaceHeight: ${height}px\n      SurfaceOrientation: ${display.rotation}\n`;
  return `  Device 2: virtual_touchscreen
    Generation: 4
    IsExternal: false
    Sources: 0x00001002
    KeyboardType: 0
    Touch Input Mapper (mode - DIRECT):
      Raw Touch Axes:
        X: min=0, max=${natural.width - 1}, flat=0, fuzz=0, resolution=0
        Y: min=0, max=${natural.height - 1}, flat=0, fuzz=0, resolution=0
${surface}  Configuration:
${viewport}`;
}
