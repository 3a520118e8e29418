import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Links and browsers that are remembered; the oldest go first. */
const MOST_CODES = 16;
const MOST_BROWSERS = 64;

/** Cookies do not know ports: two servers on one computer would log each other's pages out. */
export function cookieName(port: number | undefined): string {
  return `handeye-studio-${port ?? 0}`;
}

/**
 * Who may see Studio. A link carries a code that works once: the browser that brings it gets a cookie, which is good until
 * the server ends. Only digests are kept, and comparing digests by a set gives nothing away about the codes.
 */
export class Access {
  readonly #codes = new Set<string>();
  readonly #browsers = new Set<string>();

  /** A new code for a link. */
  newCode(): string {
    return remember(this.#codes, MOST_CODES);
  }

  /** The value of a new browser's cookie; undefined if the code is wrong or was used. */
  redeem(code: string): string | undefined {
    return this.#codes.delete(digest(code)) ? remember(this.#browsers, MOST_BROWSERS) : undefined;
  }

  /** Whether a request has a cookie of ours. */
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
