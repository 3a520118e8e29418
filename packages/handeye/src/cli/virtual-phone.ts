import { permissionDenied } from '../device/errors.ts';

/**
 * The virtual phone is a package of its own and an optional dependency: it is loaded only when it is wanted, and a
 * server for real devices can be installed without it.
 */
const packageName = '@handeye/virtual-phone';

/** What to do where the package is not installed. */
export const howToAdd = `The virtual phone is not installed. Add it with: npm install ${packageName}`;

export function isInstalled(): boolean {
  try {
    import.meta.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}

export async function loadVirtualPhone(): Promise<typeof import('@handeye/virtual-phone')> {
  if (!isInstalled()) {
    throw permissionDenied(
      `${howToAdd}. Or choose a real device: run 'handeye devices' to see what is there.`,
    );
  }
  return await import('@handeye/virtual-phone');
}
