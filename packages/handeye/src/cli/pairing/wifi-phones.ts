import { namesPhone, offerText, type WirelessService, WirelessServices } from '@handeye/adb/wireless/mdns';
import { PairedPhones } from '@handeye/adb/wireless/paired-phones';
import { UsageError } from '../command.ts';
import { deviceCall } from '../device-call.ts';

/** Milliseconds in which phones answer. */
const LISTEN = 1_500;

/** The value of --device for the only phone that is paired. */
export const WIFI = 'wifi';

/** For `handeye doctor`: what is heard in the network, which phones are paired, and what hinders. */
export async function wifiPhones(folder: string): Promise<{ readonly found: string; readonly fix?: string }> {
  const services = new WirelessServices();
  try {
    const heard = await deviceCall(2 * LISTEN, (call) => services.settle(LISTEN, call));
    const offers = heard.filter(({ kind }) => kind === 'connect');
    const paired = new PairedPhones(folder).all();
    const isPaired = (offer: WirelessService) => paired.some(({ guid }) => namesPhone(offer, guid));
    const away = paired.filter(({ guid }) => !offers.some((offer) => namesPhone(offer, guid)));
    const others = offers.filter((offer) => !isPaired(offer));
    const names = paired.map((phone) => (away.includes(phone) ? `${phone.name} (not heard)` : phone.name));
    const advice = [
      ...services.problems,
      ...(away.length > 0 ? [`${away.map(({ name }) => name).join(', ')}: ${AWAY}`] : []),
      ...(others.length > 0
        ? [`${others.map(offerText).join(', ')}: not paired with this computer; handeye pair.`]
        : []),
    ];
    const found = paired.length === 0 ? 'none paired (handeye pair)' : `paired: ${names.join(', ')}`;
    return { found, ...(advice.length > 0 && { fix: advice.join(' ') }) };
  } finally {
    services.close();
  }
}

const AWAY =
  'wake it, and check that it is in this Wi-Fi, with Wireless debugging on; guest networks and VPNs keep it from being heard.';

/** The devices as the user means them: `wifi` is the only phone that is paired. */
export function withWifiName(device: readonly string[], folder: string): string[] {
  if (!device.includes(WIFI)) return [...device];
  const [only, ...more] = new PairedPhones(folder).all();
  if (only === undefined)
    throw new UsageError('--device wifi: no phone is paired yet. Pair one: handeye pair');
  if (more.length > 0) {
    const names = [only, ...more].map(({ name }) => name).join(', ');
    throw new UsageError(`--device wifi: several phones are paired. Name one: ${names}`);
  }
  return device.map((name) => (name === WIFI ? only.name : name));
}
