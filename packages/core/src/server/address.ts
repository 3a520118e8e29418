import { isIPv4 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** The default address: reachable from this machine only. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 8080;

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Every name and address under which clients reach this machine. */
export function ownHosts(): string[] {
  const addresses = Object.values(interfaces())
    .flatMap((addresses) => addresses ?? [])
    // Link-local addresses need a zone (fe80::1%eth0), which a certificate cannot name.
    .filter(({ address, internal }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  return [...new Set([hostname().toLowerCase(), 'localhost', '127.0.0.1', '::1', ...addresses])];
}

/** Android 11 and later hide the interfaces from some applications: then the call fails. */
function interfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}
