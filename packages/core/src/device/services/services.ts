import type { AppManager } from './app-manager.ts';
import type { Crashes } from './crashes.ts';
import type { DeviceState } from './device-state.ts';
import type { Files } from './files.ts';
import type { Links } from './links.ts';
import type { Notifications } from './notifications.ts';
import type { Recorder } from './recorder.ts';

/**
 * What the opt-in toolsets work with, beside eyes and hands. What a platform lacks is absent here, and its capability
 * gives the reason.
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
