import type { Call } from '@handeye/core/call/call';
import type { Device } from '@handeye/core/device/port';
import type { StateMark } from '@handeye/core/device/services/device-state';
import type { ChangedFile } from './changed-files.ts';

/** A running application of a desktop. */
export interface RunningApp {
  readonly name: string;
  readonly pid: number;
  readonly windows: number;
}

/** The state of a device before a lease; unknown parts are undefined. Only the reset reads it. */
export interface Baseline {
  /** Identifies the device independently of its name. */
  readonly identity?: string | undefined;
  /** The application behind the home key. */
  readonly home?: string | undefined;
  /** The installed applications of a phone. */
  readonly installed?: readonly string[] | undefined;
  /** The running applications of a desktop. */
  readonly running?: readonly RunningApp[] | undefined;
  /** The settings. */
  readonly state?: StateMark | undefined;
  /** Files that tools wrote or deleted since. */
  readonly files?: readonly ChangedFile[] | undefined;
}

/**
 * Restores a device after a lease. It gets the device itself, not the fenced one of a lease. A virtual phone needs no reset: it
 * starts anew and is only verified.
 */
export interface Reset {
  /** Notes the state that a lease may change, before the device is offered. */
  baseline(device: Device, call: Call): Promise<Baseline>;
  /** A lease begins: if this process dies before the reset, the next process resets to this. */
  begun?(before: Baseline): void;
  /** Tools are about to change a file. Throws if the next process could not undo the change; then the file is not changed. */
  changing?(before: Baseline, file: ChangedFile): void;
  /**
   * Resets the device and verifies it by reading back. `since` is the state before the lease; undefined after a start of the
   * host, which knows of earlier leases only through `begun`. Throws with the reason for a quarantine, in plain words.
   */
  reset(device: Device, since: Baseline | undefined, call: Call): Promise<void>;
}
