import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '@handeye/core/device/error-code';
import { permissionDenied } from '@handeye/core/device/errors';
import type { FarmAddress } from '@handeye/farm/bus/nats-bus';
import { newUser } from '@handeye/farm/setup/farm-folder';
import { Child, type ChildOptions } from './child-process.ts';

/** Milliseconds for nats-server to report its port, and between two checks. */
const START_LIMIT_MS = 30_000;
const POLL_MS = 50;

const MISSING =
  'A farm needs nats-server, which is not installed here. Debian and Ubuntu: apt install nats-server. macOS: brew install nats-server. ' +
  'Others: https://docs.nats.io/running-a-nats-service/introduction/installation';

/**
 * The NATS of a trial, on loopback with a free port. Its only user is the seed in the trial's folder: other users of this
 * computer cannot lease its devices.
 */
export async function startNats(
  folder: string,
  options: Pick<ChildOptions, 'env' | 'onLine'>,
): Promise<{ readonly child: Child; readonly address: FarmAddress }> {
  const user = newUser();
  const credentials = join(folder, 'trial.nk');
  writeFileSync(credentials, user.seed, { mode: 0o600 });
  const file = join(folder, 'nats.conf');
  writeFileSync(file, configuration(folder, user.key), { mode: 0o600 });
  const child = await Child.start({
    name: 'nats-server',
    command: 'nats-server',
    args: ['-c', file],
    ...options,
  }).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? permissionDenied(MISSING, error) : error;
  });
  try {
    return { child, address: { servers: [await addressOf(child, folder)], credentials } };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** nats-server reads JSON. */
function configuration(folder: string, nkey: string): string {
  return JSON.stringify({
    server_name: 'trial',
    host: '127.0.0.1',
    port: -1,
    ports_file_dir: folder,
    jetstream: { store_dir: join(folder, 'jetstream') },
    accounts: { trial: { jetstream: 'enabled', users: [{ nkey }] } },
  });
}

/** nats-server writes its port into a file named after its process. */
async function addressOf(child: Child, folder: string): Promise<string> {
  const file = join(folder, `nats-server_${String(child.pid)}.ports`);
  const ended = { why: undefined as string | undefined };
  void child.ended.then((why) => {
    ended.why = why;
  });
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (ended.why !== undefined) throw new Error(ended.why);
    const address = addressIn(file);
    if (address !== undefined) return address;
    await sleep(POLL_MS);
  }
  throw new Error(`nats-server did not start within ${START_LIMIT_MS / 1000} s.`);
}

/** Undefined while the file is missing or incomplete. */
function addressIn(file: string): string | undefined {
  try {
    return /nats:\/\/[\d.]+:\d+/.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
