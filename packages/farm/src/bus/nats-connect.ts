import { fromSeed } from '@nats-io/nkeys';
import {
  connect,
  type NatsConnection,
  nkeyAuthenticator,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import { orAborted } from '@handeye/core/call/call';
import { invalidParams, permissionDenied } from '@handeye/core/device/errors';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { connectProblem } from './nats-errors.ts';

/** Milliseconds between two attempts to reconnect, and for one attempt. */
const RECONNECT_WAIT = 500;
const CONNECT_TIME = 5_000;

/** Milliseconds between two pings. After two unanswered pings the connection is dead, even if its socket does not show it. */
const PING_INTERVAL = 2_000;

export interface FarmAddress {
  readonly servers: readonly string[];
  /** The file with the seed of an nkey. */
  readonly credentials?: string | undefined;
  /** The certificate of the authority for the servers. */
  readonly ca?: string | undefined;
}

export interface ConnectOptions extends FarmAddress {
  /** The name of the client in NATS' monitoring. */
  readonly name: string;
  /** The first part of the subjects for answers; the permissions of a role name it. */
  readonly inboxPrefix: string;
  /** Whether it makes missing buckets. */
  readonly makesBuckets: boolean;
  /** Called with errors of reading or answering a message. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Aborts the first attempt, which takes seconds if NATS does not answer. */
  readonly cancelled?: AbortSignal | undefined;
}

/**
 * Connects to NATS. After a loss it reconnects forever. If the first attempt fails, the error gives the reason and the remedy.
 */
export async function connectNats(options: ConnectOptions): Promise<NatsConnection> {
  const connecting = connect(connectionOptions(options));
  const { cancelled = new AbortController().signal } = options;
  try {
    return await orAborted(connecting, cancelled);
  } catch (error) {
    if (cancelled.aborted) {
      void connecting.then((connection) => connection.close()).catch(() => undefined);
      throw error;
    }
    throw connectProblem(error, options);
  }
}

function connectionOptions(options: ConnectOptions): NodeConnectionOptions {
  const { servers, credentials, ca, name, inboxPrefix } = options;
  const isTls = ca !== undefined || servers.some((server) => server.startsWith('tls:'));
  return {
    servers: [...servers],
    name,
    inboxPrefix,
    timeout: CONNECT_TIME,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT,
    pingInterval: PING_INTERVAL,
    maxPingOut: 2,
    // A user unknown to NATS now may exist again after its configuration is reloaded.
    ignoreAuthErrorAbort: true,
    ...(isTls && { tls: ca === undefined ? {} : { ca: contentOf(ca, '--farm-ca').text } }),
    ...(credentials !== undefined && {
      authenticator: nkeyAuthenticator(seedIn(credentials)),
    }),
  };
}

/** The seed in a file written by `handeye farm init`, below a comment. No message shows any part of it. */
function seedIn(path: string): Uint8Array {
  const { text, mode } = contentOf(path, '--farm-credentials');
  if (process.platform !== 'win32' && mode & 0o077)
    throw permissionDenied(`--farm-credentials: others can read or change ${path}; run: chmod 600 '${path}'`);
  const line = text.split(/\r?\n/).find((one) => /^SU[A-Z2-7]{56}$/.test(one.trim())) ?? '';
  const seed = new TextEncoder().encode(line.trim());
  try {
    fromSeed(seed);
    return seed;
  } catch {
    throw invalidParams(
      `--farm-credentials: ${path} holds no seed of a NATS user. handeye farm init makes one.`,
    );
  }
}

function contentOf(path: string, flag: string) {
  try {
    return readRegularFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    throw invalidParams(`${flag}: ${path} cannot be read: ${why}`, error);
  }
}
