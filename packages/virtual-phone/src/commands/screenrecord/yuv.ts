import type { Picture } from '../../framework/render/picture.ts';

export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

/** A frame of a film, in whole blocks of 16 x 16: brightness, and two colours at half the resolution. */
export interface Frame {
  readonly luma: Uint8Array;
  readonly chroma: readonly [blue: Uint8Array, red: Uint8Array];
  /** Blocks in a row, and rows. */
  readonly across: number;
  readonly down: number;
}

export function emptyFrame({ width, height }: VideoSize): Frame {
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  const blocks = across * down;
  const colour = () => new Uint8Array(blocks * 64).fill(128);
  return { luma: new Uint8Array(blocks * 256).fill(16), chroma: [colour(), colour()], across, down };
}

/** The area of the film that the screen fills: as large as possible and centred. The rest is black. */
export function contentArea(screen: VideoSize, film: VideoSize): VideoSize & { left: number; top: number } {
  const aspect = screen.height / screen.width;
  const isNarrow = film.height > Math.trunc(film.width * aspect);
  const width = isNarrow ? film.width : Math.trunc(film.height / aspect);
  const height = isNarrow ? Math.trunc(film.width * aspect) : film.height;
  return { width, height, left: (film.width - width) >> 1, top: (film.height - height) >> 1 };
}

/** The screen as a frame (BT.601, the range of television). */
export function frameOf(picture: Picture, size: VideoSize): Frame {
  const frame = emptyFrame(size);
  const { width, height, left, top } = contentArea(picture, size);
  const stride = frame.across * 16;
  const { rgba } = picture;
  const columns = Int32Array.from(
    { length: width },
    (_, x) => Math.trunc(((x + 0.5) * picture.width) / width) * 4,
  );
  for (let y = 0; y < height; y++) {
    const row = Math.trunc(((y + 0.5) * picture.height) / height) * picture.width * 4;
    const line = (top + y) * stride + left;
    for (let x = 0; x < width; x++) {
      const at = row + (columns[x] ?? 0);
      const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
      frame.luma[line + x] = (16829 * red + 33039 * green + 6416 * blue + 1_081_344) >> 16;
      if (((top + y) & 1) === 0 && ((left + x) & 1) === 0) {
        const place = ((top + y) >> 1) * (stride >> 1) + ((left + x) >> 1);
        frame.chroma[0][place] = (-9714 * red - 19070 * green + 28784 * blue + 8_421_376) >> 16;
        frame.chroma[1][place] = (28784 * red - 24103 * green - 4681 * blue + 8_421_376) >> 16;
      }
    }
  }
  return frame;
}
