import { createHash } from 'node:crypto';
import { readZipEntry, zipNames } from './zip.ts';

/** Who signed an APK, by its JAR signature (v1): the same text for the same key; undefined for an unsigned one. */
export function signerOf(apk: Buffer): string | undefined {
  const name = zipNames(apk).find((one) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/.test(one));
  const block = name === undefined ? undefined : readZipEntry(apk, name);
  if (block === undefined) return undefined;
  return createHash('sha256').update(certificateOf(block)).digest('hex');
}

/** SEQUENCE with a long length, which a certificate is. */
const SEQUENCE = 0x30;
const TWO_LENGTH_BYTES = 0x82;
/** The tag of the block's content, which holds the certificates. */
const TAGGED = Buffer.from([0xa0, TWO_LENGTH_BYTES]);

/**
 * The certificate inside a PKCS #7 block: the rest is a signature, which differs between builds. Other bytes are returned as
 * they are.
 */
function certificateOf(block: Buffer): Buffer {
  const at = block.indexOf(TAGGED);
  const start = block.indexOf(TAGGED, at + 1);
  const certificate = start < 0 ? undefined : block.subarray(start + 4);
  if (certificate?.[0] !== SEQUENCE || certificate[1] !== TWO_LENGTH_BYTES) return block;
  return certificate.subarray(0, 4 + certificate.readUInt16BE(2));
}
