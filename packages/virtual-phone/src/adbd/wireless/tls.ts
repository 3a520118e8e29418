import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Identity } from './certificate.ts';

export interface SecuredSocket {
  readonly tls: TLSSocket;
  /** What the computer showed. Whose it is has to be decided by the caller. */
  readonly certificate: X509Certificate;
}

/** Begins TLS 1.3 as the server on a socket that is not flowing. As in adb the computer has to show a certificate, any one. */
export async function secured(
  socket: Socket,
  { key, cert }: Identity,
  issuers: readonly string[] = [],
): Promise<SecuredSocket> {
  const tls = new TLSSocket(socket, {
    isServer: true,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    key,
    cert,
    ...(issuers.length > 0 && { ca: [...issuers] }),
  });
  tls.on('error', () => undefined);
  const gone = new AbortController();
  socket.once('close', () => {
    gone.abort();
  });
  await once(tls, 'secure', { signal: gone.signal });
  const certificate = tls.getPeerX509Certificate();
  if (certificate === undefined) throw new Error('the computer has no certificate');
  return { tls, certificate };
}
