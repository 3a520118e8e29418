/** Text and bytes. */

// A byte order mark is an ordinary character in a shell's text, so the decoder must not drop it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8; invalid bytes become the replacement character. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Joins byte strings. */
export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
