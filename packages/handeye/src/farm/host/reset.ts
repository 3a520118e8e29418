import type { Call } from '../../call/call.ts';
import type { Device } from '../../device/port.ts';
import type { StateMark } from '../../device/services/device-state.ts';
import type { ChangedFile } from './changed-files.ts';

/** A running application of a desktop. */
export interface RunningApp {
  readonly name: string;
  readonly pid: number;
  readonly windows: number;
}

/** What a device was like before somebody had it; each is absent where nobody knows. Only the reset reads it. */
export interface Baseline {
  /** Of the device, whatever its name. */
  readonly identity?: string | undefined;
  /** The application whose screen the home key shows. */
  readonly home?: string | undefined;
  /** The applications that were installed on a phone. */
  readonly installed?: readonly string[] | undefined;
  /** The applications that ran on a desktop. */
  readonly running?: readonly RunningApp[] | undefined;
  /** What can be set. */
  readonly state?: StateMark | undefined;
  /** What tools wrote or deleted since. */
  readonly files?: readonly ChangedFile[] | undefined;
}

/**
 * Makes a device as it was before a lease. It gets the device itself, not the one that a lease fences. A virtual phone needs
 * none: it starts anew, and is only proven.
 */
export interface Reset {
  /** Notes what a lease may change, of a device that is about to be offered. */
  baseline(device: Device, call: Call): Promise<Baseline>;
  /** A lease begins: should this process end before its reset, the next one resets to this. */
  begun?(before: Baseline): void;
  /** A file is about to be changed by tools. Throws if that could not be undone by the next process: then it is not changed. */
  changing?(before: Baseline, file: ChangedFile): void;
  /**
   * Resets the device and proves it by reading back. `since` is what was noted before the lease; undefined after a start of
   * the host, which knows of earlier leases only what `begun` was told. Throws with the reason for a quarantine, in plain words.
   */
  reset(device: Device, since: Baseline | undefined, call: Call): Promise<void>;
}
