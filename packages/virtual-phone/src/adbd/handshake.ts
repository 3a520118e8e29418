import type { AdbdDevice } from './device.ts';
import { type AuthPolicy, AuthType, isSignedByKnownKey, newToken, parseHostKey } from './auth.ts';
import type { Faults } from './faults.ts';
import {
  PacketCommand,
  FIRST_MAX_PAYLOAD,
  type Packet,
  ProtocolError,
  VERSION_WITHOUT_CHECKSUM,
  MAX_PAYLOAD,
  VERSION_WITH_CHECKSUM,
} from './packet.ts';
import type { AndroidRelease } from '../kernel/release.ts';

/** The agreement of host and phone: the lesser version and payload, the features that both have. */
export interface Agreement {
  readonly checksums: boolean;
  readonly maxPayload: number;
  readonly features: ReadonlySet<string>;
}

/** The part of a connection that a handshake needs. */
export interface HandshakeContext {
  readonly device: AdbdDevice;
  readonly auth: AuthPolicy;
  readonly faults: Faults;
  readonly closed: AbortSignal;
  readonly log: (line: string) => void;
  readonly send: (packet: Packet) => Promise<void>;
  /** Called before the packet that reports the connection to the host. */
  readonly agreed: (agreement: Agreement) => void;
}

/** CNXN and AUTH: from the host's greeting to the phone's. */
export class Handshake {
  readonly #context: HandshakeContext;
  #agreement: Agreement | undefined;
  #token = newToken();

  constructor(context: HandshakeContext) {
    this.#context = context;
  }

  /** CNXN: the host greets; it is accepted or has to authenticate. */
  async connect(packet: Packet): Promise<void> {
    const { auth, faults, device } = this.#context;
    if (faults.offline) return;
    this.#agreement = agree(packet, device);
    await (auth.accept === 'any' && !faults.unauthorized ? this.#welcome() : this.#challenge());
  }

  /** AUTH: the host signed the token with the next of its keys, or, out of keys, shows a public one. */
  async authenticate(packet: Packet): Promise<void> {
    if (this.#agreement === undefined) throw new ProtocolError('AUTH before CNXN');
    if (packet.arg0 === AuthType.SIGNATURE) {
      await (this.#isKnown(packet.payload) ? this.#welcome() : this.#challenge());
    } else if (packet.arg0 === AuthType.PUBLIC_KEY) {
      if (await this.#isAllowed(packet.payload)) await this.#welcome();
    } else {
      throw new ProtocolError(`AUTH of the unknown type ${packet.arg0}`);
    }
  }

  #isKnown(signature: Uint8Array): boolean {
    const { auth, faults } = this.#context;
    if (faults.unauthorized || auth.accept === 'any') return false;
    return isSignedByKnownKey(this.#token, signature, auth.knownKeys);
  }

  async #isAllowed(payload: Uint8Array): Promise<boolean> {
    const { auth, faults, closed, log } = this.#context;
    const key = parseHostKey(payload);
    if (key === undefined) throw new ProtocolError('AUTH with something that is no public key');
    if (faults.unauthorized || auth.accept !== 'prompt') {
      log(`the computer ${JSON.stringify(key.name)} is not authorized`);
      return false;
    }
    const allowed = await auth.ask(key, closed);
    if (allowed) auth.knownKeys.add(key.base64);
    return allowed;
  }

  #challenge(): Promise<void> {
    this.#token = newToken();
    return this.#context.send({
      command: PacketCommand.AUTH,
      arg0: AuthType.TOKEN,
      arg1: 0,
      payload: this.#token,
    });
  }

  #welcome(): Promise<void> {
    const { device, agreed, send } = this.#context;
    const shape = shapeOf(device.release);
    if (this.#agreement !== undefined) agreed(this.#agreement);
    const banner = Buffer.from(bannerOf(device));
    return send({
      command: PacketCommand.CNXN,
      arg0: shape.version,
      arg1: shape.maxPayload,
      payload: banner,
    });
  }
}

function agree(greeting: Packet, device: AdbdDevice): Agreement {
  const shape = shapeOf(device.release);
  if (greeting.arg1 < FIRST_MAX_PAYLOAD) {
    throw new ProtocolError(
      `a host that takes only ${greeting.arg1} bytes at once; all take ${FIRST_MAX_PAYLOAD}`,
    );
  }
  const theirs = featuresIn(Buffer.from(greeting.payload).toString('utf8'));
  return {
    checksums: Math.min(greeting.arg0, shape.version) < VERSION_WITHOUT_CHECKSUM,
    maxPayload: Math.min(greeting.arg1, shape.maxPayload),
    features: new Set(shape.features.filter((feature) => theirs.includes(feature))),
  };
}

/** The daemon's part of the handshake, by release. */
interface Shape {
  readonly version: number;
  readonly maxPayload: number;
  /**
   * Only features that work here: a host uses every announced feature. Real phones add some that are missing here (apex,
   * compression).
   */
  readonly features: readonly string[];
}

const ANDROID_9 = ['shell_v2', 'cmd', 'stat_v2', 'fixed_push_mkdir'];
const ANDROID_12 = [...ANDROID_9, 'ls_v2', 'abb', 'abb_exec', 'fixed_push_symlink_timestamp', 'sendrecv_v2'];

const SHAPES: Record<AndroidRelease, Shape> = {
  5: { version: VERSION_WITH_CHECKSUM, maxPayload: FIRST_MAX_PAYLOAD, features: [] },
  9: { version: VERSION_WITHOUT_CHECKSUM, maxPayload: MAX_PAYLOAD, features: ANDROID_9 },
  12: { version: VERSION_WITHOUT_CHECKSUM, maxPayload: MAX_PAYLOAD, features: ANDROID_12 },
  14: {
    version: VERSION_WITHOUT_CHECKSUM,
    maxPayload: MAX_PAYLOAD,
    features: [...ANDROID_12, 'delayed_ack'],
  },
};

/** The shape of the daemon on an Android release. */
function shapeOf(release: AndroidRelease): Shape {
  return SHAPES[release];
}

/** The phone's banner: `device::ro.product.name=…;…;features=…`. `adb devices -l` shows it. */
function bannerOf(device: AdbdDevice): string {
  const { features } = shapeOf(device.release);
  const properties = ['ro.product.name', 'ro.product.model', 'ro.product.device'].map(
    (name) => `${name}=${device.property(name) ?? ''};`,
  );
  const announced = features.length === 0 ? '' : `features=${features.join(',')}`;
  return `device::${properties.join('')}${announced}`;
}

function featuresIn(banner: string): readonly string[] {
  const [, list] = /(?:^|[:;])features=([^;\0]*)/.exec(banner) ?? [];
  return list === undefined ? [] : list.split(',');
}
