import {
  constants,
  createPublicKey,
  type KeyObject,
  publicDecrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The first argument of an AUTH packet. */
export const AuthType = { TOKEN: 1, SIGNATURE: 2, PUBLIC_KEY: 3 } as const;

const TOKEN_BYTES = 20;
const MODULUS_BYTES = 256;
/** Word count, n0inv, modulus, R squared, exponent: Android's RSAPublicKey structure of mincrypt. */
const KEY_BYTES = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4;
const EXPONENT_OFFSET = KEY_BYTES - 4;

/** The prefix of a SHA-1 digest in a PKCS#1 signature: the ASN.1 for "SHA-1, 20 bytes". */
const SHA1_DIGEST_INFO = Buffer.from('3021300906052b0e03021a05000414', 'hex');

/** A computer that wants to debug the phone. */
export interface HostKey {
  /** The key as a line of /data/misc/adb/adb_keys holds it, without the name: base64 of 524 bytes. */
  readonly base64: string;
  /** The computer's own name for itself, mostly user@host. It is unverified: any text can be here. */
  readonly name: string;
}

/**
 * Who may connect.
 * - `any`: every computer, without AUTH, as on an emulator (ro.adb.secure=0). Asking for a key only to accept it
 *   would make adb 29 print "failed to authenticate" for a computer that it sees first.
 * - `known`: computers whose key is in `knownKeys`; all others stay unauthorized.
 * - `prompt`: the same, and computers that the phone's user allows; their keys are then known.
 */
export type AuthPolicy =
  | { readonly accept: 'any' }
  | { readonly accept: 'known'; readonly knownKeys: ReadonlySet<string> }
  | {
      readonly accept: 'prompt';
      readonly knownKeys: Set<string>;
      /** Asks the phone's user. The question is withdrawn when the connection ends. */
      readonly ask: (key: HostKey, signal: AbortSignal) => Promise<boolean>;
    };

/** A fresh challenge; the host signs it. */
export function newToken(): Buffer {
  return randomBytes(TOKEN_BYTES);
}

/** Reads the payload of AUTH(PUBLIC_KEY): base64, a space, the name, NUL; a line of adb_keys ends otherwise. Undefined when it is no such key. */
export function parseHostKey(payload: Uint8Array): HostKey | undefined {
  const text = Buffer.from(payload)
    .toString('utf8')
    .replace(/[\0\s]+$/, '');
  const [, base64, name] = /^(\S+)(?: (.*))?$/.exec(text) ?? [];
  if (base64 === undefined || rsaKeyOf(base64) === undefined) return undefined;
  return { base64, name: name ?? '' };
}

/** Whether one of the known keys made this signature of the token. */
export function isSignedByKnownKey(
  token: Uint8Array,
  signature: Uint8Array,
  knownKeys: ReadonlySet<string>,
): boolean {
  // adb uses the token as if it were the SHA-1 digest itself, so crypto.verify() would hash once too often.
  const expected = Buffer.concat([SHA1_DIGEST_INFO, token]);
  return [...knownKeys].some((base64) => {
    const key = rsaKeyOf(base64);
    const digest = key && decrypt(key, signature);
    return digest?.length === expected.length && timingSafeEqual(digest, expected);
  });
}

function decrypt(key: KeyObject, signature: Uint8Array): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return undefined; // made by another key, or not a signature
  }
}

/** The RSA key in the base64 of a line of adb_keys. */
export function rsaKeyOf(base64: string): KeyObject | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.readUInt32LE(0) * 4 !== MODULUS_BYTES) return undefined;
  const modulus = Buffer.from(bytes.subarray(8, 8 + MODULUS_BYTES)).reverse();
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(bytes.readUInt32LE(EXPONENT_OFFSET));
  try {
    return createPublicKey({
      key: { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') },
      format: 'jwk',
    });
  } catch {
    return undefined; // the numbers are not an RSA key
  }
}
