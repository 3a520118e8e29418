/** Errors of ADB. Messages are written for a person; the caller decides what they mean for its own errors. */
export class AdbError extends Error {
  override readonly name: string = 'AdbError';
}

/** The connection ended during a command, and it is not known how far the command came. Reading may be repeated. */
export class ConnectionLost extends AdbError {
  override readonly name = 'ConnectionLost';

  constructor(serial: string, cause?: unknown) {
    super(
      `The connection to the phone ${serial} was lost during a command, which may or may not have taken effect. Look at the screen before you repeat it.`,
      { cause },
    );
  }
}

/** The device's daemon refused to open a service: nothing listens on that port, or it does not know the service. */
export class ServiceRefused extends AdbError {
  override readonly name = 'ServiceRefused';

  constructor(serial: string, cause?: unknown) {
    super(`The phone ${serial} refused a service of its debugging daemon.`, { cause });
  }
}

/** Android 11's "Wireless debugging" speaks TLS with keys from a pairing, which only adb can do. */
export class PairingRequired extends AdbError {
  override readonly name = 'PairingRequired';

  constructor(serial: string) {
    const address = serial.replace(/^tcp:/, '');
    super(
      `${address} is a wireless debugging port, which accepts only paired computers. On the phone open Developer options > Wireless debugging > Pair device with pairing code, run "adb pair <address shown there>", then "adb connect ${address}", and use --device ${address}.`,
    );
  }
}

/** The other side is not adbd. */
export class ProtocolError extends AdbError {
  override readonly name = 'ProtocolError';
}

/** A file could not be written to the device or read from it; the message holds the device's reason. */
export class FileTransferFailed extends AdbError {
  override readonly name = 'FileTransferFailed';
}

/** A text that cannot be a shell word. */
export class UnquotableText extends AdbError {
  override readonly name = 'UnquotableText';
}
