import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import {
  AuthorizationError,
  NoRespondersError,
  PermissionViolationError,
  RequestError,
  TimeoutError,
} from '@nats-io/transport-node';
import { actionFailed, type DeviceError, permissionDenied, timedOut } from '@handeye/core/device/errors';
import { Refused } from './bus.ts';

/** The user lacks the permission. */
export function isRefused(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof PermissionViolationError);
}

/**
 * No responder took the message, so nothing was done. A stream has no responder while it has no leader, or if it does not
 * exist.
 */
export function hasNoResponder(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof NoRespondersError ||
      (cause instanceof RequestError && cause.isNoResponders()) ||
      // `JetStream system temporarily unavailable`
      (cause instanceof JetStreamApiError && cause.code === 10_008),
  );
}

export function isMissingStream(error: unknown): boolean {
  return hasCode(error, [JetStreamApiCodes.StreamNotFound]);
}

/** The key has another revision than the write's condition names. */
export function isOtherRevision(error: unknown): boolean {
  const { StreamWrongLastSequence, StreamWrongLastSequenceUnknown } = JetStreamApiCodes;
  return hasCode(error, [StreamWrongLastSequence, StreamWrongLastSequenceUnknown]);
}

/** `replicas > 1 not supported in non-clustered mode`. */
export function isSingleNode(error: unknown): boolean {
  return hasCode(error, [10_074]);
}

/** `no suitable peers for placement`: the cluster has, or has found so far, fewer nodes than the wanted copies. */
export function isTooFewNodes(error: unknown): boolean {
  return hasCode(error, [10_005, 10_023]);
}

/**
 * `error creating store for stream`: the store could not be made now, as while the server reloads its accounts or still removes
 * a stream of that name. The cause is only in the server's log.
 */
export function isStoreNotMade(error: unknown): boolean {
  return hasCode(error, [10_049]);
}

export function isTimeoutOfNats(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof TimeoutError);
}

/** The error for a failed JetStream request. */
export function storeProblem(error: unknown): unknown {
  if (error instanceof Refused) return error;
  if (isRefused(error))
    return new Refused(
      'permission_denied',
      'These farm credentials do not allow this: each role (host, server, observer) has its own file from handeye farm init.',
      { cause: error },
    );
  if (isTimeoutOfNats(error))
    return timedOut(
      "The farm's NATS did not answer in time. Try again; handeye farm status shows how it is.",
      error,
    );
  if (hasNoResponder(error))
    return actionFailed(
      "The farm's NATS cannot store anything now: JetStream is not enabled there, or too few of its nodes run.",
      error,
    );
  return error;
}

/** Node's codes for a rejected certificate. */
const CERTIFICATE_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

export interface Tried {
  readonly servers: readonly string[];
  readonly credentials?: string | undefined;
  readonly ca?: string | undefined;
}

/** The error for a failed first connection, with the remedy. */
export function connectProblem(error: unknown, { servers, credentials, ca }: Tried): DeviceError {
  const where = servers.join(', ');
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof AuthorizationError))
    return permissionDenied(
      credentials === undefined
        ? `The NATS at ${where} wants credentials. Give --farm-credentials a file of handeye farm init.`
        : `The NATS at ${where} does not know the user of ${credentials}. Does it run with the nats.conf of the same folder, and was that reloaded?`,
      error,
    );
  if (causes.some(({ message }) => message.includes("does not support 'tls'")))
    return permissionDenied(
      `The NATS at ${where} does not offer TLS, which --farm-ca and tls:// ask for. Nothing was sent to it.`,
      error,
    );
  if (causes.some((cause) => CERTIFICATE_CODES.test(codeOf(cause))))
    return permissionDenied(
      `The certificate of the NATS at ${where} was not accepted (${lastOf(causes)}). ` +
        (ca === undefined
          ? 'Give --farm-ca the ca.pem of handeye farm init.'
          : `It is checked against ${ca}; is that of the same farm, and does the certificate name this address?`),
      error,
    );
  return actionFailed(
    `No NATS answers at ${where} (${lastOf(causes)}). Is nats-server running, and the address right? handeye farm up starts a farm to try.`,
    error,
  );
}

function hasCode(error: unknown, codes: readonly number[]): boolean {
  return causesOf(error).some((cause) => cause instanceof JetStreamApiError && codes.includes(cause.code));
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function lastOf(causes: readonly Error[]): string {
  const last = causes.at(-1);
  return last === undefined ? 'no reason given' : last.message.replaceAll(/\s+/g, ' ');
}
