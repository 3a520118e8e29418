import { createHash, randomBytes } from 'node:crypto';

/** Names of hosts and devices are tokens of NATS subjects and keys. */
export const TOKEN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Secrets of leases, and random names of calls and offers. */
export const RANDOM_NAME = /^[\w-]{1,64}$/;

/** Bytes of a lease's secret, too many to guess. */
const SECRET_BYTES = 16;

/**
 * The lease of a name inside a text. It has 22 characters; a truncated one does not count. Looking back from the # keeps the
 * time linear in the length of the text.
 */
const LEASE_IN_TEXT = /#(?<=\.[a-z0-9-]{1,63}#)[\w-]{20,}/gi;

/** A device of the farm: `rack-2.pixel-7`. */
export interface DeviceName {
  readonly host: string;
  readonly device: string;
}

/** A device's name with the lease that allows its use: `rack-2.pixel-7#k3f9…`, the value of `device`. */
export interface LeasedName extends DeviceName {
  readonly secret: string;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A title as a token: `Pixel 7 Pro` becomes `pixel-7-pro`. */
export function tokenOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  return words === '' ? 'device' : words;
}

export function fullName({ host, device }: DeviceName): string {
  return `${host}.${device}`;
}

/** The host and the device of a full name; undefined if it is not one. */
export function deviceNameOf(text: string): DeviceName | undefined {
  const [host = '', device = '', ...more] = text.split('.');
  return more.length === 0 && isToken(host) && isToken(device) ? { host, device } : undefined;
}

export function leasedName(name: LeasedName): string {
  return `${fullName(name)}#${name.secret}`;
}

/** The parts of a name with a lease; undefined if it is not one. */
export function leasedNameOf(text: string): LeasedName | undefined {
  const at = text.indexOf('#');
  if (at < 0) return undefined;
  const name = deviceNameOf(text.slice(0, at));
  const secret = text.slice(at + 1);
  return name && RANDOM_NAME.test(secret) ? { ...name, secret } : undefined;
}

/** A name for logs, records and other clients: only the holder may see a lease. */
export function withoutLease(text: string): string {
  const at = text.indexOf('#');
  return at < 0 ? text : text.slice(0, at);
}

/** A text for others, without the leases in it. */
export function withoutLeases(text: string): string {
  return text.replace(LEASE_IN_TEXT, '');
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The id of a lease in the bucket. It does not allow use of the device. */
export function leaseIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Subjects of the farm. Requests go to hosts, answers to the server that asked. */
export const subjects = {
  /** Requests to a host, one verb each. */
  host: (host: string, verb: HostVerb) => `handeye.host.${host}.${verb}`,
  allOfHost: (host: string) => `handeye.host.${host}.*`,
  /** Events of a call, from the host to the server that made it. */
  answers: (call: string) => `handeye.answers.${call}`,
  /** Frames for Studio, while a device is watched. */
  frames: ({ host, device }: DeviceName) => `handeye.frames.${host}.${device}`,
} as const;

export type HostVerb = 'accept' | 'renew' | 'release' | 'call' | 'cancel' | 'watch';
