import type { Call } from '../call/call.ts';
import type { InstalledApp } from './apps.ts';

/** Installs, changes and ends applications. */
export interface AppManager {
  /**
   * Ends it with all its processes; resolves when it runs no more. False if it did not run, so that there was nothing to
   * end.
   */
  close(app: InstalledApp, call: Call): Promise<boolean>;
}
