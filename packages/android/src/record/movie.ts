/**
 * The length of an MP4 in seconds; undefined if it is incomplete: the index of its frames (`moov`) is written last, so a film
 * that was broken off has none.
 */
export function lengthOfMovie(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const movie = boxIn(view, 'moov', 0, bytes.length);
  const head = movie && boxIn(view, 'mvhd', movie.start, movie.end);
  if (!head || head.end - head.start < 20) return undefined;
  const isLong = view.getUint8(head.start) === 1;
  if (isLong && head.end - head.start < 32) return undefined;
  const scale = view.getUint32(head.start + (isLong ? 20 : 12));
  const duration = isLong ? Number(view.getBigUint64(head.start + 24)) : view.getUint32(head.start + 16);
  return scale === 0 ? undefined : duration / scale;
}

interface Box {
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

function boxIn(view: DataView, kind: string, start: number, end: number): Box | undefined {
  for (let at = start; at + 8 <= end;) {
    const short = view.getUint32(at);
    const name = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
    const isLarge = short === 1 && at + 16 <= end;
    const size = isLarge ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
    if (size < 8 || at + size > end) return undefined;
    if (name === kind) return { start: at + (isLarge ? 16 : 8), end: at + size };
    at += size;
  }
  return undefined;
}
