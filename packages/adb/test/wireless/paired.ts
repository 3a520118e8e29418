import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { realClock } from '@handeye/core/call/clock';
import { AdbDevices } from '../../src/adb-devices.ts';
import type { AdbDevicesOptions } from '../../src/adb-devices.ts';
import { pairPhone, type PairedNow } from '../../src/wireless/pair-phone.ts';
import { PairedPhones } from '../../src/wireless/paired-phones.ts';
import { startPhone, type PhoneWireless, type VirtualPhone } from '@handeye/virtual-phone';
import { NO_ADB, hostKey, scratchFolder } from '@handeye/testing/attached';

export const LIMIT = 60_000;

/** A virtual phone with wireless debugging, on a UDP port of its own for mDNS, so that no other test is heard. */
export interface WirelessPhone {
  readonly phone: VirtualPhone;
  readonly wireless: PhoneWireless;
  readonly mdnsPort: number;
}

export async function startWirelessPhone(mdnsPort?: number): Promise<WirelessPhone> {
  const port = mdnsPort ?? (await freeUdpPort());
  const phone = await startPhone({ wireless: { mdnsPort: port } });
  if (!phone.wireless) throw new Error('this release has wireless debugging');
  return { phone, wireless: phone.wireless, mdnsPort: port };
}

/** Where a computer keeps what it knows. */
export async function emptyConfig(t: TestContext): Promise<PairedPhones> {
  return new PairedPhones(await scratchFolder(t));
}

export async function pairWith(
  { wireless, mdnsPort }: WirelessPhone,
  phones: PairedPhones,
  clock = realClock,
): Promise<PairedNow> {
  const { code, address, port } = await wireless.pairWithCode();
  const options = { at: { host: address, port }, password: code, key: hostKey, phones, mdnsPort };
  return withinLimit({ clock, limit: LIMIT }, (call) => pairPhone(options, call));
}

/** The computer's phones; all connections end with the test. */
export function devices(
  t: TestContext,
  phones: PairedPhones,
  options: Pick<WirelessPhone, 'mdnsPort'> & Partial<AdbDevicesOptions>,
): AdbDevices {
  const found = new AdbDevices({ key: hostKey, env: NO_ADB, paired: phones, ...options });
  t.after(() => found.close());
  return found;
}

/** Time that runs fast, for limits that are to be reached. */
export const fastClock: Clock = {
  now: () => 20 * realClock.now(),
  after: (milliseconds, then) => realClock.after(milliseconds / 20, then),
};

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
