/** What stands before the bytes of a picture in a binary message: four bytes with the length of this as JSON, and the JSON. */
export interface FrameHead {
  readonly device: string;
  readonly frame: number;
  /** When it was taken, in milliseconds since 1970, and how old it is as it is sent. */
  readonly at: number;
  readonly age: number;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

const LENGTH_BYTES = 4;

export function packFrame(head: FrameHead, picture: Uint8Array): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const packed = new Uint8Array(LENGTH_BYTES + json.length + picture.length);
  new DataView(packed.buffer).setUint32(0, json.length);
  packed.set(json, LENGTH_BYTES);
  packed.set(picture, LENGTH_BYTES + json.length);
  return packed;
}

export function unpackFrame(packed: ArrayBuffer): { head: FrameHead; picture: Uint8Array<ArrayBuffer> } {
  const start = LENGTH_BYTES + new DataView(packed).getUint32(0);
  const json = new TextDecoder().decode(new Uint8Array(packed, LENGTH_BYTES, start - LENGTH_BYTES));
  // Our own server wrote it with packFrame.
  return { head: JSON.parse(json) as FrameHead, picture: new Uint8Array(packed, start) };
}
