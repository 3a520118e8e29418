import { hasCode } from '@handeye/core/device/error-code';
import { permissionDenied } from '@handeye/core/device/errors';
import { npmInstall } from '@handeye/core/text/npm-install';

/**
 * Loads modules of the package @handeye/farm, or modules that need it. If it is not installed, the error says how to add it.
 */
export async function loadFarm<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isMissing =
      hasCode(error, 'ERR_MODULE_NOT_FOUND') && /@(handeye\/farm|nats-io)/.test(String(error));
    if (!isMissing) throw error;
    throw permissionDenied(
      `This needs the package @handeye/farm, which is not installed. Add it with: ${npmInstall('@handeye/farm')}`,
      error,
    );
  }
}
