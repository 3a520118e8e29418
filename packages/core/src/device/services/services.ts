import type { AppManager } from './app-manager.ts';
import type { Crashes } from './crashes.ts';
import type { DeviceState } from './device-state.ts';
import type { Files } from './files.ts';
import type { Links } from './links.ts';
import type { Notifications } from './notifications.ts';
import type { Recorder } from './recorder.ts';

/**
 * The services of the opt-in toolsets, in addition to eyes and hands. A service that a platform lacks is absent here, and its
 * capability gives the reason.
 */
export interface Services {
  readonly appManager?: AppManager;
  readonly links?: Links;
  readonly notifications?: Notifications;
  readonly files?: Files;
  readonly state?: DeviceState;
  readonly recorder?: Recorder;
  readonly crashes?: Crashes;
}
