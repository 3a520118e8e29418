import type { Call } from '../../call/call.ts';

/** A notification as the device tells it. Its texts are the device's own words. */
export interface Notification {
  /** The platform's id of it, as long as it exists. */
  readonly key: string;
  /** The package, desktop id or name of the application that posted it. */
  readonly app: string;
  /** The user of the device that it belongs to: 0 is the owner, others are work profiles and the like. */
  readonly user: number;
  readonly title: string | undefined;
  /** The longest text that the device tells of it. */
  readonly text: string | undefined;
  readonly subText: string | undefined;
  /** Other words under which it may be shown: a shorter text, what was announced when it came. */
  readonly otherTexts: readonly string[];
  /** Why neither title nor text is known, where that is so. */
  readonly untold?: string | undefined;
  /** When it came, in milliseconds since the epoch by the device's clock. */
  readonly time: number | undefined;
  /** How long ago that was when the device was asked, in milliseconds. */
  readonly age: number | undefined;
  /** Something that goes on, such as a call or a download. */
  readonly ongoing: boolean;
  /** The user can swipe it away. */
  readonly clearable: boolean;
  readonly group: string | undefined;
  /** It sums up the others of its group. */
  readonly groupSummary: boolean;
  /** The titles of its buttons. */
  readonly actions: readonly string[];
}

/** The notifications that are there, and what can be done to them beside touching the screen. */
export interface Notifications {
  /** True if they are rows of a shade that can be opened and touched; otherwise why nothing can be done that way. */
  readonly shade: true | string;
  /** Whether a row of the shade takes an answer; otherwise why not. */
  readonly replies: true | string;
  /** Whether the platform can take one away for a while; otherwise why not. */
  readonly snoozes: true | string;
  /** A remark for the reader of the list. */
  readonly note?: string;
  /** In the device's own order, which is that of its shade. */
  list(call: Call): Promise<readonly Notification[]>;
  snooze?(notification: Notification, milliseconds: number, call: Call): Promise<void>;
  /** Takes one away without the screen. */
  dismiss?(notification: Notification, call: Call): Promise<void>;
  /** Closes the shade, whatever is shown in it. */
  closeShade?(call: Call): Promise<void>;
}
