/** The RSA key by which a phone knows this computer. */
import { constants, createPrivateKey, createPublicKey, generateKeyPair, privateEncrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../../device/make-folder.ts';

const MODULUS_BITS = 2048;
const MODULUS_BYTES = MODULUS_BITS / 8;
const FILE_NAME = 'adbkey';

/** What precedes a SHA-1 digest in a PKCS#1 signature: the ASN.1 that says "SHA-1, 20 bytes". */
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');

export interface AdbKey {
  /** Proves to a phone that we own the key. */
  sign(token: Uint8Array): Buffer;
  /** What a phone is shown and asks its user about: the key in Android's form, and who we are. */
  readonly publicKey: string;
  /** The same without who we are: a line of a phone's adb_keys. */
  readonly base64: string;
}

/** The key kept in the folder, which only this user can read; made at the first use. */
export async function loadKey(folder: string): Promise<AdbKey> {
  const file = join(folder, FILE_NAME);
  const pem = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    return makeKey(folder, file);
  });
  return keyOf(createPrivateKey(pem));
}

/** A key that is written nowhere and ends with this process. */
export async function newKey(): Promise<AdbKey> {
  return keyOf(await generate());
}

async function generate(): Promise<KeyObject> {
  return (await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })).privateKey;
}

/** Where nothing can be kept, the key lasts as long as this process: the phone asks its user anew each time. */
async function makeKey(folder: string, file: string): Promise<string> {
  const privateKey = await generate();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  try {
    await makeFolder(folder);
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    return pem;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return readFile(file, 'utf8'); // another process was faster
    return pem;
  }
}

function keyOf(privateKey: KeyObject): AdbKey {
  const base64 = androidForm(createPublicKey(privateKey)).toString('base64');
  return {
    // The token stands where the digest belongs, so crypto.sign() would hash once too often.
    sign: (token) =>
      privateEncrypt(
        { key: privateKey, padding: constants.RSA_PKCS1_PADDING },
        Buffer.concat([SHA1_PREFIX, token]),
      ),
    publicKey: `${base64} handeye@${hostname()}`,
    base64,
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

/** 1/odd modulo a power of two, by Newton: each round doubles the number of right bits. */
function inverse(odd: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let bits = 1; bits < 32; bits *= 2) result = (result * (2n - odd * result)) % modulus;
  return ((result % modulus) + modulus) % modulus;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
