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
/** An address for documentation (RFC 5737): no host has it. */
const WRONG_ADDRESS = '192.0.2.1';
const SERVICES = '_services._dns-sd._udp.local';
const MDNS_PORT = 5353;
const SECOND = 1000;
/** RFC 6762: 120 s for records with a host name in them, 75 min for others. */
const TTL = { host: 120, other: 4500 };

/** Announces services of the phone by multicast DNS on the loopback, and answers those who ask for them. */
export class Advertiser {
  readonly #services = new Set<MdnsService>();
  readonly #faults: WirelessFaults;
  readonly #mdns: makeMdns.MulticastDNS;
  readonly #ready: Promise<void>;

  constructor(faults: WirelessFaults, log: (line: string) => void, port = MDNS_PORT) {
    this.#faults = faults;
    // Bound to all addresses, because Linux delivers no multicast to a socket that is bound to one.
    this.#mdns = makeMdns({ interface: LOOPBACK, bind: '0.0.0.0', port });
    this.#ready = new Promise((resolve) => {
      this.#mdns.once('ready', resolve);
      // Without mDNS the phone can still be paired by its address.
      this.#mdns.on('error', (error) => {
        log(`no mDNS: ${error.message}`);
        resolve();
      });
    });
    this.#mdns.on('query', ({ questions = [], answers = [] }, { address }) => {
      if (isLoopback(address)) this.#answer(questions, answers);
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
    if (!this.#services.delete(service)) return;
    await this.#send(this.#records(service).map((record) => ({ ...record, ttl: 0 })));
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

  #answer(questions: readonly Question[], known: readonly Answer[]): void {
    const all = [...this.#services].flatMap((service) => this.#records(service));
    const records = all.length === 0 ? [] : [...all, this.#address()];
    const asked = records.filter((record) => questions.some((question) => asksFor(question, record)));
    const answers = asked.filter((answer) => !known.some((one) => isSame(one, answer)));
    // What belongs to the answer comes with it; the list of service types does not.
    const additionals = records.filter((record) => !asked.includes(record) && record.name !== SERVICES);
    if (answers.length > 0) void this.#send(answers, additionals);
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

  #send(answers: Answer[], additionals: Answer[] = []): Promise<void> {
    if (this.#faults.has('wireless-mdns-silent')) return Promise.resolve();
    return new Promise((resolve) => {
      this.#mdns.respond({ answers, additionals }, () => {
        resolve();
      });
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
