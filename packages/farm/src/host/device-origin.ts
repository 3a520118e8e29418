import type { Call } from '@handeye/core/call/call';
import type { PlatformId } from '@handeye/core/device/platforms';
import type { Device } from '@handeye/core/device/port';
import type { Session } from '@handeye/core/device/session';
import type { Holds } from '@handeye/core/guard/holds';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { Guarded } from './fenced-device.ts';

/** How a host opens one of its devices. */
export interface DeviceOrigin {
  /** Its name at the host: a token of the farm's names, the same in every run of the host. */
  readonly name: string;
  /** The title until the device reports its own. */
  readonly title: string;
  readonly kind: Device['kind'];
  readonly platform: PlatformId;
  open(call: Call): Promise<Device>;
  /** Ends the device, so that the next `open` gives a new one: the whole reset of a virtual phone. */
  startAnew?(): Promise<void>;
}

/** The tools of a device for one lease. Their memory of the holder ends with them. */
export interface LeaseTools {
  readonly toolbox: Toolbox;
  /** The session in use; undefined before the first call. */
  session(): Session | undefined;
  /** Throws if something of the holder is left; may then be called again. */
  close(): Promise<void>;
}

/** `guarded` fences writes that tools make beside the device. */
export type OpenLeaseTools = (device: Device, holds: Holds, guarded: Guarded) => Promise<LeaseTools>;
