import { phoneOnlyCapabilities } from '@handeye/core/device/phone-only';
import type { Capabilities } from '@handeye/core/device/port';
import type { Display, DisplayPart } from './display.ts';

/** The reason if neither an X server nor a usable Wayland compositor was found. */
export const NO_DISPLAY =
  'This session offers no way to its mouse, keyboard, clipboard, windows or screen. Reading, clicking elements and ' +
  'setting text work through accessibility. `handeye doctor --device linux` says how to add the rest.';

/** The capabilities of a desktop. Logs and notifications: true, or why they cannot be read. */
export function capabilitiesOf({
  display,
  logs,
  notifications,
}: {
  display: Display | undefined;
  logs: true | string;
  notifications: true | string;
}): Capabilities {
  const ifOffered = (part: DisplayPart, offered: unknown) =>
    offered === undefined ? (display?.missing[part] ?? NO_DISPLAY) : (true as const);
  const windows = ifOffered('windows', display?.windowManager);
  const pointer = ifOffered('pointer', display?.pointer);
  return {
    ...phoneOnlyCapabilities,
    picture: ifOffered('picture', display?.screenshot),
    touch: pointer,
    click: true,
    longClick: true,
    scroll: pointer,
    type: true,
    setText: true,
    selectText: true,
    keys: ifOffered('keyboard', display?.keyboard),
    clipboard: ifOffered('clipboard', display?.clipboard),
    logs,
    manageApps: windows,
    openUris: true,
    readNotifications: notifications,
    files: true,
    deviceState: true,
  };
}
