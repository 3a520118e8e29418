/**
 * A certificate over the adb key. A phone looks at nothing but its public key. Written out here because the connection to a
 * phone needs it each time: @peculiar/x509 (behind selfsigned, which makes the server's certificate once a year) takes longer
 * to load than all the rest of a connection.
 */
import { createHash, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const OCTETS = 0x04;
const BITS = 0x03;
const INTEGER = 0x02;
const BOOLEAN = 0x01;
const UTC_TIME = 0x17;
const PRINTABLE = 0x13;
const TRUE = der(BOOLEAN, Buffer.of(0xff));

/** Object identifiers with their tag and length. */
const SHA256_WITH_RSA = Buffer.from('06092a864886f70d01010b', 'hex');
const NAME_PARTS = { '0603550406': 'US', '060355040a': 'Android', '0603550403': 'Adb' };
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const KEY_USAGE = Buffer.from('0603551d0f', 'hex');
const SUBJECT_KEY_ID = Buffer.from('0603551d0e', 'hex');
/** digitalSignature, keyCertSign and cRLSign. */
const USAGES = Buffer.from('03020186', 'hex');

/** The certificate as PEM, with the fields that adb gives its own (AOSP: adb/crypto/x509_generator.cpp). */
export function certificateOf(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey);
  const algorithm = der(SEQUENCE, SHA256_WITH_RSA, Buffer.of(0x05, 0));
  const name = der(
    SEQUENCE,
    ...Object.entries(NAME_PARTS).map(([type, value]) =>
      der(SET, der(SEQUENCE, Buffer.from(type, 'hex'), der(PRINTABLE, Buffer.from(value)))),
    ),
  );
  const contents = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.of(2))), // version 3
    der(INTEGER, Buffer.of(1)), // serial number
    algorithm,
    name,
    // Without a date that could have passed, or a clock that has to be right.
    der(SEQUENCE, time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, ...extensions(publicKey))),
  );
  const signature = der(BITS, Buffer.of(0), sign('sha256', contents, privateKey));
  const base64 = der(SEQUENCE, contents, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(publicKey: KeyObject): Buffer[] {
  const id = createHash('sha1')
    .update(publicKey.export({ type: 'pkcs1', format: 'der' }))
    .digest();
  return [
    der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTETS, der(SEQUENCE, TRUE))),
    der(SEQUENCE, KEY_USAGE, TRUE, der(OCTETS, USAGES)),
    der(SEQUENCE, SUBJECT_KEY_ID, der(OCTETS, der(OCTETS, id))),
  ];
}

function time(text: string): Buffer {
  return der(UTC_TIME, Buffer.from(text));
}

/** A value with its tag and length. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...bytes), contents]);
}
