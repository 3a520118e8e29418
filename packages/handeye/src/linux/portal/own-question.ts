import { permissionDenied } from '../../device/errors.ts';
import type { Display } from '../display.ts';

/** Who shows the desktop's questions about other programs: the portal's part for each desktop, and GNOME's shell. */
const ASKING_APPS = /^(?:xdg-desktop-portal-|gnome-shell$|plasmashell$)/;

/**
 * The dialog that asks the user about this program is accessible like any other, so an agent could grant itself what only
 * the user may grant. While the question is open, nothing is done in the applications that may show it.
 */
export function refuseOwnQuestion(display: Display | undefined, app: string): void {
  if (display?.asksItsUser !== true || !ASKING_APPS.test(app)) return;
  throw permissionDenied(
    'The desktop asks its user whether this program may use it. Only the user may answer that: ask them to, and wait.',
  );
}
