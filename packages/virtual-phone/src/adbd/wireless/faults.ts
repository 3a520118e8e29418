/** Faults of wireless debugging, by their names on the command line. */
export const wirelessFaults = [
  'wireless-pairing-closes',
  'wireless-pairing-stalls',
  'wireless-pairing-garbage',
  'wireless-stls-closes',
  'wireless-stls-stalls',
  'wireless-certificate',
  'wireless-mdns-silent',
  'wireless-mdns-host',
] as const;

export type WirelessFault = (typeof wirelessFaults)[number];

/** The faults that are on; each connection and each answer reads them. */
export type WirelessFaults = Set<WirelessFault>;
