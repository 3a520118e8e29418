import { phoneOnlyCapabilities } from '../device/phone-only.ts';
import type { Capabilities } from '../device/port.ts';

const noWheel =
  'This desktop session has no X display that input could go to, so nothing can be scrolled from outside. ' +
  'Reading and accessibility actions work. Log in to an X11 session for the rest.';
const noInput = (what: string) =>
  `${what} needs an X11 session: Wayland lets no other program do that. Reading the screen, clicking elements and ` +
  'setting texts work by accessibility. Log in to an X11 ("Xorg") session for the rest.';

/** What a desktop can do, with an X display and without; `logs` says whether its journal can be read, or why not. */
export function capabilitiesOf({
  hasDisplay,
  logs,
}: {
  hasDisplay: boolean;
  logs: true | string;
}): Capabilities {
  const byDisplay = (what: string) => (hasDisplay ? true : noInput(what));
  return {
    ...phoneOnlyCapabilities,
    picture: byDisplay('A picture of the screen'),
    touch: byDisplay('The mouse'),
    click: true,
    longClick: true,
    scroll: hasDisplay ? true : noWheel,
    type: true,
    setText: true,
    keys: byDisplay('Pressing keys'),
    clipboard: byDisplay('The clipboard'),
    logs,
  };
}
