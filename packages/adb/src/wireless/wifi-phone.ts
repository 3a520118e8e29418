import type { Call } from '@handeye/core/call/call';
import { pause, withinLimit } from '@handeye/core/call/call';
import type { Connect } from '../adb-device.ts';
import { connectDaemon } from '../daemon/daemon.ts';
import type { AdbKey } from '../daemon/key.ts';
import type { ListedDevice } from '../device-list.ts';
import { NotThePairedPhone, PairingRequired } from '../errors.ts';
import type { AdbServer } from '../server/server.ts';
import type { Transport } from '../transport.ts';
import { Unreachable, unreachable } from '../unreachable.ts';
import { mustBeThePhone, proven } from './identity.ts';
import { WirelessServices, namesPhone } from './mdns.ts';
import type { NetworkAddress, PairedPhone, PairedPhones } from './paired-phones.ts';

/** A phone that sleeps answers late; after this long it is not there. */
const SEARCH_LIMIT = 5000;
/** Where a device has refused us, another one may still be the phone. */
const AFTER_REFUSAL = 1000;
/** For a place at which the phone was announced; its daemon may have to make a key first. */
const TRY_LIMIT = 12_000;
/** An attacker may announce the phone at many places. */
const MOST_ADDRESSES = 8;

export interface WifiOptions {
  readonly phones: PairedPhones;
  readonly key: () => Promise<AdbKey>;
  readonly server: AdbServer;
  /** Another UDP port than mDNS's own; for tests. */
  readonly mdnsPort?: number | undefined;
  /** Called with the serial by which the adb server has the phone, if the connection leads through it. */
  readonly onAttached?: (serial: string | undefined) => void;
}

/** The way to a paired phone: through the adb server if it has it, else to where it is now in the network. */
export function wifiPhone(guid: string, options: WifiOptions): Connect {
  return async (call, onState) => {
    const phone = options.phones.find(guid);
    if (!phone) throw unreachable(guid, 'absent');
    onState('out of reach');
    const attached = attachedAs(phone, await options.server.phonesIfRunning(call));
    options.onAttached?.(attached?.serial);
    return attached ? throughServer(phone, attached, options.server, call) : reach(phone, options, call);
  };
}

async function throughServer(
  phone: PairedPhone,
  attached: ListedDevice,
  server: AdbServer,
  call: Call,
): Promise<Transport> {
  const transport = await server.transport(attached, call);
  try {
    await mustBeThePhone(phone, transport, call);
    return transport;
  } catch (error) {
    await transport.close();
    throw error;
  }
}

/** The phone in the adb server's list: by cable, or by the name or address that adb has for it. */
export function attachedAs(
  { guid, address }: PairedPhone,
  listed: readonly ListedDevice[],
): ListedDevice | undefined {
  const [, serialNumber] = /^adb-(.+)-\w{6}$/.exec(guid) ?? [];
  const isIt = ({ serial, state }: ListedDevice) =>
    state === 'device' &&
    (serial === serialNumber ||
      serial.startsWith(`${guid}.`) ||
      serial.startsWith(`${guid} (`) ||
      (address !== undefined && serial === `${address.host}:${address.port}`));
  return listed.find(isIt);
}

/**
 * Tries the last address at once and every place at which the phone is announced meanwhile. The first that shows that it is
 * the phone is used; announcements of others do no more than fail.
 */
async function reach(phone: PairedPhone, options: WifiOptions, call: Call): Promise<Transport> {
  const services = new WirelessServices({ clock: call.clock, port: options.mdnsPort });
  const done = new AbortController();
  const cancelled = AbortSignal.any([call.signal, done.signal]);
  const tries = new Map<string, Promise<void>>();
  const errors: unknown[] = [];
  let wasRefused: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (wasRefused = resolve));
  const found = new Promise<Transport>((resolve) => {
    const begin = (at: NetworkAddress, limit: number) => {
      const place = `${at.host} ${at.port}`;
      if (tries.has(place) || tries.size === MOST_ADDRESSES) return;
      const attempt = withinLimit({ clock: call.clock, limit, cancelled }, (trying) =>
        connectAt(phone, at, options, trying),
      );
      tries.set(
        place,
        attempt.then(resolve, (error: unknown) => {
          errors.push(error);
          if (isRefusal(error)) wasRefused();
        }),
      );
    };
    if (phone.address && phone.address.port !== 0) begin(phone.address, SEARCH_LIMIT);
    services.follow((service) => {
      if (service.kind === 'connect' && namesPhone(service, phone.guid)) begin(service, TRY_LIMIT);
    });
  });
  const searching = { ...call, signal: cancelled };
  const long = pause(SEARCH_LIMIT, searching);
  const short = refused.then(() => pause(AFTER_REFUSAL, searching));
  const over = Promise.race([long, short]).then(async () => {
    await Promise.all(tries.values());
    throw reason(phone, errors);
  });
  for (const waiting of [long, short]) waiting.catch(() => undefined);
  try {
    return await Promise.race([found, over]);
  } finally {
    services.close();
    done.abort(new Error('the search is over'));
  }
}

/** Connects to the phone if it is there and shows that it is the paired one; remembers where that was. */
export async function connectAt(
  phone: PairedPhone,
  at: NetworkAddress,
  { phones, key }: Pick<WifiOptions, 'phones' | 'key'>,
  call: Call,
): Promise<Transport> {
  const link = await connectDaemon(
    { serial: phone.name, address: at, key: await key(), tlsOnly: true, onState: () => undefined },
    call,
  );
  try {
    const proof = await proven(phone, link, { at, call });
    const { host, port } = at;
    const facts = { ...proof, address: { host, port }, model: link.banner.model ?? phone.model };
    // That it cannot be saved must not keep the phone from being used.
    await phones.update(phone.guid, { ...facts, lastSeen: new Date().toISOString() }).catch(() => undefined);
    call.signal.throwIfAborted();
    return link;
  } catch (error) {
    await link.close();
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof NotThePairedPhone || error instanceof PairingRequired;
}

/** The error that says most: a device in the phone's place, then a phone that refuses us, then silence. */
function reason(phone: PairedPhone, errors: readonly unknown[]): unknown {
  return (
    errors.find((error) => error instanceof NotThePairedPhone) ??
    errors.find((error) => error instanceof PairingRequired) ??
    errors.find((error) => error instanceof Unreachable && error.state !== 'absent') ??
    unreachable(phone.name, 'out of reach', errors[0])
  );
}
