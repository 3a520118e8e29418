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

/** What comes back: we call, and nobody calls us. */
export interface Message {
  readonly type: 'call' | 'answer' | 'error' | 'signal' | 'other';
  /** The serial of the call that this answers. */
  readonly answerTo: number;
  readonly errorName: string;
  readonly values: readonly Value[];
}

/** What every message has, before the fields of its header: order, type, flags, version, lengths and serial. */
export const SHORTEST = 16;
const BODY_LENGTH_AT = 4;
const FIELDS_LENGTH_AT = 12;
const types = ['other', 'call', 'answer', 'error', 'signal'] as const;
/** The codes of the header's fields. */
const field = { path: 1, interface: 2, member: 3, error: 4, answerTo: 5, destination: 6, types: 8 };
/** Little-endian, a call, no flags, version 1 of the protocol. */
const CALL = 'l'.charCodeAt(0) | (1 << 8) | (1 << 24);

/** The bytes of a method call. */
export function encodeCall(method: Method, serial: number): Buffer {
  const { signature = '', args = [] } = method;
  const message = new Writer();
  for (const word of [CALL, 0, serial, 0]) message.u32(word);
  message.field(field.path, 'o', method.path);
  message.field(field.destination, 's', method.destination);
  message.field(field.interface, 's', method.interface);
  message.field(field.member, 's', method.member);
  if (signature !== '') message.field(field.types, 'g', signature);
  message.u32At(FIELDS_LENGTH_AT, message.length - SHORTEST);
  message.align(8);
  const bodyAt = message.length;
  if (signature !== '') message.all(signature, args);
  message.u32At(BODY_LENGTH_AT, message.length - bodyAt);
  return message.bytes();
}

/** How many bytes the message has that begins here, or undefined while its first 16 are not all there. */
export function messageLength(bytes: Buffer, at = 0): number | undefined {
  if (bytes.length < at + SHORTEST) return undefined;
  const little = isLittle(bytes, at);
  const u32 = (offset: number) =>
    little ? bytes.readUInt32LE(at + offset) : bytes.readUInt32BE(at + offset);
  return bodyStart(u32(FIELDS_LENGTH_AT)) + u32(BODY_LENGTH_AT);
}

/** Reads one whole message. */
export function decodeMessage(bytes: Buffer): Message {
  const reader = new Reader(bytes, { little: isLittle(bytes, 0), at: FIELDS_LENGTH_AT });
  const end = SHORTEST + reader.u32();
  const header = { answerTo: 0, errorName: '', signature: '' };
  while (reader.at < end) {
    reader.align(8);
    const code = reader.u8();
    const value = reader.variant();
    if (code === field.answerTo) header.answerTo = Number(value);
    else if (code === field.types) header.signature = String(value);
    else if (code === field.error) header.errorName = String(value);
  }
  reader.align(8);
  const { answerTo, errorName, signature } = header;
  return { type: types[bytes[1] ?? 0] ?? 'other', answerTo, errorName, values: reader.all(signature) };
}

function bodyStart(fieldsLength: number): number {
  return (SHORTEST + fieldsLength + 7) & -8;
}

function isLittle(bytes: Buffer, at: number): boolean {
  return bytes[at] === 'l'.charCodeAt(0);
}
