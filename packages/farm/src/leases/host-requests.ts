import { type Call, withinLimit } from '@handeye/core/call/call';
import { DeviceError, isTimeout } from '@handeye/core/device/errors';
import { type Bus, NoListener } from '../bus/bus.ts';
import { decoded, encoded, leaseAnswer } from '../protocol/messages.ts';
import { type DeviceName, fullName, subjects } from '../protocol/names.ts';

/** Milliseconds for a host to answer, and the number of attempts: each of these requests may be repeated. */
const ANSWER_LIMIT = 2_500;
const TRIES = 2;

/** The host does not answer, or is not there. */
export class NoAnswer extends DeviceError {}

type LeaseVerb = 'accept' | 'renew' | 'release';

/**
 * Sends a request about a lease to the device's host and returns the minutes of the lease. Throws the host's refusal, or
 * NoAnswer.
 */
export async function askHost(
  bus: Bus,
  name: DeviceName,
  { verb, body }: { readonly verb: LeaseVerb; readonly body: object },
  call: Call,
): Promise<number> {
  const data = encoded({ device: name.device, ...body });
  for (let tries = 1; ; tries += 1) {
    try {
      const limit = Math.min(ANSWER_LIMIT, call.remaining());
      const answer = await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, (own) =>
        bus.request(subjects.host(name.host, verb), data, own),
      );
      return minutesIn(name, answer);
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof DeviceError && !isTimeout(error)) throw error;
      if (tries === TRIES || error instanceof NoListener) throw noAnswer(name, error);
    }
  }
}

function minutesIn(name: DeviceName, data: Uint8Array): number {
  const answer = decoded(leaseAnswer, data);
  if (!answer) throw noAnswer(name, new Error('Its answer cannot be read.'));
  if (answer.ok) return answer.minutes;
  throw new DeviceError(answer.failure.kind, answer.failure.message);
}

function noAnswer(name: DeviceName, cause: unknown): NoAnswer {
  return new NoAnswer(
    'action_failed',
    `The host of ${fullName(name)} does not answer. Try again in a few seconds, or call lease_device to get another device.`,
    { cause },
  );
}
