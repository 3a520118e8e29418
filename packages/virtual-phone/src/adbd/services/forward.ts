import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../../kernel/ports.ts';
import { BrokenPipe, type Sink, type Source } from '../../kernel/process.ts';
import type { AdbStream } from '../stream.ts';
import { type Service, type ServiceContext, answer, type ServiceFactory } from './context.ts';
import type { Reversals } from '../reversals.ts';

/** How long a listener on the phone may take to read the host's last bytes after the stream is closed. */
const LAST_BYTES_MS = 10_000;

/**
 * `tcp:6790`, `localabstract:name`: a stream to what listens on the phone, which may be a port the host has reversed.
 * The stream is acknowledged as soon as the port listens, before a reversed port's host was asked, as a phone does:
 * adb 29 throws away what its client sent when that client closes before the acknowledgement.
 */
export async function forward(address: string, { device }: ServiceContext): Promise<Service | undefined> {
  const target = await device.connect(address);
  return target && ((stream) => join(stream, target));
}

/**
 * Copies bytes both ways. ADB has no half-closed streams: when either side ends, the stream is closed, but the bytes that the
 * host has sent still reach the phone's side.
 */
async function join(stream: AdbStream, target: Connection): Promise<void> {
  const toHost = carry(target.incoming, stream.outgoing).finally(() => {
    stream.close();
  });
  const failed = new Promise<never>((_, reject) => {
    toHost.catch(reject);
  });
  try {
    await Promise.race([carry(stream.incoming, target.outgoing), failed, tooLate(stream)]);
  } finally {
    stream.close();
    target.close();
  }
}

/** A closed side ends the copying; it is not a failure. */
async function carry(from: Source, to: Sink): Promise<void> {
  try {
    for await (const bytes of from) await to.write(bytes);
  } catch (error) {
    if (!(error instanceof BrokenPipe)) throw error;
  }
}

async function tooLate({ closed }: AdbStream): Promise<void> {
  if (!closed.aborted) {
    await new Promise((resolve) => {
      closed.addEventListener('abort', resolve, { once: true });
    });
  }
  await delay(LAST_BYTES_MS, undefined, { ref: false });
}

/** `reverse:forward:…`, `killforward:…`, `killforward-all`, `list-forward`: what `adb reverse` asks for. */
export const reverse: ServiceFactory = (request, context) => {
  const { reversals, host } = context;
  const [, verb = '', argument = ''] = /^([^:]*):?([^]*)$/.exec(request) ?? [];
  switch (verb) {
    case 'forward':
      return add(argument, context);
    case 'killforward':
      return reversals.remove(argument, host) ? answer('OKAY') : fail(`listener '${argument}' not found`);
    case 'killforward-all':
      reversals.removeAllOf(host);
      return answer('OKAY');
    case 'list-forward':
      return list(reversals);
    default:
      return undefined;
  }
};

function add(argument: string, { device, reversals, host }: ServiceContext): Service {
  // Before Android 9 a phone that is connected over TCP fails with this misleading message.
  if (device.release < 9) return fail('more than one device/emulator');
  const [, noRebind, address, target] = /^(norebind:)?([^;]+);([^;]+)$/.exec(argument) ?? [];
  if (address === undefined || target === undefined) return fail(`bad forward: ${argument}`);
  const added = reversals.add(address, { host, target }, noRebind === undefined);
  if (typeof added === 'string') return fail(added);
  // Since Android 8 the answer names the port for every tcp: address, not only for tcp:0.
  const port = added.address.startsWith('tcp:') ? counted(added.address.slice('tcp:'.length)) : '';
  return answer(`OKAY${port}`);
}

/** The only answer without a status before it. */
function list(reversals: Reversals): Service {
  return answer(counted(reversals.list()));
}

function fail(message: string): Service {
  return answer(`FAIL${counted(message)}`);
}

/** A text preceded by its length in four hexadecimal digits. */
function counted(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
