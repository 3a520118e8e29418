import { createHash, randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * SPAKE2 as BoringSSL does it, the phone's side. Both sides know a password; each sends one message, and both get the same key
 * if the passwords are equal. An eavesdropper learns nothing that helps to guess it.
 */

const { Point } = ed25519;
type Point = InstanceType<typeof Point>;

/** BoringSSL's two fixed points: SHA-256 of "edwards25519 point generation seed (M)", and of "(N)". */
const M = Point.fromHex('5ada7e4bf6ddd9adb6626d32131c6b5c51a1e347a3478f53cfcf441b88eed12e');
const N = Point.fromHex('10e3df0ae37d8e7a99b5fe74b44672103dbddcbd06af680d71329a11693bc778');
const COFACTOR = 8n;

/** The names of the two sides in the transcript, each with its NUL. */
const CLIENT_NAME = Buffer.from('adb pair client\0');
const SERVER_NAME = Buffer.from('adb pair server\0');

export const MESSAGE_BYTES = 32;

/** The server's part of one pairing. */
export class Spake2Server {
  /** The message for the client. */
  readonly message: Buffer;

  readonly #passwordHash: Buffer;
  readonly #secret: bigint;

  /** `random`: 64 bytes, given by tests only. */
  constructor(password: Uint8Array, random: Uint8Array = randomBytes(64)) {
    this.#passwordHash = createHash('sha512').update(password).digest();
    this.#secret = Point.Fn.create(littleEndian(random));
    const mask = N.clearCofactor().multiply(maskScalar(this.#passwordHash));
    this.message = Buffer.from(Point.BASE.multiply(eightfold(this.#secret)).add(mask).toBytes());
  }

  /** The 64 bytes of the key, or undefined if the client's message is no point of the curve. */
  key(clientMessage: Uint8Array): Buffer | undefined {
    const theirs = pointOf(clientMessage);
    if (theirs === undefined) return undefined;
    // 8 (theirs - wM): the factor removes what an attacker may have added outside of the group of prime order.
    const mask = M.clearCofactor().multiply(maskScalar(this.#passwordHash));
    const shared = theirs.subtract(mask).clearCofactor();
    if (shared.is0()) return undefined;
    const transcript = createHash('sha512');
    const parts = [
      CLIENT_NAME,
      SERVER_NAME,
      clientMessage,
      this.message,
      shared.multiply(this.#secret).toBytes(),
      this.#passwordHash,
    ];
    for (const part of parts) {
      const length = Buffer.alloc(8);
      length.writeBigUInt64LE(BigInt(part.length));
      transcript.update(length).update(part);
    }
    return transcript.digest();
  }
}

/**
 * BoringSSL's factor w of M and N is the hash modulo the order L, plus as many L as make it divisible by 8. M and N have a
 * part of small order, so w must not be reduced. But wM = (w/8)(8M), and 8M is of order L: there w/8 may be reduced, which lets
 * noble multiply in constant time.
 */
function maskScalar(passwordHash: Uint8Array): bigint {
  const { ORDER } = Point.Fn;
  let w = Point.Fn.create(littleEndian(passwordHash));
  for (const bit of [1n, 2n, 4n]) if ((w & bit) !== 0n) w += ORDER * bit;
  return Point.Fn.create(w / COFACTOR);
}

function eightfold(scalar: bigint): bigint {
  return Point.Fn.create(scalar * COFACTOR);
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function pointOf(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}
