import { createHash, type KeyObject } from 'node:crypto';

/** The private key and the certificate of a TLS server, as PEM. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
}

const LIFETIME_MS = 10 * 365 * 86_400_000;

/** A new certificate as adbd makes one: RSA with 2048 bits. adb on a computer does not check it. */
export async function newIdentity(): Promise<Identity> {
  const { private: key, cert } = await selfSigned('rsa', { C: 'US', O: 'Android', CN: 'Adb' });
  return { key, cert };
}

/**
 * A certificate whose subject says that a key is known. TLS sends such subjects as the names of accepted issuers, and a host with
 * several keys chooses its key by them. Node has no option for the names alone.
 */
export async function issuerNaming(key: KeyObject): Promise<string> {
  const der = key.export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(der).digest('hex').toUpperCase();
  const { cert } = await selfSigned('ec', { O: 'AdbKey-0', CN: digest });
  return cert;
}

async function selfSigned(keyType: 'rsa' | 'ec', subject: Readonly<Record<string, string>>) {
  const { default: selfsigned } = await import('selfsigned');
  const names = Object.entries(subject).map(([shortName, value]) => ({ shortName, value }));
  return await selfsigned.generate(names, {
    keyType,
    keySize: 2048,
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + LIFETIME_MS),
  });
}
