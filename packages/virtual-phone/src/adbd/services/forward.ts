import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../../kernel/ports.ts';
import { BrokenPipe, type Sink, type Source } from '../../kernel/process.ts';
import type { AdbStream } from '../stream.ts';
import type { Service, ServiceContext } from './context.ts';

/** How long what listens on the phone may take what the host sent before it closed the stream. */
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
 * Carries bytes both ways. ADB knows no half-closed streams: whichever side ends, the stream is closed, but what the
 * host had sent by then still reaches the phone's side.
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

/** A side that is gone ends the copying and is no failure. */
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
