import type { Call } from '../call/call.ts';

/** A notification as the device tells it. Its texts are the device's own words. */
export interface Notification {
  /** What the platform knows it by, as long as it is there. */
  readonly key: string;
  readonly app: string;
  readonly title: string | undefined;
  readonly text: string | undefined;
}

export interface Notifications {
  /** The newest first. */
  list(call: Call): Promise<readonly Notification[]>;
}
