import { deflateSync } from 'node:zlib';

/** A frame as a companion writes it. */
export function frame(
  id: number,
  json: unknown,
  { deflated = false, binary }: { deflated?: boolean; binary?: Uint8Array } = {},
): Buffer {
  const text = Buffer.from(JSON.stringify(json));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = binary ? Buffer.concat([length, text, binary]) : text;
  const payload = deflated ? deflateSync(plain, { level: 1 }) : plain;
  const header = Buffer.alloc(9);
  header.writeUInt32BE(5 + payload.length, 0);
  header.writeUInt8((deflated ? 1 : 0) | (binary ? 2 : 0), 4);
  header.writeUInt32BE(id, 5);
  return Buffer.concat([header, payload]);
}
