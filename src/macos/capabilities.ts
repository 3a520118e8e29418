import type { Capabilities } from '../device/port.ts';
import { noScreenRecording } from './permission.ts';

export const phoneOnly = 'A Mac has no such button; it belongs to phones.';

/** What a Mac can do. Pictures need a permission of their own. */
export function capabilitiesOf({ screenRecording }: { readonly screenRecording: boolean }): Capabilities {
  return {
    picture: screenRecording ? true : noScreenRecording,
    touch: true,
    multitouch: 'A Mac has one pointer: gestures with two fingers cannot be made.',
    click: true,
    longClick: true,
    scroll: true,
    type: true,
    setText: true,
    keys: true,
    back: phoneOnly,
    home: phoneOnly,
    recents: phoneOnly,
    notifications: phoneOnly,
    quickSettings: phoneOnly,
    clipboard: true,
    logs: "A Mac's log is not supported; read it with the command log show.",
  };
}
