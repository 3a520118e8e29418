import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import type { AdbKey } from '../daemon/key.ts';
import { AdbError } from '../errors.ts';
import { WirelessServices, namesPhone } from './mdns.ts';
import { exchangeKeys } from './pairing-connection.ts';
import type { ProvenPhone } from './pairing-connection.ts';
import type { NetworkAddress, PairedPhone, PairedPhones } from './paired-phones.ts';
import { connectAt } from './wifi-phone.ts';

/** A phone announces its debugging port as long as wireless debugging is on, so it is there already or soon. */
const ANNOUNCE_LIMIT = 10_000;

export interface PairingOptions {
  /** The pairing service of the phone, not its debugging port. */
  readonly at: NetworkAddress;
  /** The six digits, or the password of the QR code. */
  readonly password: string;
  readonly key: () => Promise<AdbKey>;
  readonly phones: PairedPhones;
  /** Where the phone is to be debugged, if that is known otherwise than by mDNS. */
  readonly debuggingAt?: ((call: Call) => Promise<NetworkAddress>) | undefined;
  /** Another UDP port than mDNS's own; for tests. */
  readonly mdnsPort?: number | undefined;
}

export interface PairedNow {
  readonly phone: PairedPhone;
  /** It is paired, but could not be connected: why, and what to do. */
  readonly problem?: string | undefined;
}

/** Pairs with a phone, connects to it, and remembers it. One try: the phone counts wrong codes. */
export async function pairPhone(options: PairingOptions, call: Call): Promise<PairedNow> {
  const { phones } = options;
  await phones.mustBeWritable();
  const proven = await exchangeKeys(options.at, { ...options, key: await options.key() }, call);
  const { guid, host } = proven;
  const known = phones.find(guid);
  const name = known?.name ?? phones.nameFor(guid, guid);
  const pairedAt = new Date().toISOString();
  // What an earlier pairing knew of it may be of the phone before it was reset.
  const phone = { guid, name, model: known?.model, pairedAt, address: { host, port: 0 } };
  await phones.remember(phone);
  try {
    const { model } = await firstConnection(phone, proven, options, call);
    if (model !== undefined && !known) await phones.update(guid, { name: phones.nameFor(model, guid) });
    return { phone: phones.find(guid) ?? phone };
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof AdbError || error instanceof DeadlineExceeded)) throw error;
    return { phone, problem: error instanceof AdbError ? error.message : NOT_ANNOUNCED };
  }
}

/** The connection is made where the code was proven: an announcement of another host is no reason to trust that. */
async function firstConnection(
  phone: PairedPhone,
  { guid, host }: ProvenPhone,
  { debuggingAt, mdnsPort, ...options }: PairingOptions,
  call: Call,
): Promise<{ model: string | undefined }> {
  const services = new WirelessServices({ clock: call.clock, port: mdnsPort });
  const limits = { clock: call.clock, limit: ANNOUNCE_LIMIT, cancelled: call.signal };
  try {
    const at = await withinLimit(limits, (looking) =>
      debuggingAt
        ? debuggingAt(looking)
        : services.find(
            (service) => service.kind === 'connect' && namesPhone(service, guid) && service.host === host,
            looking,
          ),
    );
    const transport = await connectAt(phone, { host, port: at.port }, options, call);
    await transport.close();
    return { model: transport.banner.model };
  } finally {
    services.close();
  }
}

const NOT_ANNOUNCED =
  'The phone is paired, but has not announced its debugging port. Leave the page Developer options > Wireless debugging open with its switch on; then "handeye devices" shows whether it is reachable.';
