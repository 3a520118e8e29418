/** One plane of a frame, and a square block of it. */
export interface Block {
  readonly plane: Uint8Array;
  readonly stride: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** How a block is predicted from its neighbours. */
export type Guess = 'vertical' | 'horizontal' | 'mean';

/** The largest error of a prediction that counts as exact. */
const TOLERANCE = 2;

/** The wanted block, and its plane as decoded so far. */
export type Wanted = readonly [made: Uint8Array, block: Block];

/** The mode that predicts all blocks; undefined if none does. */
export function goodGuess(...wanted: readonly Wanted[]): Guess | undefined {
  return (['vertical', 'horizontal', 'mean'] as const).find((guess) =>
    wanted.every(([made, block]) => {
      const samples = guessed(made, block, guess);
      return samples !== undefined && isClose(samples, block);
    }),
  );
}

/** Whether the decoded plane already equals the wanted block. */
export function isMade(made: Uint8Array, block: Block): boolean {
  return isClose(samplesOf({ ...block, plane: made }), block);
}

/** The predicted samples, row by row; undefined without the needed neighbour. */
export function guessed(
  made: Uint8Array,
  { stride, x, y, size }: Block,
  guess: Guess,
): Uint8Array | undefined {
  const at = y * stride + x;
  const above = y > 0 ? made.subarray(at - stride, at - stride + size) : undefined;
  const left =
    x > 0 ? Uint8Array.from({ length: size }, (_, row) => made[at + row * stride - 1] ?? 0) : undefined;
  const samples = new Uint8Array(size * size);
  if (guess === 'vertical') {
    if (!above) return undefined;
    for (let row = 0; row < size; row++) samples.set(above, row * size);
  } else if (guess === 'horizontal') {
    if (!left) return undefined;
    for (let row = 0; row < size; row++) samples.fill(left[row] ?? 0, row * size, (row + 1) * size);
  } else if (size === 16) samples.fill(meanOf(above, left));
  else colourMeans(samples, above, left);
  return samples;
}

function meanOf(...sides: readonly (Uint8Array | undefined)[]): number {
  const there = sides.filter((side) => side !== undefined);
  if (there.length === 0) return 128;
  const count = there.reduce((sum, side) => sum + side.length, 0);
  const total = there.reduce((sum, side) => sum + side.reduce((a, b) => a + b, 0), 0);
  return (total + (count >> 1)) >> Math.log2(count);
}

/** Each quarter of a colour block has its own mean; the two off the diagonal prefer the nearer side (8.3.4). */
function colourMeans(samples: Uint8Array, above: Uint8Array | undefined, left: Uint8Array | undefined): void {
  for (const [across, down] of [
    [0, 0],
    [4, 0],
    [0, 4],
    [4, 4],
  ] as const) {
    const top = above?.subarray(across, across + 4);
    const side = left?.subarray(down, down + 4);
    const isTopRight = across === 4 && down === 0;
    const isBottomLeft = across === 0 && down === 4;
    const mean = isTopRight ? meanOf(top ?? side) : isBottomLeft ? meanOf(side ?? top) : meanOf(top, side);
    for (let row = down; row < down + 4; row++) samples.fill(mean, row * 8 + across, row * 8 + across + 4);
  }
}

function isClose(samples: Uint8Array, block: Block): boolean {
  const { plane, stride, x, y, size } = block;
  for (let row = 0; row < size; row++) {
    const from = (y + row) * stride + x;
    for (let column = 0; column < size; column++) {
      const difference = (samples[row * size + column] ?? 0) - (plane[from + column] ?? 0);
      if (difference > TOLERANCE || difference < -TOLERANCE) return false;
    }
  }
  return true;
}

/** Writes samples into a plane. */
export function put(made: Uint8Array, { stride, x, y, size }: Block, samples: Uint8Array): void {
  for (let row = 0; row < size; row++) {
    made.set(samples.subarray(row * size, (row + 1) * size), (y + row) * stride + x);
  }
}

export function samplesOf({ plane, stride, x, y, size }: Block): Uint8Array {
  const samples = new Uint8Array(size * size);
  for (let row = 0; row < size; row++) {
    const from = (y + row) * stride + x;
    samples.set(plane.subarray(from, from + size), row * size);
  }
  return samples;
}
