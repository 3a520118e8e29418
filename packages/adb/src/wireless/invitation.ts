import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { AdbError } from '../errors.ts';
import type { NetworkAddress } from './paired-phones.ts';

/** Letters and digits need no escape in a QR code's fields. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface Invitation {
  /** The name under which the phone that scans the code offers its pairing. */
  readonly instance: string;
  readonly password: string;
  /** What the QR code shows. */
  readonly text: string;
}

/** A QR code's content for "Pair device with QR code": the phone that reads it offers a pairing of that name. */
export function invitation(): Invitation {
  const instance = `studio-${letters(10)}`; // Android Studio's form, which is the one that phones are tried with
  const password = letters(12);
  return { instance, password, text: `WIFI:T:ADB;S:${instance};P:${password};;` };
}

/** The six digits that the phone shows; spaces and hyphens within them do not matter. */
export function mustBeCode(text: string): string {
  const code = text.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(code)) return code;
  throw new AdbError(
    'A pairing code is six digits. The phone shows it in Developer options > Wireless debugging > Pair device with pairing code.',
  );
}

/** Parses HOST:PORT and [IPv6]:PORT; the error says what is wrong. */
export function parseAddress(text: string): NetworkAddress {
  const [, host, port] = /^(\[[^\]]+\]|[^:[\]\s]+)(?::(\d+))?$/.exec(text.trim()) ?? [];
  if (host === undefined) {
    throw new AdbError(
      isIP(text.replace(/%.*/, '')) === 6
        ? `Write an IPv6 address in brackets, with the port: [${text}]:PORT.`
        : `"${text}" is not an address like 192.168.1.5:37123.`,
    );
  }
  if (port === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new AdbError(`${text} needs the port that the phone shows beside the address: ${host}:PORT.`);
  const bare = host.replace(/^\[|\]$/g, '');
  if (/^fe[89ab]/i.test(bare) && !bare.includes('%'))
    throw new AdbError(
      `${host} is a link-local address, which needs the network interface: [${bare}%wlan0]:${port}.`,
    );
  return { host: bare, port: Number(port) };
}

/** The address as `parseAddress` reads it. */
export function addressText({ host, port }: NetworkAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
