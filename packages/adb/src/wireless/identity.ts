/**
 * Whether a daemon is the phone that was paired. adb itself does not ask: a phone's certificate carries a random key that its
 * daemon makes at each start and never saves (AOSP: adbd_auth_tls_handshake), and computers take any. So a key that is known
 * is proof, and a key that is new proves nothing. Then the phone is asked for its ANDROID_ID, a random number that only its
 * shell and system can read; applications and computers in the network cannot. An attacker cannot pass the question on to the
 * real phone, because that takes our key. Only a hash of it is saved.
 */
import { createHash } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { NotThePairedPhone } from '../errors.ts';
import type { DaemonLink } from '../daemon/daemon.ts';
import { sh } from '../shell/quote.ts';
import type { ShellCommand } from '../shell/quote.ts';
import { unreachable } from '../unreachable.ts';
import type { Transport } from '../transport.ts';
import { addressText } from './invitation.ts';
import type { NetworkAddress, PairedPhone } from './paired-phones.ts';

const LONGEST_ANSWER = 200;

type Proof = Pick<PairedPhone, 'tlsKey' | 'identity'>;

/** What to remember of a phone that showed that it is the paired one; throws if it did not. */
export async function proven(
  phone: PairedPhone,
  link: DaemonLink,
  { at, call }: { at: NetworkAddress; call: Call },
): Promise<Proof> {
  const { tlsKey } = link;
  const isFirst = phone.tlsKey === undefined && phone.identity === undefined;
  if (!isFirst && tlsKey === phone.tlsKey) return { tlsKey, identity: phone.identity };
  const identity = await identityOf(phone, link, call);
  // The first time there is nothing to compare; but it must be where the code was proven.
  const fits = isFirst
    ? at.host === phone.address?.host
    : identity !== undefined && identity === phone.identity;
  if (!fits) throw new NotThePairedPhone(phone.name, addressText(at));
  return { tlsKey, identity };
}

/** Throws if what the adb server has under the phone's name is another device: adb takes whatever answers there. */
export async function mustBeThePhone(phone: PairedPhone, link: Transport, call: Call): Promise<void> {
  if (phone.identity === undefined || (await identityOf(phone, link, call)) === phone.identity) return;
  throw new NotThePairedPhone(phone.name, link.serial);
}

/** Undefined if the phone has no such number. */
async function identityOf(
  { guid, name }: PairedPhone,
  link: Transport,
  call: Call,
): Promise<string | undefined> {
  const said = await shortAnswer(link, sh`settings get secure android_id`, call);
  if (/^[0-9a-f]{8,64}$/i.test(said)) return createHash('sha256').update(`${guid} ${said}`).digest('hex');
  if (said === 'null') return undefined;
  throw unreachable(name, 'offline'); // its settings do not answer yet, as while Android starts
}

/** What a command prints, without a kept shell. It may be another device that answers, so no more than a few bytes are read. */
async function shortAnswer(link: Transport, command: ShellCommand, call: Call): Promise<string> {
  const stream = await link.open(`exec:${command.text}`, call);
  try {
    let text = '';
    while (text.length < LONGEST_ANSWER) {
      const bytes = await orAborted(stream.read(), call.signal);
      if (!bytes) break;
      text += Buffer.from(bytes).toString('latin1', 0, LONGEST_ANSWER);
    }
    return text.trim();
  } finally {
    stream.close();
  }
}
