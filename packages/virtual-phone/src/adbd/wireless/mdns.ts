import type { RemoteInfo } from 'node:dgram';
import makeMdns from 'multicast-dns';
import { LOOPBACK } from '../listen.ts';
import type { WirelessFaults } from './faults.ts';

type Answer = makeMdns.ResponseOutgoingPacket['answers'][number];
type Question = makeMdns.QueryOutgoingPacket['questions'][number];

/** A service that the phone announces. */
export interface MdnsService {
  /** `_adb-tls-connect` or `_adb-tls-pairing`. */
  readonly type: string;
  readonly instance: string;
  readonly port: number;
  /** The strings of its TXT record. */
  readonly txt: readonly string[];
}

const HOST = 'Android.local';
/** For documentation (RFC 5737): nobody is there. */
const WRONG_ADDRESS = '192.0.2.1';
const SERVICES = '_services._dns-sd._udp.local';
const MDNS_PORT = 5353;
const SECOND = 1000;
/** RFC 6762: 120 s for records with a host name in them, 75 min for others. */
const TTL = { host: 120, other: 4500 };
/** A resolver that is no mDNS client must not keep an answer long. */
const MAX_LEGACY_TTL = 10;

/** Announces services of the phone by multicast DNS on the loopback, and answers those who ask for them. */
export class Advertiser {
  readonly #services = new Set<MdnsService>();
  readonly #port: number;
  readonly #faults: WirelessFaults;
  readonly #mdns: makeMdns.MulticastDNS;
  readonly #ready: Promise<void>;

  constructor(faults: WirelessFaults, port = MDNS_PORT) {
    this.#faults = faults;
    this.#port = port;
    // Bound to all addresses, because Linux delivers no multicast to a socket that is bound to one.
    this.#mdns = makeMdns({ interface: LOOPBACK, bind: '0.0.0.0', port });
    this.#ready = new Promise((resolve, reject) => {
      this.#mdns.once('ready', resolve);
      this.#mdns.once('error', reject);
    });
    this.#mdns.on('query', (query, sender) => {
      this.#answer(query.questions ?? [], query.answers ?? [], { ...sender, id: query.id });
    });
  }

  /** Resolves when the service is announced. It is announced again a second later, since datagrams get lost. */
  async publish(service: MdnsService): Promise<void> {
    await this.#ready;
    this.#services.add(service);
    await this.#announce(service);
    const again = setTimeout(() => {
      if (this.#services.has(service)) void this.#announce(service);
    }, SECOND);
    again.unref();
  }

  /** Takes a service back: browsers forget it at once. */
  async withdraw(service: MdnsService): Promise<void> {
    if (this.#services.delete(service)) await this.#send(this.#records(service), { ttl: 0 });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services].map((service) => this.withdraw(service)));
    await new Promise<void>((resolve) => {
      this.#mdns.destroy(resolve);
    });
  }

  #announce(service: MdnsService): Promise<void> {
    return this.#send([...this.#records(service), this.#address()]);
  }

  #answer(
    questions: readonly Question[],
    known: readonly Answer[],
    sender: RemoteInfo & { id?: number | undefined },
  ): void {
    if (!isLoopback(sender.address)) return;
    const all = [...this.#services].flatMap((service) => this.#records(service));
    const records = [...all, ...(all.length > 0 ? [this.#address()] : [])];
    const answers = records.filter((record) => questions.some((question) => asksFor(question, record)));
    const news = answers.filter((answer) => !known.some((one) => isSame(one, answer)));
    if (news.length === 0) return;
    const additionals = records.filter((record) => !answers.includes(record) && record.name !== SERVICES);
    if (sender.port === this.#port) void this.#send(news, { additionals });
    else {
      const legacy = { id: sender.id ?? 0, questions: [...questions], to: sender, ttl: MAX_LEGACY_TTL };
      void this.#send(news, { additionals, ...legacy });
    }
  }

  #records({ type, instance, port, txt }: MdnsService): Answer[] {
    const name = `${instance}.${type}._tcp.local`;
    return [
      { name: SERVICES, type: 'PTR', ttl: TTL.other, data: `${type}._tcp.local` },
      { name: `${type}._tcp.local`, type: 'PTR', ttl: TTL.other, data: name },
      // Records of this phone alone: they replace what a cache holds under the name.
      { name, type: 'SRV', ttl: TTL.host, flush: true, data: { port, target: HOST, priority: 0, weight: 0 } },
      { name, type: 'TXT', ttl: TTL.other, flush: true, data: [...txt] },
    ];
  }

  #address(): Answer {
    const data = this.#faults.has('wireless-mdns-host') ? WRONG_ADDRESS : LOOPBACK;
    return { name: HOST, type: 'A', ttl: TTL.host, flush: true, data };
  }

  #send(
    answers: readonly Answer[],
    extra: {
      readonly additionals?: readonly Answer[];
      readonly id?: number;
      readonly questions?: Question[];
      readonly to?: RemoteInfo;
      readonly ttl?: number;
    } = {},
  ): Promise<void> {
    if (this.#faults.has('wireless-mdns-silent')) return Promise.resolve();
    const { additionals = [], to, ttl, ...head } = extra;
    const limited = (records: readonly Answer[]) =>
      records.map((record) => (ttl === undefined ? record : { ...record, ttl, flush: false }));
    return new Promise((resolve) => {
      const sent = () => {
        resolve();
      };
      const packet = { ...head, answers: limited(answers), additionals: limited(additionals) };
      if (to === undefined) this.#mdns.respond(packet, sent);
      else this.#mdns.respond(packet, to, sent);
    });
  }
}

function asksFor({ name, type }: Question, record: Answer): boolean {
  const types: readonly string[] = ['ANY', record.type];
  return types.includes(type) && name.toLowerCase() === record.name.toLowerCase();
}

/** Whether the one who asks knows this answer already, for at least half of its time (RFC 6762, 7.1). */
function isSame(known: Answer, answer: Answer): boolean {
  return (
    known.type === 'PTR' &&
    answer.type === 'PTR' &&
    known.name.toLowerCase() === answer.name.toLowerCase() &&
    known.data.toLowerCase() === answer.data.toLowerCase() &&
    (known.ttl ?? 0) * 2 >= (answer.ttl ?? 0)
  );
}

/** The phone is on the loopback only; queries from a network are for others. */
function isLoopback(address: string): boolean {
  return address.startsWith('127.');
}
