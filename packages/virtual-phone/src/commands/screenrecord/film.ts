import type { FileSystem } from '../../kernel/file-system.ts';
import type { Picture } from '../../framework/render/picture.ts';
import { H264Encoder } from './h264.ts';
import { fileType, mediaHead, movieBox, sampleOf } from './mp4.ts';
import type { OutputFormat } from './options.ts';
import { frameOf, type VideoSize } from './yuv.ts';

const START_CODE = Buffer.from([0, 0, 0, 1]);

/** The target of a film that is being made. */
export interface FilmTarget {
  readonly format: OutputFormat;
  append(bytes: Uint8Array): Promise<void>;
}

/** A film that is being recorded: frames are written as they come. An MP4 is playable only after it was ended. */
export class Film {
  readonly #size: VideoSize;
  readonly #target: FilmTarget;
  readonly #encoder: H264Encoder;
  readonly #times: number[] = [];
  readonly #lengths: number[] = [];
  #shown: Picture | undefined;

  constructor(size: VideoSize, target: FilmTarget) {
    this.#size = size;
    this.#target = target;
    this.#encoder = new H264Encoder(size);
  }

  get frames(): number {
    return this.#times.length;
  }

  async begin(): Promise<void> {
    if (this.#target.format === 'mp4') {
      await this.#target.append(Buffer.concat([fileType(), mediaHead(0)]));
    } else
      for (const set of this.#encoder.parameterSets)
        await this.#target.append(Buffer.concat([START_CODE, set]));
  }

  /** The screen at a time in milliseconds. An unchanged screen gives no frame, as no new one reaches the encoder. */
  async show(picture: Picture, time: number): Promise<void> {
    if (picture === this.#shown) return;
    this.#shown = picture;
    const unit = this.#encoder.encode(frameOf(picture, this.#size));
    const bytes = this.#target.format === 'mp4' ? sampleOf(unit) : Buffer.concat([START_CODE, unit]);
    await this.#target.append(bytes);
    this.#times.push(time);
    this.#lengths.push(bytes.length);
  }

  /** Completes an MP4 in its file. */
  end(files: FileSystem, path: string, time: number): void {
    const offset = fileType().length + mediaHead(0).length;
    const samples = this.#lengths.map((bytes, place) => {
      const next = this.#times[place + 1] ?? time;
      return { bytes, duration: Math.max(1, Math.round(next - (this.#times[place] ?? 0))) };
    });
    const media = files.read(path).subarray(offset);
    const head = Buffer.concat([fileType(), mediaHead(media.length)]);
    const movie = movieBox({ ...this.#size, parameterSets: this.#encoder.parameterSets, samples, offset });
    files.write(path, Buffer.concat([head, media, movie]));
  }
}
