import { phoneOnlyCapabilities } from '../device/phone-only.ts';
import type { Capabilities } from '../device/port.ts';
import { SCREEN_RECORDING_NOT_ALLOWED } from './permissions.ts';

const NO_NOTIFICATIONS =
  'macOS does not tell the notifications of other applications. ' +
  'Those in Notification Centre can be read with get_screen_state once it is open.';

/** What a Mac can do. Pictures need the Screen Recording permission. */
export function capabilitiesOf({ screenRecording }: { readonly screenRecording: boolean }): Capabilities {
  return {
    ...phoneOnlyCapabilities,
    picture: screenRecording ? true : SCREEN_RECORDING_NOT_ALLOWED,
    touch: true,
    click: true,
    longClick: true,
    scroll: true,
    type: true,
    setText: true,
    keys: true,
    clipboard: true,
    logs: "Reading a Mac's log is not supported; use the command `log show`.",
    manageApps: true,
    openUris: true,
    readNotifications: NO_NOTIFICATIONS,
    files: true,
    deviceState: true,
  };
}
