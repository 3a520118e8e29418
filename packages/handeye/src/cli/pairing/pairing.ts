import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { hostKey } from '@handeye/adb/adb-key';
import { AdbError } from '@handeye/adb/errors';
import { ownPorts } from '@handeye/adb/own-port';
import type { Environment } from '@handeye/adb/server/find-adb';
import { type Invitation, mustBeCode, parseAddress } from '@handeye/adb/wireless/invitation';
import { offerText, type WirelessService, WirelessServices } from '@handeye/adb/wireless/mdns';
import { type PairedNow, pairPhone } from '@handeye/adb/wireless/pair-phone';
import { type NetworkAddress, PairedPhones } from '@handeye/adb/wireless/paired-phones';
import { type Call, DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { makeFolder } from '@handeye/core/device/make-folder';

/** Milliseconds in which a person finds the page on the phone and scans the code. */
const SCAN_LIMIT = 10 * 60_000;
/** Milliseconds to find a phone whose dialog is open, and for others that answer a moment later. */
const FIND_LIMIT = 30_000;
const OTHERS = 1_000;
const LOOPBACK = '127.0.0.1';
/** For the pairing itself and the first connection. */
const PAIR_LIMIT = 40_000;

export const NOT_FOUND =
  'No phone was found. Check that its Wireless debugging is on and the dialog is still open; that it is in the same Wi-Fi as this ' +
  'computer, not in a guest network, which keeps devices apart; and that neither of them uses a VPN.';

/** Where the pairing is kept, and the signal that ends the wait. */
export interface PairingPlace {
  readonly folder: string;
  readonly env: Environment;
  readonly stopped: AbortSignal;
  /** The phone is the one that this program runs on. */
  readonly isSelf?: boolean | undefined;
}

export interface Paired extends PairedNow {
  /** It was paired before. */
  readonly again: boolean;
}

/** Waits for the phone that scans the code, and pairs with it. */
export async function pairByQr(own: Invitation, place: PairingPlace): Promise<Paired> {
  await prepare(place);
  const at = await searched(place, SCAN_LIMIT, (services, call) =>
    services.find(({ kind, instance }) => kind === 'pairing' && instance === own.instance, call),
  );
  return pairAt(at, own.password, place);
}

/** Pairs by the six digits with the phone at the address, or with the only one in the network that shows them. */
export async function pairByCode(
  { code, address }: { readonly code: string; readonly address?: string | undefined },
  place: PairingPlace,
): Promise<Paired> {
  const digits = mustBeCode(code);
  const given = address === undefined ? undefined : parseAddress(address);
  await prepare(place);
  return pairAt(given ?? (await onlyOffer(place)), digits, place);
}

/** The only phone that shows a code. A phone that scanned a QR code offers its pairing under the name in that code. */
async function onlyOffer(place: PairingPlace): Promise<NetworkAddress> {
  const isOffer = ({ kind, instance }: WirelessService) => kind === 'pairing' && instance.startsWith('adb-');
  const offers = await searched(place, FIND_LIMIT, async (services, call) => {
    await services.find(isOffer, call);
    return (await services.settle(OTHERS, call)).filter(isOffer);
  });
  const phones = new Map(offers.map((offer) => [offer.instance, offer]));
  const [only, ...more] = phones.values();
  if (only === undefined) throw new AdbError(NOT_FOUND);
  if (more.length === 0) return only;
  const names = [only, ...more].map(offerText);
  throw new AdbError(
    `Several phones offer pairing: ${names.join(', ')}. Say which one shows this code, with --address HOST:PORT.`,
  );
}

async function searched<T>(
  { stopped }: PairingPlace,
  limit: number,
  look: (services: WirelessServices, call: Call) => Promise<T>,
): Promise<T> {
  const services = new WirelessServices();
  try {
    return await withinLimit({ clock: realClock, limit, cancelled: stopped }, (call) => look(services, call));
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw new AdbError([NOT_FOUND, ...services.problems].join(' '), { cause: error });
  } finally {
    services.close();
  }
}

async function ownAddress(call: Call): Promise<NetworkAddress> {
  const [port] = await ownPorts({}, call);
  if (port === undefined)
    throw new AdbError('The port of wireless debugging was not found. Is its switch on?');
  return { host: LOOPBACK, port };
}

/** What could go wrong on this side goes wrong before the phone's one try is used. */
async function prepare({ folder, env }: PairingPlace): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new AdbError(
      `The pairing cannot be kept, because ${folder} cannot be written. Make it writable for you.`,
      { cause },
    );
  }
  await hostKey(folder, env);
}

async function pairAt(
  { host, port }: NetworkAddress,
  password: string,
  { folder, env, stopped, isSelf = false }: PairingPlace,
): Promise<Paired> {
  const phones = new PairedPhones(folder);
  const before = new Set(phones.all().map(({ guid }) => guid));
  // Its services listen on all its addresses; later it is known as the phone that is reached here.
  const own = isSelf ? { at: { host: LOOPBACK, port }, debuggingAt: ownAddress } : { at: { host, port } };
  const options = { ...own, password, key: () => hostKey(folder, env), phones };
  const paired = await withinLimit({ clock: realClock, limit: PAIR_LIMIT, cancelled: stopped }, (call) =>
    pairPhone(options, call),
  );
  return { ...paired, again: before.has(paired.phone.guid) };
}
