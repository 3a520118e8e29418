import { FIXED_HEADER_BYTES, messageLength } from './message.ts';

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
