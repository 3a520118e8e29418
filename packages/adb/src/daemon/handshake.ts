import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import type { AdbKey } from './key.ts';
import { PacketCommand, MAX_PAYLOAD, VERSION_WITHOUT_CHECKSUM, encodePacket } from './packet.ts';
import type { Packet, PacketReader } from './packet.ts';
import { PairingRequired } from '../errors.ts';
import type { SocketStream } from '../server/socket-stream.ts';
import type { Banner } from '../transport.ts';
import { unreachable } from '../unreachable.ts';
import type { DeviceState } from '../unreachable.ts';

/** The first argument of AUTH. */
const Auth = { TOKEN: 1, SIGNATURE: 2, PUBLIC_KEY: 3 } as const;

/** A daemon that was starting when the TCP connection was made never answers it: after this long, connect again. */
const ANSWER_LIMIT = 3000;

/** A daemon uses the features that both sides name. Its other features do not depend on what we name. */
const OUR_FEATURES = ['shell_v2', 'delayed_ack'];

/** The phone's answer when it accepted us. */
export interface Greeting {
  readonly hasChecksums: boolean;
  readonly maxPayload: number;
  readonly banner: Banner;
  readonly features: ReadonlySet<string>;
}

export interface HandshakeOptions {
  readonly serial: string;
  readonly key: AdbKey;
  /** Called with `unauthorized` when the phone asks its user whether to accept us. */
  readonly onState: (state: DeviceState) => void;
}

/** Greets a daemon and authenticates; waits while the phone's user decides. */
export async function shakeHands(
  socket: SocketStream,
  packets: PacketReader,
  { call, ...options }: HandshakeOptions & { call: Call },
): Promise<Greeting> {
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
      if (packet.command === PacketCommand.CNXN) return greetingIn(packet, options.serial);
      if (packet.command === PacketCommand.STLS) throw new PairingRequired(options.serial);
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
