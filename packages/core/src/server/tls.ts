import { X509Certificate, createPrivateKey, randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { ownHosts } from './address.ts';
import { readRegularFile, UnfitFile } from '../device/regular-file.ts';
import { privateFolder } from './token.ts';

/** The key and certificate of a TLS server, as PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface KeptCertificate extends KeyPair {
  /** Where the certificate is, for clients to trust. */
  readonly file: string;
  /** Whether it was generated just now, so that clients have to be told to trust it. */
  readonly made: boolean;
  /** For people: one line for each way to make a client trust it. */
  readonly trust: readonly string[];
}

const DAY = 86_400_000;
const LIFETIME = 365 * DAY;
const RENEW_BEFORE = 30 * DAY;
/** Clients' clocks may run behind ours. */
const CLOCK_SLACK = DAY;

/** Reads the certificate kept in the folder; generates a new one if it expires soon or lacks one of the hosts. */
export async function certificate({
  folder,
  hosts = ownHosts(),
  now = Date.now(),
  platform = process.platform,
}: {
  folder: string;
  hosts?: readonly string[];
  now?: number;
  platform?: NodeJS.Platform;
}): Promise<KeptCertificate> {
  await privateFolder(folder);
  const file = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'certificate-key.pem');
  const trust = howToTrust(file, platform);
  const kept = readKept(file, keyFile);
  if (kept && isGood(kept, hosts, now)) return { ...kept, file, trust, made: false };
  const fresh = await makeCertificate(hosts, now);
  await replaceFile(keyFile, fresh.key, 0o600);
  await replaceFile(file, fresh.cert, 0o644);
  return { ...fresh, file, trust, made: true };
}

/** Reads the user's own certificate and key, and says what is wrong with them. */
export function ownCertificate({
  cert,
  key,
  now = Date.now(),
}: {
  cert: string;
  key: string;
  now?: number;
}): KeyPair {
  const pair = { cert: readNamed('certificate', cert), key: readNamed('key', key) };
  const parsed = parseOr(() => new X509Certificate(pair.cert), `${cert} does not contain a PEM certificate.`);
  const privateKey = parseOr(
    () => createPrivateKey(pair.key),
    `${key} does not contain a PEM key without a passphrase.`,
  );
  if (!parsed.checkPrivateKey(privateKey)) throw new Error(`The key ${key} does not belong to ${cert}.`);
  if (Date.parse(parsed.validTo) <= now)
    throw new Error(`The certificate ${cert} expired on ${parsed.validTo}.`);
  return pair;
}

function isGood({ cert, key }: KeyPair, hosts: readonly string[], now: number): boolean {
  try {
    const parsed = new X509Certificate(cert);
    return (
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(parsed.validFrom) <= now &&
      Date.parse(parsed.validTo) - RENEW_BEFORE > now &&
      hosts.every((host) => (isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host)) !== undefined)
    );
  } catch {
    return false;
  }
}

/** Node can read certificates but not generate them. The library is loaded only when it is needed. */
async function makeCertificate(hosts: readonly string[], now: number): Promise<KeyPair> {
  // esbuild gives the import() of a CommonJS package only its default export.
  const {
    default: { generate },
  } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Handeye' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - CLOCK_SLACK),
    notAfterDate: new Date(now + LIFETIME),
    extensions: [
      // A client that trusts this certificate must not also trust others signed with its key.
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

function howToTrust(file: string, platform: NodeJS.Platform): string[] {
  // cmd keeps single quotes as part of a word, and sets a variable by a command of its own.
  const isWindows = platform === 'win32';
  const quoted = isWindows ? `"${file}"` : `'${file.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `Clients on Node: ${isWindows ? `set "NODE_EXTRA_CA_CERTS=${file}"` : `NODE_EXTRA_CA_CERTS=${quoted}`}`,
    `curl: curl --cacert ${quoted}`,
    'Other clients: import that file as a trusted certificate. It contains no secret.',
  ];
}

function readKept(file: string, keyFile: string): KeyPair | undefined {
  const read = (path: string) =>
    readRegularFile(path, { advice: 'Delete it to get a new certificate.' }).text;
  try {
    return { cert: read(file), key: read(keyFile) };
  } catch (error) {
    if (error instanceof UnfitFile) throw error;
    return undefined;
  }
}

/** Atomic: written to a temporary file, then renamed. */
async function replaceFile(file: string, content: string, mode: number): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, content, { mode, flag: 'wx' });
  await rename(aside, file);
}

function readNamed(what: string, file: string): string {
  try {
    return readRegularFile(file).text;
  } catch (error) {
    throw new Error(
      `The ${what} ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
      {
        cause: error,
      },
    );
  }
}

function parseOr<T>(parse: () => T, complaint: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new Error(complaint, { cause });
  }
}
