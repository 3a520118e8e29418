import type { Call } from '../../call/call.ts';
import type { Remark } from '../answers.ts';

export interface UriToOpen {
  readonly uri: string;
  /** The application that is to open it; whichever is meant for it unless given. */
  readonly packageName?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** The page that came to the front. */
export interface Opened {
  /** The application's id; undefined if it is unknown or still to be chosen. */
  readonly app: string | undefined;
  /** Its screen, where the platform names them. */
  readonly activity?: string | undefined;
  /** A remark for the caller: a person has to choose, or something else is in front. */
  readonly remark?: Remark;
}

/** Opens addresses with whichever application is meant for them. */
export interface Links {
  /** The ids of all applications that may get it. Empty: unknown before it is opened. */
  handlers(wanted: UriToOpen, call: Call): Promise<readonly string[]>;
  openUri(wanted: UriToOpen, call: Call): Promise<Opened>;
  /** Android's messages between applications, where there are such. */
  readonly intents?: Intents;
}

export const intentTypes = ['activity', 'broadcast', 'service'] as const;
export type IntentType = (typeof intentTypes)[number];

/** The kinds of extras that a shell can send; all but `null` also as a list, if they are a string or a number. */
export const extraTypes = [
  'string',
  'boolean',
  'int',
  'long',
  'float',
  'uri',
  'component',
  'string[]',
  'int[]',
  'long[]',
  'float[]',
  'null',
] as const;
export type ExtraType = (typeof extraTypes)[number];

export interface Extra {
  readonly key: string;
  readonly type: ExtraType;
  /** In words as the platform reads them; several for a list, none for `null`. */
  readonly values: readonly string[];
}

export interface Intent {
  readonly type: IntentType;
  readonly action?: string | undefined;
  readonly data?: string | undefined;
  readonly mimeType?: string | undefined;
  /** `package/class`. */
  readonly component?: string | undefined;
  readonly packageName?: string | undefined;
  readonly extras: readonly Extra[];
  /** Of 32 bits. */
  readonly flags: number;
}

/** Sends intents. */
export interface Intents {
  /** The ids of all applications that may get it. Empty: unknown before it is sent. */
  receivers(intent: Intent, call: Call): Promise<readonly string[]>;
  start(intent: Intent, call: Call): Promise<Opened>;
  /** Resolves with what the last receiver answered. */
  broadcast(intent: Intent, call: Call): Promise<BroadcastResult>;
  /** Resolves with whether it runs now, as a service may end at once; undefined if the device does not tell. */
  startService(intent: Intent, call: Call): Promise<{ readonly running: boolean | undefined }>;
}

export interface BroadcastResult {
  readonly code: number;
  readonly data: string | undefined;
}
