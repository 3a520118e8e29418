import { permissionDenied } from '../../device/errors.ts';

/*
 * The clients of NATS are for farms alone: they are no dependency of the package, and are loaded when a farm is used.
 */
const packages = ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv', '@nats-io/nkeys'] as const;

export async function loadNats() {
  for (const name of packages) mustBeInstalled(name);
  const [transport, jetstream, kv] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
    import('@nats-io/kv'),
  ]);
  return { transport, jetstream, kv };
}

export async function loadKeys() {
  mustBeInstalled('@nats-io/nkeys');
  return import('@nats-io/nkeys');
}

function mustBeInstalled(name: string): void {
  try {
    import.meta.resolve(name);
  } catch {
    throw permissionDenied(
      `A farm needs the clients of NATS, which are not installed. Add them with: npm install ${packages.join(' ')}`,
    );
  }
}
