/* Errors about farm devices. A text never contains a lease, and says whether something was done. */

/** A farm device was named without a lease. */
export function leaseFirst(name: string): string {
  return (
    `'${name}' is a device of the farm, which is used with a lease. ` +
    `Call lease_device with wants {"device": "${name}"} and pass the name that it answers with as device.`
  );
}

/** A name with a # that is not the name of a leased device. */
export const NOT_A_LEASE =
  'This is not the name of a leased device. Pass exactly what lease_device answered with as device, or call lease_device again.';

const LEASE_ANOTHER = 'If that goes on, its lease is lost: get another device with lease_device.';

/** No responder for the host: the call certainly did not arrive. */
export function hostGone(device: string): string {
  return `Nothing was done: the host of '${device}' is not connected. Try again in a few seconds. ${LEASE_ANOTHER}`;
}

/** This server has no connection. */
export function notConnected(device: string): string {
  return (
    `Nothing was done: this server has lost its connection to the farm, and with it to '${device}'. It connects again by ` +
    'itself: try again in a few seconds.'
  );
}

/** The host fell silent, and had not been allowed to touch the device. */
export function notDone(device: string, { writes }: { readonly writes: boolean }): string {
  const what = writes ? 'Nothing was done' : 'Nothing was read';
  return `${what}: the host of '${device}' does not answer. Try again. ${LEASE_ANOTHER}`;
}

/** The host was allowed to touch the device and then fell silent. */
export function unknownOutcome(device: string, tool: string): string {
  return (
    `unknown outcome: the host of '${device}' stopped answering while ${tool} was under way, which may have been done, in ` +
    `part or not at all. It was not repeated. Look at the screen first, before anything is done again. ${LEASE_ANOTHER}`
  );
}
