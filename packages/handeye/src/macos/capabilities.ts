import { phoneOnlyCapabilities } from '../device/phone-only.ts';
import type { Capabilities } from '../device/port.ts';
import { noScreenRecording } from './permission.ts';

/** What a Mac can do. Pictures need a permission of their own. */
export function capabilitiesOf({ screenRecording }: { readonly screenRecording: boolean }): Capabilities {
  return {
    ...phoneOnlyCapabilities,
    picture: screenRecording ? true : noScreenRecording,
    touch: true,
    click: true,
    longClick: true,
    scroll: true,
    type: true,
    setText: true,
    keys: true,
    clipboard: true,
    logs: "A Mac's log is not supported; read it with the command log show.",
  };
}
