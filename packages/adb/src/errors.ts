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

/** Android 11's "Wireless debugging" accepts only paired computers, and does not know this one (any longer). */
export class PairingRequired extends AdbError {
  override readonly name = 'PairingRequired';

  constructor(phone: string, options?: ErrorOptions) {
    super(
      `The wireless debugging of ${phone} does not accept this computer: it is not paired, or the pairing was removed on the phone. Run "handeye pair" and follow what it says.`,
      options,
    );
  }
}

/** Another device answers in the place of a paired phone. */
export class NotThePairedPhone extends AdbError {
  override readonly name = 'NotThePairedPhone';

  constructor(name: string, where: string) {
    super(
      `The device at ${where} answers as the paired phone ${name}, but it cannot show that it is that phone, so it is not used. If the phone was reset, run "handeye unpair ${name}" and "handeye pair"; otherwise another device in this network pretends to be it.`,
    );
  }
}

type PairingProblem = 'wrong code' | 'unreachable' | 'not a pairing port' | 'broken off';

/** A pairing did not succeed. It is never repeated by itself: the phone counts the attempts. */
export class PairingFailed extends AdbError {
  override readonly name = 'PairingFailed';

  constructor(
    readonly reason: PairingProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
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
