import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Number of links and browsers remembered; the oldest are dropped first. */
const MOST_CODES = 16;
const MOST_BROWSERS = 64;

/** Cookies ignore ports: without the port in the name, two servers on one computer would log each other's pages out. */
export function cookieName(port: number | undefined): string {
  return `handeye-studio-${port ?? 0}`;
}

/**
 * Access to Studio. A link carries a code that works once: the browser that opens it gets a cookie, valid until the server
 * stops. Only digests are stored; a set lookup by digest reveals nothing about the codes.
 */
export class Access {
  readonly #codes = new Set<string>();
  readonly #browsers = new Set<string>();

  /** A new code for a link. */
  newCode(): string {
    return remember(this.#codes, MOST_CODES);
  }

  /** The cookie of a new browser; undefined if the code is wrong or used. */
  redeem(code: string): string | undefined {
    return this.#codes.delete(digest(code)) ? remember(this.#browsers, MOST_BROWSERS) : undefined;
  }

  /** Whether a request has a valid cookie. */
  knows({ headers, socket }: IncomingMessage): boolean {
    const own = cookieName(socket.localPort);
    const values = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return values.some(([name, value]) => name === own && this.#browsers.has(digest(value ?? '')));
  }
}

function remember(digests: Set<string>, most: number): string {
  const secret = randomBytes(32).toString('base64url');
  digests.add(digest(secret));
  const [oldest] = digests;
  if (digests.size > most && oldest !== undefined) digests.delete(oldest);
  return secret;
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
