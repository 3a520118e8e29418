import { messageLength, SHORTEST } from './message.ts';

/** The specification allows no message to be longer. */
const LONGEST = 2 ** 27;

/** Bytes that arrived, until they make up whole messages. */
export class Inbox {
  #chunks: Buffer[] = [];
  #length = 0;
  /** The bytes that it takes before there is anything new to find. */
  #wanted = SHORTEST;

  /** Adds bytes and returns the messages that are complete now. */
  take(bytes: Buffer): Buffer[] {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    // An application's cache comes as one message of megabytes, in hundreds of chunks: they are put together once.
    if (this.#length < this.#wanted) return [];
    const unread = this.#chunks.length === 1 ? bytes : Buffer.concat(this.#chunks);
    const messages: Buffer[] = [];
    let at = 0;
    for (;;) {
      this.#wanted = messageLength(unread, at) ?? SHORTEST;
      if (this.#wanted > LONGEST) throw new RangeError('a D-Bus message longer than any may be');
      if (unread.length - at < this.#wanted) break;
      messages.push(unread.subarray(at, at + this.#wanted));
      at += this.#wanted;
    }
    this.#chunks = at < unread.length ? [unread.subarray(at)] : [];
    this.#length = unread.length - at;
    return messages;
  }
}
