/** Everything of Studio is served below it. */
export const STUDIO_PATH = '/studio';

/**
 * Sent with everything below /studio. The page loads nothing from elsewhere and runs no script but its own; nobody may frame it.
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

/** Whether a request comes from our own page: its Origin is the address that it was sent to. */
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
