import type { Connection } from '../../kernel/ports.ts';
import type { Sink, Source } from '../../kernel/process.ts';
import type { Service, ServiceContext } from './context.ts';

/** `tcp:6790`, `localabstract:name`: a stream to what listens on the phone, which may be a port the host has reversed. */
export async function forward(address: string, context: ServiceContext): Promise<Service | undefined> {
  const target = (await context.reversals.connect(address)) ?? (await context.machine.connect(address));
  return target && ((stream) => join(stream, target));
}

/** Carries bytes both ways until either side ends; then both do, because ADB knows no half-closed streams. */
async function join(one: Connection, other: Connection): Promise<void> {
  try {
    await Promise.race([carry(one.incoming, other.outgoing), carry(other.incoming, one.outgoing)]);
  } finally {
    one.close();
    other.close();
  }
}

async function carry(from: Source, to: Sink): Promise<void> {
  for await (const bytes of from) await to.write(bytes);
}
