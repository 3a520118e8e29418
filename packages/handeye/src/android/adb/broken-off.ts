import { DeviceError } from '../../device/errors.ts';

/** The connection ended while a command ran: nobody knows how far it came. What only reads may be repeated. */
export class BrokenOff extends DeviceError {
  constructor(serial: string, cause?: unknown) {
    super(
      'action_failed',
      `The connection to the phone ${serial} broke off during a command: it may or may not have had its effect. Look at the screen before you repeat it.`,
      { cause },
    );
  }
}
