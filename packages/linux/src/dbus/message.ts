import { Reader } from './reader.ts';
import type { Argument, Value } from './value.ts';
import { Writer } from './writer.ts';

/** A method call: program, object, method and arguments. */
export interface MethodCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Types of `args`; omitted if there are none. */
  readonly signature?: string;
  readonly args?: readonly Argument[];
}

/** A message that we receive. */
export interface Message {
  readonly type: (typeof messageTypes)[number];
  readonly serial: number;
  /** Serial of the call that this message replies to. */
  readonly replySerial: number;
  /** Sender, destination, and the method or signal and its object; '' if the message omits one. */
  readonly sender: string;
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly errorName: string;
  readonly values: readonly Value[];
}

/** Header bytes before the header fields: byte order, type, flags, version, body length, serial, fields length. */
const FIXED_HEADER_BYTES = 16;
const BODY_LENGTH_OFFSET = 4;
const SERIAL_OFFSET = 8;
const FIELDS_LENGTH_OFFSET = 12;
/** Little-endian, METHOD_CALL, no flags, protocol version 1. */
const METHOD_CALL_WORD = 'l'.charCodeAt(0) | (1 << 8) | (1 << 24);
/** By the type's number. */
const messageTypes = ['invalid', 'method_call', 'method_return', 'error', 'signal'] as const;
/** Codes of the header fields. */
const fieldCodes = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
} as const;

/** Returns true for a signal, which needs no reply. */
export function isSignal(message: Uint8Array): boolean {
  return messageTypes[message[1] ?? 0] === 'signal';
}

export function encodeCall(method: MethodCall, serial: number): Buffer {
  const { signature = '', args = [] } = method;
  const message = new Writer();
  for (const word of [METHOD_CALL_WORD, 0, serial, 0]) message.u32(word);
  message.field(fieldCodes.path, 'o', method.path);
  message.field(fieldCodes.destination, 's', method.destination);
  message.field(fieldCodes.interface, 's', method.interface);
  message.field(fieldCodes.member, 's', method.member);
  if (signature !== '') message.field(fieldCodes.signature, 'g', signature);
  message.u32At(FIELDS_LENGTH_OFFSET, message.length - FIXED_HEADER_BYTES);
  message.align(8);
  const bodyAt = message.length;
  if (signature !== '') message.all(signature, args);
  message.u32At(BODY_LENGTH_OFFSET, message.length - bodyAt);
  return message.bytes();
}

/** Length in bytes of the message that starts at `at`; undefined while its fixed header is incomplete. */
export function messageLength(bytes: Buffer, at = 0): number | undefined {
  if (bytes.length < at + FIXED_HEADER_BYTES) return undefined;
  const little = isLittleEndian(bytes, at);
  const u32 = (offset: number) =>
    little ? bytes.readUInt32LE(at + offset) : bytes.readUInt32BE(at + offset);
  return bodyStart(u32(FIELDS_LENGTH_OFFSET)) + u32(BODY_LENGTH_OFFSET);
}

/** Decodes one whole message. */
export function decodeMessage(bytes: Buffer): Message {
  const reader = new Reader(bytes, { little: isLittleEndian(bytes, 0), at: SERIAL_OFFSET });
  const serial = reader.u32();
  const end = FIXED_HEADER_BYTES + reader.u32();
  const header = {
    replySerial: 0,
    errorName: '',
    signature: '',
    sender: '',
    destination: '',
    path: '',
    interface: '',
    member: '',
  };
  while (reader.at < end) {
    reader.align(8);
    const code = reader.u8();
    const value = reader.variant();
    if (code === fieldCodes.replySerial) header.replySerial = Number(value);
    else if (code === fieldCodes.signature) header.signature = String(value);
    else if (code === fieldCodes.errorName) header.errorName = String(value);
    else if (code === fieldCodes.sender) header.sender = String(value);
    else if (code === fieldCodes.destination) header.destination = String(value);
    else if (code === fieldCodes.path) header.path = String(value);
    else if (code === fieldCodes.interface) header.interface = String(value);
    else if (code === fieldCodes.member) header.member = String(value);
  }
  reader.align(8);
  const { signature, ...fields } = header;
  const type = messageTypes[bytes[1] ?? 0] ?? 'invalid';
  return { type, serial, ...fields, values: reader.all(signature) };
}

function bodyStart(fieldsLength: number): number {
  return (FIXED_HEADER_BYTES + fieldsLength + 7) & -8;
}

function isLittleEndian(bytes: Buffer, at: number): boolean {
  return bytes[at] === 'l'.charCodeAt(0);
}

/** The specification's limit for one message, 128 MiB. */
const MAX_MESSAGE_BYTES = 2 ** 27;

/** Splits a byte stream into whole messages. */
export class MessageSplitter {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Bytes needed before another message can be complete. */
  #needed = FIXED_HEADER_BYTES;

  /** Adds bytes and returns the messages that are now complete. */
  push(bytes: Buffer): Buffer[] {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    // An application's cache is one message of megabytes in hundreds of chunks, so chunks are joined only once.
    if (this.#length < this.#needed) return [];
    const unread = this.#chunks.length === 1 ? bytes : Buffer.concat(this.#chunks);
    const messages: Buffer[] = [];
    let at = 0;
    for (;;) {
      this.#needed = messageLength(unread, at) ?? FIXED_HEADER_BYTES;
      if (this.#needed > MAX_MESSAGE_BYTES) throw new RangeError('D-Bus message is too long');
      if (unread.length - at < this.#needed) break;
      messages.push(unread.subarray(at, at + this.#needed));
      at += this.#needed;
    }
    this.#chunks = at < unread.length ? [unread.subarray(at)] : [];
    this.#length = unread.length - at;
    return messages;
  }
}
