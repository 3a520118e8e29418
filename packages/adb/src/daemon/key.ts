/** The RSA key by which a phone recognises this computer. */
import { constants, createPrivateKey, createPublicKey, generateKeyPair, privateEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { certificateOf } from '../wireless/certificate.ts';

const MODULUS_BITS = 2048;
const MODULUS_BYTES = MODULUS_BITS / 8;

/** The prefix of a SHA-1 digest in a PKCS#1 signature: ASN.1 for "SHA-1, 20 bytes". */
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');

export interface AdbKey {
  /** Proves to a phone that we have the private key. */
  sign(token: Uint8Array): Buffer;
  /** The text that the phone shows to its user: the key in Android's form, and a name for us. */
  readonly publicKey: string;
  /** The key without the name: a line of a phone's adb_keys. */
  readonly base64: string;
  /** The key as PEM and a certificate for it, by which TLS proves to a phone that we have the key. */
  tls(): { readonly key: string; readonly cert: string };
}

/** A key that is never saved and exists only in this process. */
export async function newKey(): Promise<AdbKey> {
  return keyOf(await generate());
}

/** A new private key as text (PKCS#8, PEM), for callers that save it. */
export async function newPem(): Promise<string> {
  return (await generate()).export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A key made by `newPem`, or adb's own (~/.android/adbkey). */
export function keyOfPem(pem: string): AdbKey {
  return keyOf(createPrivateKey(pem));
}

async function generate(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })).privateKey;
}

function keyOf(privateKey: KeyObject): AdbKey {
  if (privateKey.asymmetricKeyDetails?.modulusLength !== MODULUS_BITS)
    throw new Error(`not an RSA key of ${MODULUS_BITS} bits`);
  const base64 = androidForm(createPublicKey(privateKey)).toString('base64');
  let tls: ReturnType<AdbKey['tls']> | undefined;
  return {
    // The token takes the place of the digest; crypto.sign() would hash it again.
    sign: (token) =>
      privateEncrypt(
        { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
        Buffer.concat([SHA1_PREFIX, token]),
      ),
    publicKey: `${base64} handeye@${hostname()}`,
    base64,
    tls: () =>
      (tls ??= {
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificateOf(privateKey),
      }),
  };
}

/** Android's struct RSAPublicKey: words, -1/n mod 2^32, n, 2^4096 mod n, exponent; all little-endian. */
function androidForm(key: KeyObject): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const modulus = numberOf(jwk.n);
  const word = 1n << 32n;
  const form = Buffer.alloc(4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4);
  form.writeUInt32LE(MODULUS_BYTES / 4, 0);
  form.writeUInt32LE(Number(word - inverse(modulus % word, word)), 4);
  littleEndian(modulus).copy(form, 8);
  littleEndian((1n << BigInt(2 * MODULUS_BITS)) % modulus).copy(form, 8 + MODULUS_BYTES);
  form.writeUInt32LE(Number(numberOf(jwk.e)), 8 + 2 * MODULUS_BYTES);
  return form;
}

function numberOf(base64url: string | undefined): bigint {
  return BigInt(`0x${Buffer.from(base64url ?? '', 'base64url').toString('hex')}`);
}

function littleEndian(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(2 * MODULUS_BYTES, '0'), 'hex').reverse();
}

/** 1/odd modulo a power of two, by Newton's method: each round doubles the number of correct bits. */
function inverse(odd: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let bits = 1; bits < 32; bits *= 2) result = (result * (2n - odd * result)) % modulus;
  return ((result % modulus) + modulus) % modulus;
}
