import { BitWriter, unit } from './bits.ts';
import { type Block, goodGuess, type Guess, guessed, isMade, put, samplesOf } from './prediction.ts';
import { emptyFrame, type Frame, type VideoSize } from './yuv.ts';

/**
 * An encoder of H.264's baseline for screens: unchanged blocks are skipped, flat areas (most of a screen) are predicted from
 * their neighbours, and the rest is sent raw (I_PCM). There is no transform, so nothing blurs.
 */

/** Unit headers: importance as a reference, and type. */
const heads = { parameters: 0x67, picture: 0x68, key: 0x65, slice: 0x41 } as const;
/** The numbers of Intra_16x16 modes (table 8-4) and of the colour modes (table 8-5). */
const lumaModes: Readonly<Record<Guess, number>> = { vertical: 0, horizontal: 1, mean: 2 };
const chromaModes: Readonly<Record<Guess, number>> = { mean: 0, horizontal: 1, vertical: 2 };
const PCM = 25;
/** The offset of intra block types in a slice that refers to the previous frame. */
const AFTER_INTER_TYPES = 5;
const PCM_COEFFICIENTS = 16;

export class H264Encoder {
  readonly parameterSets: readonly [sequence: Uint8Array, picture: Uint8Array];
  /** The frame as a player decodes it. */
  readonly #made: Frame;
  /** The number of coefficients of each block, used in its neighbours' codes. */
  readonly #counts: Uint8Array;
  #frames = 0;

  constructor(size: VideoSize) {
    this.parameterSets = [sequenceParameters(size), pictureParameters()];
    this.#made = emptyFrame(size);
    this.#counts = new Uint8Array(this.#made.across * this.#made.down);
  }

  /** The unit of the next frame. The first one is complete; the others contain the changes. */
  encode(frame: Frame): Uint8Array {
    const isKey = this.#frames === 0;
    const bits = new BitWriter();
    this.#sliceHead(bits, isKey);
    let skipped = 0;
    for (let place = 0; place < this.#counts.length; place++) {
      const blocks = blocksAt(frame, place);
      if (!isKey && this.#isUnchanged(blocks)) {
        skipped++;
        this.#counts[place] = 0;
        continue;
      }
      if (!isKey) bits.unsigned(skipped);
      skipped = 0;
      this.#block(bits, blocks, { place, base: isKey ? 0 : AFTER_INTER_TYPES });
    }
    if (skipped > 0) bits.unsigned(skipped);
    this.#frames++;
    return unit(isKey ? heads.key : heads.slice, bits.end());
  }

  #sliceHead(bits: BitWriter, isKey: boolean): void {
    bits.unsigned(0);
    bits.unsigned(isKey ? 7 : 5);
    bits.unsigned(0);
    bits.bits(this.#frames & 15, 4);
    if (isKey) bits.unsigned(0);
    // A key frame drops all frames before it. Any other refers to one frame, in the usual order.
    bits.bits(0, isKey ? 2 : 3);
    bits.signed(0);
    // No deblocking: exact samples stay exact.
    bits.unsigned(1);
  }

  #isUnchanged({ luma, chroma }: Blocks): boolean {
    const { luma: madeLuma, chroma: madeChroma } = this.#made;
    return isMade(madeLuma, luma) && isMade(madeChroma[0], chroma[0]) && isMade(madeChroma[1], chroma[1]);
  }

  #block(bits: BitWriter, blocks: Blocks, { place, base }: { place: number; base: number }): void {
    const { luma, chroma } = this.#made;
    const guess = goodGuess([luma, blocks.luma]);
    const colour = guess && goodGuess([chroma[0], blocks.chroma[0]], [chroma[1], blocks.chroma[1]]);
    if (guess === undefined || colour === undefined) {
      this.#raw(bits, blocks, base);
      this.#counts[place] = PCM_COEFFICIENTS;
      return;
    }
    bits.unsigned(base + 1 + lumaModes[guess]);
    bits.unsigned(chromaModes[colour]);
    bits.signed(0);
    this.#noCoefficients(bits, place);
    this.#counts[place] = 0;
    put(luma, blocks.luma, guessed(luma, blocks.luma, guess) ?? samplesOf(blocks.luma));
    for (const [at, plane] of chroma.entries()) {
      const block = blocks.chroma[at === 0 ? 0 : 1];
      put(plane, block, guessed(plane, block, colour) ?? samplesOf(block));
    }
  }

  #raw(bits: BitWriter, { luma, chroma }: Blocks, base: number): void {
    bits.unsigned(base + PCM);
    bits.align();
    for (const [plane, block] of [
      [this.#made.luma, luma],
      [this.#made.chroma[0], chroma[0]],
      [this.#made.chroma[1], chroma[1]],
    ] as const) {
      const samples = samplesOf(block);
      bits.bytes(samples);
      put(plane, block, samples);
    }
  }

  /** "No coefficients" is written in a code that depends on how many the neighbours have (table 9-5). */
  #noCoefficients(bits: BitWriter, place: number): void {
    const { across } = this.#made;
    const left = place % across > 0 ? this.#counts[place - 1] : undefined;
    const above = place >= across ? this.#counts[place - across] : undefined;
    const count = left !== undefined && above !== undefined ? (left + above + 1) >> 1 : (left ?? above ?? 0);
    if (count < 2) bits.bits(1, 1);
    else bits.bits(3, 6);
  }
}

interface Blocks {
  readonly luma: Block;
  readonly chroma: readonly [Block, Block];
}

function blocksAt({ luma, chroma, across }: Frame, place: number): Blocks {
  const [x, y] = [place % across, Math.trunc(place / across)];
  const colour = (plane: Uint8Array): Block => ({ plane, stride: across * 8, x: x * 8, y: y * 8, size: 8 });
  return {
    luma: { plane: luma, stride: across * 16, x: x * 16, y: y * 16, size: 16 },
    chroma: [colour(chroma[0]), colour(chroma[1])],
  };
}

/** The level limits the size of the frames (table A-1). */
function levelFor(blocks: number): number {
  return blocks <= 8192 ? 40 : blocks <= 22_080 ? 50 : 51;
}

function sequenceParameters({ width, height }: VideoSize): Uint8Array {
  const { across, down } = emptyFrame({ width, height });
  const bits = new BitWriter();
  bits.bits(66, 8);
  bits.bits(0xc0, 8);
  bits.bits(levelFor(across * down), 8);
  bits.unsigned(0);
  // Frame numbers of four bits; frames are shown in the order of the stream; one is kept.
  bits.unsigned(0);
  bits.unsigned(2);
  bits.unsigned(1);
  bits.bits(0, 1);
  bits.unsigned(across - 1);
  bits.unsigned(down - 1);
  bits.bits(0b11, 2);
  // The frame consists of whole blocks; cropping, in units of two pixels, removes the excess.
  const [right, bottom] = [(across * 16 - width) >> 1, (down * 16 - height) >> 1];
  bits.bits(1, 1);
  for (const cutOff of [0, right, 0, bottom]) bits.unsigned(cutOff);
  bits.bits(0, 1);
  return unit(heads.parameters, bits.end());
}

function pictureParameters(): Uint8Array {
  const bits = new BitWriter();
  bits.unsigned(0);
  bits.unsigned(0);
  bits.bits(0, 2);
  for (let zeros = 0; zeros < 3; zeros++) bits.unsigned(0);
  bits.bits(0, 3);
  for (let zeros = 0; zeros < 3; zeros++) bits.signed(0);
  // Slices turn off the smoothing of edges.
  bits.bits(0b100, 3);
  return unit(heads.picture, bits.end());
}
