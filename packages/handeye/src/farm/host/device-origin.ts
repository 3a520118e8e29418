import type { Call } from '../../call/call.ts';
import type { PlatformId } from '../../device/platforms.ts';
import type { Device } from '../../device/port.ts';
import type { Session } from '../../device/session.ts';
import type { Holds } from '../../guard/holds.ts';
import type { Toolbox } from '../../tools/frame/toolbox.ts';
import type { Guarded } from './guarded-parts.ts';

/** How a host comes to one of its devices. */
export interface DeviceOrigin {
  /** Its name at the host: a token of the farm's names. The same whenever the host runs. */
  readonly name: string;
  /** For people, until the device itself can tell. */
  readonly title: string;
  readonly kind: Device['kind'];
  readonly platform: PlatformId;
  open(call: Call): Promise<Device>;
  /** Ends what is there, so that the next one that is opened is a new one: the whole reset of a virtual phone. */
  startAnew?(): Promise<void>;
}

/** The tools of a device for one lease. What they remember of its holder ends with them. */
export interface LeaseTools {
  readonly toolbox: Toolbox;
  /** The device in use; undefined before the first call. */
  session(): Session | undefined;
  /** Throws if something of the holder is left; may be called again then. */
  close(): Promise<void>;
}

/** `guarded` is for what the tools write beside the device: as fenced as the device itself. */
export type OpenLeaseTools = (device: Device, holds: Holds, guarded: Guarded) => Promise<LeaseTools>;
