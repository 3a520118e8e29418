/** Raw RGB pixels, row by row. */
export interface RawImage {
  readonly bytes: Uint8Array;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 3 };
}
