import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { AdbKey } from '../daemon/key.ts';
import { PairingFailed } from '../errors.ts';
import type { NetworkAddress, PairedPhone, PairedPhones } from './paired-phones.ts';

export interface PairingOptions {
  /** The pairing service of the phone, not its debugging port. */
  readonly at: NetworkAddress;
  /** The six digits, or the password of the QR code. */
  readonly password: string;
  readonly key: () => Promise<AdbKey>;
  readonly phones: PairedPhones;
  readonly clock?: Clock;
}

export interface PairedNow {
  readonly phone: PairedPhone;
  /** It is paired, but could not be connected: why, and what to do. */
  readonly problem?: string | undefined;
}

/** Pairs with a phone, connects to it, and remembers it. One try: the phone counts wrong codes. */
export async function pairPhone(options: PairingOptions, call: Call): Promise<PairedNow> {
  call.signal.throwIfAborted();
  await options.key();
  throw new PairingFailed('unreachable', 'Pairing is not merged yet.');
}
