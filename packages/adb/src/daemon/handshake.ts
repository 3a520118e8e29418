import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import type { AdbKey } from './key.ts';
import {
  PacketCommand,
  PacketReader,
  MAX_PAYLOAD,
  NO_DATA,
  VERSION_WITHOUT_CHECKSUM,
  encodePacket,
} from './packet.ts';
import type { Packet } from './packet.ts';
import { PairingRequired, ProtocolError } from '../errors.ts';
import type { SocketStream } from '../server/socket-stream.ts';
import type { Banner } from '../transport.ts';
import { unreachable } from '../unreachable.ts';
import type { DeviceState } from '../unreachable.ts';

/** The first argument of AUTH. */
const Auth = { TOKEN: 1, SIGNATURE: 2, PUBLIC_KEY: 3 } as const;

/** A daemon that was starting when the TCP connection was made never answers it: after this long, connect again. */
const ANSWER_LIMIT = 3000;

/** A phone makes the key of its certificate at the first connection, which takes a slow one seconds. */
const TLS_LIMIT = 10_000;
const TLS_VERSION = 0x01000000;

/** A daemon uses the features that both sides name. Its other features do not depend on what we name. */
const OUR_FEATURES = ['shell_v2', 'delayed_ack'];

/** The phone's answer when it accepted us. */
export interface Greeting {
  readonly hasChecksums: boolean;
  readonly maxPayload: number;
  readonly banner: Banner;
  readonly features: ReadonlySet<string>;
  /** SHA-256 of the public key in the phone's certificate, if the connection is protected by TLS. */
  readonly tlsKey?: string;
}

/** A daemon that accepted us. */
export interface Accepted {
  /** The connection from here on: another one than before if it goes on in TLS. */
  readonly socket: SocketStream;
  readonly packets: PacketReader;
  readonly greeting: Greeting;
}

export interface HandshakeOptions {
  readonly serial: string;
  readonly key: AdbKey;
  /** Only TLS will do: nothing is signed for a daemon that asks in the open. */
  readonly tlsOnly?: boolean;
  /** Called with `unauthorized` when the phone asks its user whether to accept us. */
  readonly onState: (state: DeviceState) => void;
}

/** Greets a daemon and authenticates; waits while the phone's user decides. */
export async function shakeHands(
  socket: SocketStream,
  { call, ...options }: HandshakeOptions & { call: Call },
): Promise<Accepted> {
  const packets = new PacketReader();
  const say = (command: number, arg0: number, arg1: number, data: string | Uint8Array) =>
    socket.write(encodePacket({ command, arg0, arg1, data: Buffer.from(data as string) }, true));
  let state: DeviceState = 'offline';
  let hasSigned = false;
  await say(
    PacketCommand.CNXN,
    VERSION_WITHOUT_CHECKSUM,
    MAX_PAYLOAD,
    `host::features=${OUR_FEATURES.join(',')}`,
  );
  for (;;) {
    // A daemon answers at once; a person needs time.
    const limit = state === 'unauthorized' ? call.remaining() : ANSWER_LIMIT;
    const bytes = await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, () =>
      socket.read(),
    );
    if (!bytes) throw unreachable(options.serial, state);
    for (const packet of packets.push(bytes)) {
      if (packet.command === PacketCommand.STLS) {
        if (!packets.isEmpty) throw new ProtocolError('The other side spoke before TLS began.');
        await say(PacketCommand.STLS, TLS_VERSION, 0, NO_DATA);
        return secured(socket, { ...options, call });
      }
      if (options.tlsOnly === true) throw new ProtocolError(`${options.serial} does not offer TLS.`);
      if (packet.command === PacketCommand.CNXN)
        return { socket, packets, greeting: greetingIn(packet, options.serial) };
      if (packet.command !== PacketCommand.AUTH || packet.arg0 !== Auth.TOKEN) continue;
      if (!hasSigned) {
        hasSigned = true;
        await say(PacketCommand.AUTH, Auth.SIGNATURE, 0, options.key.sign(packet.data));
      } else {
        // The phone does not know the key: it shows the fingerprint and asks its user.
        state = 'unauthorized';
        options.onState(state);
        await say(PacketCommand.AUTH, Auth.PUBLIC_KEY, 0, `${options.key.publicKey}\0`);
      }
    }
  }
}

/**
 * Wireless debugging goes on in TLS, where our certificate takes the place of a signature, and greets there. We do not greet
 * a second time. In TLS 1.3 a phone that refuses the certificate closes only after the handshake.
 */
async function secured(
  socket: SocketStream,
  { serial, key, call }: HandshakeOptions & { call: Call },
): Promise<Accepted> {
  const packets = new PacketReader();
  const limits = { clock: call.clock, limit: TLS_LIMIT, cancelled: call.signal };
  return withinLimit(limits, async (greeted) => {
    const { stream, session } = await socket.startTls(key.tls(), greeted);
    try {
      for (;;) {
        const bytes = await stream.read().catch((error: unknown) => {
          throw new PairingRequired(serial, { cause: error });
        });
        if (!bytes) throw new PairingRequired(serial);
        for (const packet of packets.push(bytes)) {
          if (packet.command !== PacketCommand.CNXN) continue; // a daemon in TLS has no other question
          return {
            socket: stream,
            packets,
            greeting: { ...greetingIn(packet, serial), tlsKey: keyOf(session) },
          };
        }
      }
    } catch (error) {
      stream.close();
      throw error;
    }
  });
}

function keyOf(session: TLSSocket): string {
  const key = session.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
  if (!key) throw new ProtocolError('The phone showed no certificate.');
  return createHash('sha256').update(key).digest('hex');
}

/** `device::ro.product.name=a;ro.product.model=b;ro.product.device=c;features=d,e`; the first word is the mode. */
function greetingIn({ arg0, arg1, data }: Packet, serial: string): Greeting {
  const text = Buffer.from(data).toString().replace(/\0.*$/s, '');
  const mode = text.slice(0, text.indexOf(':'));
  if (mode !== 'device') throw unreachable(serial, mode);
  const known = new Map(
    text
      .slice(text.lastIndexOf('::') + 2)
      .split(';')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  return {
    hasChecksums: arg0 < VERSION_WITHOUT_CHECKSUM,
    maxPayload: Math.min(arg1, MAX_PAYLOAD),
    banner: {
      product: known.get('ro.product.name'),
      model: known.get('ro.product.model'),
      device: known.get('ro.product.device'),
    },
    features: new Set((known.get('features') ?? '').split(',').filter(Boolean)),
  };
}
