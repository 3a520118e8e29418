import { Reader } from './reader.ts';
import type { Argument, Value } from './value.ts';
import { Writer } from './writer.ts';

/** A method of an object of a program on the bus. */
export interface Method {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** The types of `args`; left out where there are none. */
  readonly signature?: string;
  readonly args?: readonly Argument[];
}

export interface Message {
  readonly type: 'call' | 'answer' | 'error' | 'signal' | 'other';
  readonly sender: string;
  /** The serial of the call that this answers. */
  readonly answerTo: number;
  readonly errorName: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly values: readonly Value[];
}

/** Before the fields of its header a message has 16 bytes: order, type, flags, version, lengths and serial. */
const FIXED = 16;
const FIELDS_LENGTH_AT = 12;
const types = ['other', 'call', 'answer', 'error', 'signal'] as const;
/** The codes of the header's fields. */
const field = {
  path: 1,
  interface: 2,
  member: 3,
  error: 4,
  answerTo: 5,
  destination: 6,
  sender: 7,
  types: 8,
};

/** The bytes of a method call. */
export function encodeCall(method: Method, serial: number): Buffer {
  const { signature = '', args = [] } = method;
  const body = new Writer();
  body.all(signature, args);
  const message = new Writer();
  const start = 'l'.charCodeAt(0) | (1 << 8) | (1 << 24);
  for (const word of [start, body.length, serial]) message.u32(word);
  const fields: [number, { signature: string; value: string }][] = [
    [field.path, { signature: 'o', value: method.path }],
    [field.destination, { signature: 's', value: method.destination }],
    [field.interface, { signature: 's', value: method.interface }],
    [field.member, { signature: 's', value: method.member }],
  ];
  if (signature !== '') fields.push([field.types, { signature: 'g', value: signature }]);
  message.all('a(yv)', [fields]);
  message.align(8);
  return Buffer.concat([message.bytes(), body.bytes()]);
}

/** How many bytes the message has that begins here, or undefined while its first 16 are not all there. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < FIXED) return undefined;
  const little = isLittle(bytes);
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  return bodyStart(u32(FIELDS_LENGTH_AT)) + u32(4);
}

/** Reads one whole message. */
export function decodeMessage(bytes: Buffer): Message {
  const little = isLittle(bytes);
  const reader = new Reader(bytes, { little, at: FIELDS_LENGTH_AT });
  const [fields] = reader.all('a(yv)');
  const header = new Map(fields as readonly (readonly [number, Value])[]);
  const text = (code: number) => String(header.get(code) ?? '');
  reader.align(8);
  return {
    type: types[bytes[1] ?? 0] ?? 'other',
    sender: text(field.sender),
    answerTo: Number(header.get(field.answerTo) ?? 0),
    errorName: text(field.error),
    path: text(field.path),
    interface: text(field.interface),
    member: text(field.member),
    values: reader.all(text(field.types)),
  };
}

function bodyStart(fieldsLength: number): number {
  return (FIXED + fieldsLength + 7) & -8;
}

function isLittle(bytes: Buffer): boolean {
  return bytes[0] === 'l'.charCodeAt(0);
}
