import { isIP } from 'node:net';
import type { KeyPair } from '@handeye/core/server/tls';

const DAY = 86_400_000;
const AUTHORITY_LIFETIME = 3_650 * DAY;
const NODE_LIFETIME = 730 * DAY;
/** Clocks of other machines may be slow. */
const CLOCK_SLACK = DAY;

/** Makes the authority of one farm, which signs only the certificates of its NATS nodes. */
export async function makeAuthority(now: number): Promise<KeyPair> {
  const { generate } = await library();
  const made = await generate([{ name: 'commonName', value: 'Handeye farm' }], {
    ...validity(now, AUTHORITY_LIFETIME),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Makes a node's certificate. A node is a server for clients and a client of the other nodes. */
export async function makeNodeCertificate(
  authority: KeyPair,
  hosts: readonly string[],
  now: number,
): Promise<KeyPair> {
  const { generate } = await library();
  const altNames = hosts.map((host) =>
    isIP(host) === 0 ? ({ type: 2, value: host } as const) : ({ type: 7, ip: host } as const),
  );
  const made = await generate([{ name: 'commonName', value: 'Handeye farm NATS' }], {
    ...validity(now, NODE_LIFETIME),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert: made.cert, key: made.private };
}

function validity(now: number, lifetime: number) {
  return {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - CLOCK_SLACK),
    notAfterDate: new Date(now + lifetime),
  } as const;
}

/** esbuild gives the import() of a CommonJS package only its default export. */
async function library() {
  return (await import('selfsigned')).default;
}
