import { AdbError } from './errors.ts';

/**
 * The state of a phone. `closes streams`, `absent` and `no server` are ours, the others are adb's words. adb has more
 * (recovery, sideload, bootloader, authorizing, connecting), which are passed through.
 */
export type DeviceState =
  | 'device'
  | 'unauthorized'
  | 'offline'
  | 'closes streams'
  | 'no permissions'
  | 'absent'
  | 'no server'
  | (string & {});

/** The phone could not be reached and nothing was sent to it: trying again is safe. The message tells a person what to do. */
export class Unreachable extends AdbError {
  override readonly name = 'Unreachable';
  constructor(
    readonly state: DeviceState,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The error for a phone in a state in which it cannot be used. */
export function unreachable(serial: string, state: DeviceState, cause?: unknown): Unreachable {
  return new Unreachable(state, advice(serial, state), cause === undefined ? undefined : { cause });
}

/** The error for a phone that accepts us and then breaks the connection, or ends the shell, at every service. */
export function closesStreams(serial: string, cause: unknown): Unreachable {
  return unreachable(serial, 'closes streams', cause);
}

/** The problem, and what the user has to do about it. */
export function advice(serial: string, state: DeviceState): string {
  const phone = `The phone ${serial}`;
  return `${phone} ${ADVICE.get(state) ?? `cannot be used: adb says "${state}".`}`;
}

const STILL_CONNECTING =
  'is still being connected. If it shows the dialog "Allow USB debugging?", tap "Allow".';
const NOT_IN_ANDROID = 'is in its recovery or bootloader. Start Android on it.';

const ADVICE: ReadonlyMap<DeviceState, string> = new Map([
  [
    'unauthorized',
    'has not allowed this computer yet. Unlock it and tap "Allow" in the dialog "Allow USB debugging?"; if no dialog shows, turn USB debugging off and on in the developer options.',
  ],
  [
    'offline',
    'does not answer. It may be starting; otherwise unplug it and plug it in again, or turn USB debugging off and on in the developer options.',
  ],
  [
    'closes streams',
    'accepts connections but closes every stream that is opened on them, so no command can run. If it is starting, wait a few seconds and try again; if that does not help, its debugging daemon hangs: turn USB debugging off and on in the developer options, or restart the phone.',
  ],
  [
    'no permissions',
    'may not be opened by this user. On Linux install the udev rules (Debian: apt-get install android-sdk-platform-tools-common), join the group plugdev, log in again and replug the phone.',
  ],
  [
    'absent',
    'is not attached. Plug it in (or connect it with "adb connect") and turn on USB debugging in the developer options. "handeye devices" lists what is attached.',
  ],
  [
    'no wireless debugging',
    'is the one that Handeye runs on, and its wireless debugging does not answer. Turn it on: Settings > Developer options > Wireless debugging. It goes off when the phone restarts or leaves the Wi-Fi. If it is on, give the port that it shows: --device tcp:127.0.0.1:PORT.',
  ],
  [
    'out of reach',
    'is paired, but does not answer in this network. Check that Wireless debugging is on in its developer options, and that it is in the same Wi-Fi as this computer: no guest network, no VPN.',
  ],
  ['authorizing', STILL_CONNECTING],
  ['connecting', STILL_CONNECTING],
  ['recovery', NOT_IN_ANDROID],
  ['rescue', NOT_IN_ANDROID],
  ['sideload', NOT_IN_ANDROID],
  ['bootloader', NOT_IN_ANDROID],
]);
