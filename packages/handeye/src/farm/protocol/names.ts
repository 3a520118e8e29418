import { createHash, randomBytes } from 'node:crypto';

/** Names of hosts and devices are tokens of NATS subjects and keys. */
export const TOKEN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Secrets of leases, and random names of calls and offers. */
export const RANDOM_NAME = /^[\w-]{1,64}$/;

/** Bytes of a lease's secret: nobody guesses it. */
const SECRET_BYTES = 16;

/**
 * The lease of a name inside a text. It has 22 characters; one that lost its end is none. To look from the # backwards takes
 * a long text as little time for each character as a short one.
 */
const LEASE_IN_TEXT = /#(?<=\.[a-z0-9-]{1,63}#)[\w-]{20,}/gi;

/** A device of the farm: `rack-2.pixel-7`. */
export interface DeviceName {
  readonly host: string;
  readonly device: string;
}

/** A device's name with the lease that allows to use it: `rack-2.pixel-7#k3f9…`. What `device` takes. */
export interface LeasedName extends DeviceName {
  readonly secret: string;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is left of a title as a token: `Pixel 7 Pro` becomes `pixel-7-pro`. */
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

/** The host and the device that a full name means; undefined if it is not one. */
export function deviceNameOf(text: string): DeviceName | undefined {
  const [host = '', device = '', ...more] = text.split('.');
  return more.length === 0 && isToken(host) && isToken(device) ? { host, device } : undefined;
}

export function leasedName(name: LeasedName): string {
  return `${fullName(name)}#${name.secret}`;
}

/** What a name with a lease means; undefined if it is not one. */
export function leasedNameOf(text: string): LeasedName | undefined {
  const at = text.indexOf('#');
  if (at < 0) return undefined;
  const name = deviceNameOf(text.slice(0, at));
  const secret = text.slice(at + 1);
  return name && RANDOM_NAME.test(secret) ? { ...name, secret } : undefined;
}

/** A name as logs, records and other clients may see it: a lease is shown to nobody but its holder. */
export function withoutLease(text: string): string {
  const at = text.indexOf('#');
  return at < 0 ? text : text.slice(0, at);
}

/** A text as others may see it: without the leases in it, whatever stands around them. */
export function withoutLeases(text: string): string {
  return text.replace(LEASE_IN_TEXT, '');
}

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What a lease is known by in the bucket: who reads that cannot use the device. */
export function leaseIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Subjects of the farm. Hosts are asked; answers come to the server that asked. */
export const subjects = {
  /** Requests to a host, one verb each. */
  host: (host: string, verb: HostVerb) => `handeye.host.${host}.${verb}`,
  allOfHost: (host: string) => `handeye.host.${host}.*`,
  /** What a call leads to, from the host to the server that made it. */
  answers: (call: string) => `handeye.answers.${call}`,
  /** Pictures for Studio, while somebody watches. */
  frames: ({ host, device }: DeviceName) => `handeye.frames.${host}.${device}`,
} as const;

export type HostVerb = 'accept' | 'renew' | 'release' | 'call' | 'cancel' | 'watch';
