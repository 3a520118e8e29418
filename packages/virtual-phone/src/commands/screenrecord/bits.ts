/** A bit stream in H.264's order, the most significant bit first, with its codes for numbers. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #byte = 0;
  #free = 8;

  bits(value: number, count: number): void {
    for (let at = count - 1; at >= 0; at--) this.#bit((value >>> at) & 1);
  }

  /** ue(v): small numbers take few bits. */
  unsigned(value: number): void {
    const coded = value + 1;
    const length = 32 - Math.clz32(coded);
    this.bits(0, length - 1);
    this.bits(coded, length);
  }

  /** se(v). */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Zeros up to the next whole byte. */
  align(): void {
    while (this.#free !== 8) this.#bit(0);
  }

  /** The whole bytes; the stream must be aligned. */
  bytes(source: Uint8Array): void {
    this.#room(source.length);
    this.#bytes.set(source, this.#length);
    this.#length += source.length;
  }

  /** A one, then zeros up to a whole byte: the end of every unit. */
  end(): Uint8Array {
    this.#bit(1);
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  #bit(bit: number): void {
    this.#free--;
    this.#byte |= bit << this.#free;
    if (this.#free > 0) return;
    this.#room(1);
    this.#bytes[this.#length++] = this.#byte;
    this.#byte = 0;
    this.#free = 8;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#bytes.length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** A unit of a stream: its header, and its bytes with a 3 inserted wherever they look like the start of the next one. */
export function unit(head: number, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil(content.length * 1.5));
  let [length, zeros] = [1, 0];
  bytes[0] = head;
  for (const byte of content) {
    if (zeros === 2 && byte <= 3) {
      bytes[length++] = 3;
      zeros = 0;
    }
    bytes[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.slice(0, length);
}
