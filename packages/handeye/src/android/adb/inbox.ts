/** Bytes that have arrived and wait for their one reader. */
export class Inbox {
  /** The number of bytes that wait. */
  size = 0;
  #pieces: Uint8Array[] = [];
  #waiting: { resolve: (bytes: Uint8Array | undefined) => void; reject: (error: Error) => void } | undefined;
  #end: { readonly error: Error | undefined } | undefined;

  get isDrained(): boolean {
    return this.#end !== undefined && this.size === 0;
  }

  push(bytes: Uint8Array): void {
    if (this.#end || bytes.length === 0) return;
    if (this.#waiting) {
      this.#waiting.resolve(bytes);
      this.#waiting = undefined;
    } else {
      this.#pieces.push(bytes);
      this.size += bytes.length;
    }
  }

  /** Puts back bytes that were read too far. */
  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.unshift(bytes);
    this.size += bytes.length;
  }

  /** Marks the end; the first reason given counts. */
  end(error?: Error): void {
    if (this.#end) return;
    this.#end = { error };
    if (error) this.#waiting?.reject(error);
    else this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }

  read(): Promise<Uint8Array | undefined> {
    const bytes = this.#pieces.shift();
    if (bytes) {
      this.size -= bytes.length;
      return Promise.resolve(bytes);
    }
    if (this.#end) return this.#end.error ? Promise.reject(this.#end.error) : Promise.resolve(undefined);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }
}
