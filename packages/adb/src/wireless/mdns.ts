import { createSocket } from 'node:dgram';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';
import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Clock } from '@handeye/core/call/clock';
import multicastDns from 'multicast-dns';
import { addressText } from './invitation.ts';

/** What phones offer (AOSP: adb_mdns.h). */
const TYPES = [
  { kind: 'pairing', name: '_adb-tls-pairing._tcp.local' },
  { kind: 'connect', name: '_adb-tls-connect._tcp.local' },
] as const;
const FIRST_REPEAT = 500;
const LONGEST_REPEAT = 5000;
/** More interfaces are those of containers. */
const MOST_INTERFACES = 12;
/** A network of more phones, or a sender that floods us, pushes out what was heard first. */
const MOST_SERVICES = 256;
const GROUP_V6 = 'ff02::fb';

/** A service that a phone in the network offers. Nothing of it is proven. */
export interface WirelessService {
  readonly kind: (typeof TYPES)[number]['kind'];
  /** The phone's GUID, or the name that a QR code gave. */
  readonly instance: string;
  /** The address that the answer came from. */
  readonly host: string;
  readonly port: number;
  /** The phone's name for itself, if it says it. */
  readonly name?: string | undefined;
}

/** The phone, and where it offers the service, for a person. */
export function offerText({ name, instance, host, port }: WirelessService): string {
  return `${name ?? instance} at ${addressText({ host, port })}`;
}

/** Whether the service is the phone's. After a name conflict a phone adds a number: `adb-X-abc (2)`. */
export function namesPhone({ instance }: WirelessService, guid: string): boolean {
  return (
    instance === guid || (instance.startsWith(`${guid} (`) && /^ \(\d+\)$/.test(instance.slice(guid.length)))
  );
}

/**
 * Asks the network for wireless debugging until it is closed. A service is believed to be where its answer came from: the
 * addresses in an answer are not read, so that no answer can lead us to another host, and senders beyond our own networks are
 * ignored.
 */
export class WirelessServices {
  readonly #clock: Clock;
  readonly #own: OwnNetworks;
  readonly #sockets: readonly multicastDns.MulticastDNS[];
  readonly #found = new Map<string, WirelessService>();
  readonly #listeners = new Set<(service: WirelessService) => void>();
  readonly #problems = new Set<string>();
  #stopRepeating: () => void = () => undefined;

  constructor({ clock = realClock, port }: { clock?: Clock; port?: number | undefined } = {}) {
    this.#clock = clock;
    this.#own = ownNetworks();
    if (this.#own.problem !== undefined) this.#problems.add(this.#own.problem);
    this.#sockets = this.#own.sockets.map((options) =>
      this.#listen({ ...options, ...(port !== undefined && { port }) }),
    );
    this.#repeat(FIRST_REPEAT);
  }

  get found(): readonly WirelessService[] {
    return [...this.#found.values()];
  }

  /** What hinders, for a person. */
  get problems(): readonly string[] {
    return [...this.#problems];
  }

  /** The first service that fits, now or within the call. */
  async find(fits: (service: WirelessService) => boolean, call: Call): Promise<WirelessService> {
    const known = this.found.find(fits);
    if (known) return known;
    let stop: () => void = () => undefined;
    const heard = new Promise<WirelessService>((resolve) => {
      stop = this.follow((service) => {
        if (fits(service)) resolve(service);
      });
    });
    return orAborted(heard, call.signal).finally(stop);
  }

  /** All that answer within so many milliseconds. */
  async settle(milliseconds: number, call: Call): Promise<readonly WirelessService[]> {
    await pause(milliseconds, call);
    return this.found;
  }

  /** Calls back for each service, those found and those to come. Returns a function that stops it. */
  follow(onService: (service: WirelessService) => void): () => void {
    this.found.forEach(onService);
    this.#listeners.add(onService);
    return () => this.#listeners.delete(onService);
  }

  close(): void {
    this.#stopRepeating();
    for (const socket of this.#sockets) socket.destroy();
    this.#listeners.clear();
  }

  #listen(options: multicastDns.Options): multicastDns.MulticastDNS {
    const socket = multicastDns(options);
    const note = (error: Error) => this.#problems.add(problemOf(error));
    socket.on('error', note).on('warning', (error) => {
      if ('code' in error) note(error); // others are packets that cannot be read
    });
    socket.on('response', ({ answers = [], additionals = [] }, { address }) => {
      if (this.#own.have(address)) this.#read([...answers, ...additionals], address);
    });
    return socket;
  }

  /** Phones announce themselves; asking again finds those whose answer was lost. */
  #repeat(delay: number): void {
    const questions = TYPES.map(({ name }) => ({ name, type: 'PTR' as const }));
    for (const socket of this.#sockets) this.#ask(socket, questions);
    this.#stopRepeating = this.#clock.after(delay, () => {
      this.#repeat(Math.min(2 * delay, LONGEST_REPEAT));
    });
  }

  #ask(socket: multicastDns.MulticastDNS, questions: { name: string; type: 'PTR' | 'SRV' }[]): void {
    socket.query(questions, (error) => {
      if (error) this.#problems.add(problemOf(error));
    });
  }

