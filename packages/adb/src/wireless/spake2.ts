/**
 * SPAKE2 over edwards25519 as BoringSSL has it (crypto/curve25519/spake25519.c), which is what phones speak; RFC 9382 differs.
 *
 * Both sides know a password (here: the pairing code and what their TLS connection exports), send one message each, and get
 * the same key if their passwords are the same. A wrong password is not noticed here.
 *
 * Scalars are multiples of the cofactor 8 and may exceed the group's order. They must not be reduced, because M and N have
 * torsion; so each is kept as an eighth, which is below the order, and the product is multiplied by 8 at the end.
 *
 * noble's `multiply` takes the same steps for each secret, but JavaScript's big integers do not take the same time. A password
 * is good for one TLS connection, because it contains the connection's secret, and each side draws a new scalar: an attacker
 * who measures time has one try, over the network.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
/** SHA-256 of "edwards25519 point generation seed (M)", and of the same with N. */
const M = Point.fromHex('5ada7e4bf6ddd9adb6626d32131c6b5c51a1e347a3478f53cfcf441b88eed12e');
const N = Point.fromHex('10e3df0ae37d8e7a99b5fe74b44672103dbddcbd06af680d71329a11693bc778');

const SIDES = { alice: { own: M, other: N }, bob: { own: N, other: M } } as const;

export const MESSAGE_BYTES = 32;
const RANDOM_BYTES = 64;

export interface Spake2 {
  /** To be sent to the other side. */
  readonly message: Buffer;
  /** The key, from the other side's message; throws if that is no message. */
  readonly key: (theirs: Uint8Array) => Buffer;
}

export interface Spake2Options {
  readonly side: keyof typeof SIDES;
  /** The names of both sides. */
  readonly names: Readonly<Record<keyof typeof SIDES, string>>;
  readonly password: Uint8Array;
  readonly random?: Uint8Array;
}

/** Begins an exchange. */
export function spake2({ side, names, password, random = randomBytes(RANDOM_BYTES) }: Spake2Options): Spake2 {
  const { own, other } = SIDES[side];
  const hash = createHash('sha512').update(password).digest();
  const eighth = eighthOf(littleEndian(hash) % ORDER);
  const secret = littleEndian(random) % ORDER;
  const message = Buffer.from(
    Point.BASE.multiply(secret).add(own.multiply(eighth)).clearCofactor().toBytes(),
  );
  return {
    message,
    key(theirs) {
      const mask = other.multiply(eighth).clearCofactor();
      const shared = Point.fromBytes(theirs).subtract(mask).multiply(secret).clearCofactor();
      const messages = side === 'alice' ? [message, theirs] : [theirs, message];
      const parts = [Buffer.from(names.alice), Buffer.from(names.bob), ...messages];
      return transcriptHash([...parts, shared.toBytes(), hash]);
    },
  };
}

/** The password's scalar is w + k * order with the smallest k that makes it a multiple of 8; this is an eighth of it. */
function eighthOf(w: bigint): bigint {
  let scalar = w;
  for (const bit of [1n, 2n, 4n]) scalar += BigInt.asUintN(1, scalar / bit) * bit * ORDER;
  return scalar / 8n;
}

function transcriptHash(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) {
    const length = Buffer.alloc(8);
    length.writeUInt32LE(part.length);
    hash.update(length).update(part);
  }
  return hash.digest();
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}
