import { phoneOnlyCapabilities } from '../device/phone-only.ts';
import type { Capabilities } from '../device/port.ts';

const NO_WHEEL =
  'This desktop session has no X display for input, so nothing can be scrolled. ' +
  'Reading the screen and accessibility actions work. Log in to an X11 session for the rest.';
const noInput = (what: string) =>
  `${what} needs an X11 session: Wayland does not allow it. Reading the screen, clicking elements and setting text ` +
  'work through accessibility. Log in to an X11 ("Xorg") session for the rest.';

export const CLOSING_NEEDS_X =
  "Wayland lets nobody close another application's window. Click its Close button, or Quit in its menu.";

/** What a desktop can do, with an X display or without. Of logs and notifications: true, or why they cannot be read. */
export function capabilitiesOf({
  hasDisplay,
  logs,
  notifications,
}: {
  hasDisplay: boolean;
  logs: true | string;
  notifications: true | string;
}): Capabilities {
  const ifDisplay = (what: string) => (hasDisplay ? true : noInput(what));
  return {
    ...phoneOnlyCapabilities,
    picture: ifDisplay('A picture of the screen'),
    touch: ifDisplay('The mouse'),
    click: true,
    longClick: true,
    scroll: hasDisplay ? true : NO_WHEEL,
    type: true,
    setText: true,
    keys: ifDisplay('Pressing keys'),
    clipboard: ifDisplay('The clipboard'),
    logs,
    manageApps: hasDisplay ? true : CLOSING_NEEDS_X,
    openUris: true,
    readNotifications: notifications,
    files: true,
    deviceState: true,
  };
}
