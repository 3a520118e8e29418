import type * as VirtualPhone from '@handeye/virtual-phone';
import { permissionDenied } from '@handeye/core/device/errors';

/**
 * The virtual phone is an optional dependency and loaded only on demand, so that a server for real devices can be installed
 * without it.
 */
const PACKAGE_NAME = '@handeye/virtual-phone';

/** The remedy if the package is not installed. */
export const HOW_TO_ADD = `The virtual phone is not installed. Add it with: npm install ${PACKAGE_NAME}`;

export function isInstalled(): boolean {
  try {
    import.meta.resolve(PACKAGE_NAME);
    return true;
  } catch {
    return false;
  }
}

export async function loadVirtualPhone(): Promise<typeof VirtualPhone> {
  if (!isInstalled()) {
    throw permissionDenied(
      `${HOW_TO_ADD}. Or choose a real device: run 'handeye devices' to see what is there.`,
    );
  }
  return await import('@handeye/virtual-phone');
}
