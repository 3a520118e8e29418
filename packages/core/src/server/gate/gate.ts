import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** The head of a request, which the gate checks; never its body. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  /** It names its Host more than once: Node takes the first, and something before us may have taken the second. */
  readonly repeatsHost?: boolean;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  /** Our own address that the client connected to. */
  readonly localAddress: string | undefined;
}

export interface GateRules {
  /** Names that a client may use for us, besides loopback and the address it connected to. Lower case. */
  readonly ownHosts: ReadonlySet<string>;
  /** Hosts whose web pages may call us, besides those of this machine. Lower case. */
  readonly webHosts: ReadonlySet<string>;
  /** SHA-256 of the token; undefined requires none. */
  readonly tokenDigest: Buffer | undefined;
  /** SHA-256 of the token that this user's own commands show; it ends with the server. */
  readonly runTokenDigest?: Buffer | undefined;
  /** The paths that exist and the one method each takes. */
  readonly routes: ReadonlyMap<string, 'GET' | 'POST'>;
  readonly maxBodyBytes: number;
}

export interface Refused {
  readonly pass: false;
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415;
  /** A code for the log and for programs. */
  readonly error: string;
  /** A sentence for people. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A wrong token was sent: it may be a guess. */
  readonly wrongToken?: true;
}

export type GateDecision = { readonly pass: true } | Refused;

const passed: GateDecision = { pass: true };
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The path that needs no token; it says only that the server is running. */
export const HEALTH_PATH = '/health';

/** Decides on a request before any of it is parsed. The first failed check is the answer. */
export function checkRequest(head: RequestHead, rules: GateRules): GateDecision {
  for (const check of [checkHost, checkOrigin, checkToken, checkRoute, checkBody]) {
    const decision = check(head, rules);
    if (!decision.pass) return decision;
  }
  return passed;
}

/**
 * Whether the request showed the right token. If none is required: whether it passed and would otherwise have needed
 * one.
 */
export function isTrusted(head: RequestHead, rules: GateRules, decision: GateDecision): boolean {
  // Only that path is open without a token.
  if (decision.pass && head.path !== HEALTH_PATH) return true;
  return rules.tokenDigest !== undefined && showsToken(head, rules);
}

/** Whether the request showed one of the server's tokens. */
function showsToken({ authorization }: RequestHead, rules: GateRules): boolean {
  return isToken(tokenIn(authorization), rules);
}

/** Whether the request is from a command of this user: clients, and the models behind them, do not know the run token. */
export function showsRunToken({ authorization }: RequestHead, { runTokenDigest }: GateRules): boolean {
  const token = tokenIn(authorization);
  return (
    token !== undefined && runTokenDigest !== undefined && timingSafeEqual(digestOf(token), runTokenDigest)
  );
}

/** The sender of a request, as far as its token tells: a name that does not give the token away. */
export function clientOf(authorization: string | undefined): string {
  return digestOf(tokenIn(authorization) ?? '').toString('base64url', 0, 9);
}

/** The digest that `checkRequest` compares. Equal lengths make the comparison take constant time. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A web page can point its own host name at our address (DNS rebinding), but then the Host header has that name. */
export function checkHost(
  { host, repeatsHost = false, localAddress }: RequestHead,
  { ownHosts }: GateRules,
): GateDecision {
  if (repeatsHost) return refused(400, 'bad_request', 'A request must have one Host header.');
  const name = host === undefined ? undefined : hostName(`http://${host}`);
  if (name !== undefined) {
    if (loopbackNames.has(name) || ownHosts.has(name)) return passed;
    if (localAddress !== undefined && name === urlForm(localAddress)) return passed;
  }
  return refused(
    403,
    'forbidden_host',
    'This Host is not allowed. Start the server with --allow-host NAME to allow it.',
  );
}

/** Browsers name the page that calls; other clients send no Origin. */
function checkOrigin({ origin }: RequestHead, { webHosts }: GateRules): GateDecision {
  if (origin === undefined) return passed;
  const name = /^https?:\/\//i.test(origin) ? hostName(origin) : undefined;
  if (name !== undefined && (loopbackNames.has(name) || webHosts.has(name))) return passed;
  return refused(403, 'forbidden_origin', 'Web pages from this Origin may not call this server.');
}

function checkToken({ authorization, method, path }: RequestHead, rules: GateRules): GateDecision {
  if (rules.tokenDigest === undefined) return passed;
  if (path === HEALTH_PATH && method === 'GET') return passed;
  if (authorization === undefined) {
    return unauthorized('Missing Authorization header. Expected: Bearer <token>');
  }
  const token = tokenIn(authorization);
  if (token === undefined) return unauthorized('Malformed Authorization header. Expected: Bearer <token>');
  if (isToken(token, rules)) return passed;
  return { ...unauthorized('Invalid bearer token'), wrongToken: true };
}

function isToken(token: string | undefined, { tokenDigest, runTokenDigest }: GateRules): boolean {
  if (token === undefined) return false;
  const digest = digestOf(token);
  return [tokenDigest, runTokenDigest].some((known) => known && timingSafeEqual(digest, known));
}

function tokenIn(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function checkRoute({ path, method }: RequestHead, { routes }: GateRules): GateDecision {
  const allowed = routes.get(path);
  if (allowed === undefined) return refused(404, 'not_found', 'Not found. MCP is served at /mcp.');
  if (method === allowed) return passed;
  return {
    ...refused(405, 'method_not_allowed', `Only ${allowed} is allowed here.`),
    headers: { Allow: allowed },
  };
}

function checkBody(head: RequestHead, { maxBodyBytes }: GateRules): GateDecision {
  if (head.method !== 'POST') return passed;
  const mediaType = head.contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    return refused(415, 'unsupported_media_type', 'The Content-Type must be application/json.');
  }
  if (Number(head.contentLength ?? 0) > maxBodyBytes) return bodyTooLarge(maxBodyBytes);
  return passed;
}

/** Also used for a body that turns out to be too large while it arrives. */
export function bodyTooLarge(maxBodyBytes: number): Refused {
  return refused(413, 'body_too_large', `The body must not exceed ${maxBodyBytes} bytes.`);
}

function unauthorized(message: string): Refused {
  return { ...refused(401, 'unauthorized', message), headers: { 'WWW-Authenticate': 'Bearer' } };
}

function refused(status: Refused['status'], error: string, message: string): Refused {
  return { pass: false, status, error, message };
}

/** The host of a URL as the URL standard spells it: lower case, IPv4 in dots, IPv6 short and in brackets. */
function hostName(url: string): string | undefined {
  if (/[\s@/\\?#]/.test(url.replace(/^https?:\/\//i, ''))) return undefined;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** A socket's address as a URL would spell it. An IPv4 client of a dual-stack socket shows as ::ffff:a.b.c.d. */
function urlForm(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return isIPv6(plain) ? `[${plain}]` : plain;
}

/** The head of a request as the gate checks it, and what follows the question mark of its address. */
export function headOf({
  headers,
  rawHeaders,
  method = '',
  socket,
  url = '/',
}: IncomingMessage): RequestHead & {
  readonly query: string;
} {
  const at = url.indexOf('?');
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    host: headers.host,
    repeatsHost:
      rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host')
        .length > 1,
    origin: headers.origin,
    authorization: headers.authorization,
    contentType: headers['content-type'],
    contentLength: headers['content-length'],
    localAddress: socket.localAddress,
  };
}
