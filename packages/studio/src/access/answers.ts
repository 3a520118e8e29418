import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { cookieName } from './access.ts';

/** The path prefix of everything in Studio. */
export const STUDIO_PATH = '/studio';

/**
 * Headers of every response below /studio. The page loads nothing from elsewhere, runs only its own scripts and cannot be
 * framed.
 */
export const studioHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Whether a request comes from our own page: its Origin equals the address that it was sent to. */
export function isOwnOrigin({
  origin,
  host,
}: {
  origin: string | undefined;
  host: string | undefined;
}): boolean {
  if (origin === undefined || host === undefined) return false;
  return (
    origin.toLowerCase() === `http://${host}`.toLowerCase() ||
    origin.toLowerCase() === `https://${host}`.toLowerCase()
  );
}

const HTML = 'text/html; charset=utf-8';

const refusals = {
  403: htmlPage(
    'A new link is needed',
    '<p>A link to Studio lets one browser in, once, until the server stops. This browser has none that is valid.</p>' +
      '<p>On the computer that runs Handeye, get a new one with <code>handeye studio</code>.</p>',
  ),
  404: htmlPage('Not found', `<p><a href="${STUDIO_PATH}/">Back to Studio</a></p>`),
  405: htmlPage('Not allowed', '<p>Pages are only read here.</p>'),
} as const;

/** Gives a browser its cookie, which is valid for Studio only. */
export function letIn(request: IncomingMessage, response: ServerResponse, value: string): void {
  const secure = request.socket instanceof TLSSocket ? '; Secure' : '';
  response.setHeader(
    'Set-Cookie',
    `${cookieName(request.socket.localPort)}=${value}; HttpOnly; SameSite=Strict; Path=${STUDIO_PATH}${secure}`,
  );
  toPage(request, response);
}

/** Redirects a browser to the page. */
export function toPage({ headers }: IncomingMessage, response: ServerResponse): void {
  const site = headers['sec-fetch-site'];
  // After a click on another site's page a redirect would count as cross-site, and the browser would not send the cookie.
  if (site === 'cross-site' || site === 'same-site') {
    send(response, 200, { type: HTML, bytes: Buffer.from(FORWARD) });
    return;
  }
  response.setHeader('Location', `${STUDIO_PATH}/`);
  send(response, 303, { type: HTML, bytes: Buffer.from(FORWARD) });
}

/** Refuses, with the remedy. */
export function refuse(response: ServerResponse, status: keyof typeof refusals): void {
  send(response, status, { type: HTML, bytes: Buffer.from(refusals[status]) });
}

export function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 200, { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
}

export function send(response: ServerResponse, status: number, { type, bytes }: Asset): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(bytes);
}

function htmlPage(title: string, body: string, head = ''): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta name="color-scheme" content="light dark">${head}<title>Handeye Studio</title></head>` +
    `<body><h1>${title}</h1>${body}</body></html>`
  );
}

const FORWARD = htmlPage(
  'Handeye Studio',
  `<p><a href="${STUDIO_PATH}/">Open Studio</a></p>`,
  `<meta http-equiv="refresh" content="0; url=${STUDIO_PATH}/">`,
);

/** The files of the page after `npm run build`: beside the bundled program or its parts, or in the source tree's dist. */
const places = ['./studio/', '../studio/', '../../dist/'].map((place) => new URL(place, import.meta.url));

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/studio.js': { file: 'studio.js', type: 'text/javascript; charset=utf-8' },
  '/studio.css': { file: 'studio.css', type: 'text/css; charset=utf-8' },
};

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A file of the page; undefined for an unknown path. */
export async function assetAt(path: string): Promise<Asset | undefined> {
  const known = files[path];
  if (known === undefined) return undefined;
  for (const place of places) {
    const bytes = await readFile(new URL(known.file, place)).catch(() => undefined);
    if (bytes !== undefined) return { type: known.type, bytes };
  }
  throw new Error('The page of Studio is not part of this installation of Handeye: install it again.');
}
