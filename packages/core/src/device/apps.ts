import type { Call } from '../call/call.ts';

/** A part of a device with applications and data of its own, such as the work profile of a phone. */
export interface AppProfile {
  /** The device's number for it. */
  readonly user: number;
  readonly name: string;
  /** It is switched off: its applications cannot run. */
  readonly paused: boolean;
}

/** An installed application. */
export interface InstalledApp {
  /** Its package, desktop id or bundle id. */
  readonly id: string;
  /** Its visible name, in the device's language; undefined where the device does not tell it, or it was not asked for. */
  readonly name: string | undefined;
  /** The profile that it is in; undefined for the user's own applications. */
  readonly profile?: AppProfile | undefined;
  /** Other names that its windows may go by: policies may name those. */
  readonly aliases?: readonly string[];
  /** A launcher or a menu lists it. */
  readonly launchable: boolean;
  /** Known only where the details were wished for. */
  readonly version?: string | undefined;
  /** It came with the system. */
  readonly system?: boolean | undefined;
  readonly enabled?: boolean | undefined;
}

export interface AppsWish {
  readonly which: 'launchable' | 'all';
  /**
   * The wanted facts, in the order of their cost: its id; also its name; also its version, whether it came with the system and
   * whether it is enabled.
   */
  readonly tell: 'ids' | 'names' | 'details';
}

/** The applications of a device. */
export interface Apps {
  /** Why `name` may be undefined, in words for a model. */
  readonly namelessBecause?: string;
  /** The device tells no names, so that asking for them is useless. */
  readonly isNameless?: boolean;
  /** The gaps of the last list and the reason, in words for a model; undefined if it is whole. */
  readonly unlisted?: string | undefined;
  list(wish: AppsWish, call: Call): Promise<readonly InstalledApp[]>;
  /**
   * Brings an application of the list to the front as it was, starts it if needed, and waits for its window. Resolves with
   * a remark if something else came to the front. `activity` names one of its screens, where the platform has such names.
   */
  open(app: InstalledApp, activity: string | undefined, call: Call): Promise<string | undefined>;
}