  #read(answers: readonly Answer[], host: string): void {
    const names = new Map(answers.flatMap((answer) => (answer.type === 'TXT' ? nameIn(answer) : [])));
    const unresolved = new Set<string>();
    for (const answer of answers) {
      if (answer.type === 'PTR' && typeOf(answer.data)) unresolved.add(answer.data);
      const type = answer.type === 'SRV' ? typeOf(answer.name) : undefined;
      if (answer.type !== 'SRV' || !type) continue;
      unresolved.delete(answer.name);
      const { kind, instance } = type;
      const key = `${kind} ${host} ${instance}`;
      this.#found.delete(key);
      if (answer.ttl === 0) continue; // the phone takes it back
      this.#add(key, { kind, instance, host, port: answer.data.port, name: names.get(answer.name) });
    }
    // A responder may leave the details to a second question.
    const questions = [...unresolved].slice(0, MOST_SERVICES).map((name) => ({ name, type: 'SRV' as const }));
    if (questions.length > 0) for (const socket of this.#sockets) this.#ask(socket, questions);
  }

  #add(key: string, service: WirelessService): void {
    if (service.port === 0) return;
    this.#found.set(key, service);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MOST_SERVICES && oldest !== undefined) this.#found.delete(oldest);
    for (const tell of this.#listeners) tell(service);
  }
}

type Answer = NonNullable<multicastDns.ResponsePacket['answers']>[number];

function typeOf(name: string): { kind: WirelessService['kind']; instance: string } | undefined {
  if (/\p{C}/u.test(name)) return undefined; // names are shown in terminals
  const type = TYPES.find((candidate) => name.toLowerCase().endsWith(`.${candidate.name}`));
  return type && { kind: type.kind, instance: name.slice(0, -type.name.length - 1) };
}

/** `name=Pixel 7` among a service's texts (newer phones). */
function nameIn(answer: Extract<Answer, { type: 'TXT' }>): [string, string][] {
  const texts = [answer.data].flat().map(String);
  const name = texts.find((text) => text.startsWith('name='))?.slice('name='.length);
  return name === undefined ? [] : [[answer.name, name.replace(/\p{C}/gu, '').slice(0, 60)]];
}

interface OwnNetworks {
  readonly sockets: readonly multicastDns.Options[];
  have(address: string): boolean;
  readonly problem?: string;
}

/** A socket for each interface and family: a question goes out on one interface only. */
function ownNetworks(): OwnNetworks {
  const near = new BlockList();
  near.addSubnet('127.0.0.0', 8);
  near.addSubnet('fe80::', 10, 'ipv6');
  const have = (address: string) => near.check(address.replace(/%.*/, ''), isIPv6(address) ? 'ipv6' : 'ipv4');
  try {
    const entries = Object.entries(networkInterfaces()).flatMap(([name, infos]) =>
      (infos ?? []).map((info) => ({ ...info, name })),
    );
    for (const { cidr, family } of entries) {
      const [address, prefix] = cidr?.split('/') ?? [];
      if (address !== undefined) near.addSubnet(address, Number(prefix), family === 'IPv4' ? 'ipv4' : 'ipv6');
    }
    const sockets = entries
      .filter(isUsable)
      .slice(0, 2 * MOST_INTERFACES)
      .map(socketOptions);
    const isAlone = entries.every(({ internal }) => internal);
    return { sockets, have, ...(isAlone && { problem: 'This computer is in no network.' }) };
  } catch (error) {
    // Android 11 and newer do not tell applications such as Termux their interfaces.
    const problem = `The network interfaces cannot be listed (${String(error)}), so only this device itself is asked.`;
    return { sockets: [{ interface: '127.0.0.1', bind: '0.0.0.0' }], have, problem };
  }
}

type Named = NetworkInterfaceInfo & { readonly name: string };

function isUsable({ family, internal, address }: Named): boolean {
  return family === 'IPv4' || (!internal && address.startsWith('fe80:'));
}

function socketOptions({ family, address, name }: Named): multicastDns.Options {
  if (family === 'IPv4') return { interface: address, bind: '0.0.0.0' };
  const socket = createSocket({ type: 'udp6', reuseAddr: true, ipv6Only: true });
  return { type: 'udp6', socket, ip: GROUP_V6, interface: `::%${name}`, bind: '::' };
}

function problemOf(error: Error): string {
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken
    ? 'Another program keeps UDP port 5353 to itself, so phones cannot be found by mDNS.'
    : `mDNS: ${error.message}.`;
}
