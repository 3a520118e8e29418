/**
 * The protocol between a client and the adb server: a length as four hex digits and a text; the answer is OKAY, or FAIL
 * and a message; some answers are followed by a block with its own length (AOSP: adb/OVERVIEW.TXT, SERVICES.TXT).
 */
import type { ByteReader } from '../byte-reader.ts';

const MOST_REQUEST_BYTES = 0xffff;

/** The adb server answered FAIL; the message is its own. */
export class ServerRefused extends Error {
  override readonly name = 'ServerRefused';
}

/** A request as it goes over the wire. */
export function encodeRequest(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_REQUEST_BYTES) {
    throw new RangeError(`a request of ${bytes.length} bytes; the adb server takes ${MOST_REQUEST_BYTES}`);
  }
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, '0')), bytes]);
}

/** Reads the status; an answer other than OKAY is an error. */
export async function readStatus(reader: ByteReader): Promise<void> {
  const status = (await reader.exactly(4)).toString('latin1');
  if (status === 'OKAY') return;
  if (status === 'FAIL') throw new ServerRefused(await readBlock(reader));
  throw new Error(`not an adb server: it answered ${JSON.stringify(status)}`);
}

/** Reads a text that follows its length. */
export async function readBlock(reader: ByteReader): Promise<string> {
  const digits = (await reader.exactly(4)).toString('latin1');
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
    throw new Error(`not an adb server: it sent ${JSON.stringify(digits)} as a length`);
  }
  return (await reader.exactly(parseInt(digits, 16))).toString();
}
