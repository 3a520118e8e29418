import { DeviceError, deviceErrorOf } from '../../device/errors.ts';

/** A request of another version. */
export const NOT_UNDERSTOOD =
  'The host of this device does not understand what is asked: it runs another version of Handeye than this server, so one of ' +
  'them has to be updated. Nothing was done. Get a device of another host with lease_device.';

/** What a client is told of an error. A fault of ours is for the host's log alone. */
export function failureOf(error: unknown, onFault: (error: unknown) => void): DeviceError {
  const known = deviceErrorOf(error);
  if (known) return known;
  onFault(error);
  return new DeviceError('internal', 'The host of this device failed at this. Its log says more.');
}
