import type { VideoSize } from './yuv.ts';

/** One frame in the file: its size in bytes and its duration in milliseconds. */
export interface Sample {
  readonly bytes: number;
  readonly duration: number;
}

export interface Movie extends VideoSize {
  readonly parameterSets: readonly [sequence: Uint8Array, picture: Uint8Array];
  readonly samples: readonly Sample[];
  /** The offset of the first sample in the file. */
  readonly offset: number;
}

/** Milliseconds. */
const TIMESCALE = 1000;
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** The beginning of a file. */
export function fileType(): Buffer {
  return box('ftyp', text('mp42'), numbers(0), text('isommp42'));
}

/** The head of the box that holds the samples. */
export function mediaHead(bytes: number): Buffer {
  return Buffer.concat([numbers(bytes + 8), text('mdat')]);
}

/** A sample in the file: its length, then the unit. */
export function sampleOf(unit: Uint8Array): Buffer {
  return Buffer.concat([numbers(unit.length), unit]);
}

/** The index of the frames. Without it no player can play the file. */
export function movieBox(movie: Movie): Buffer {
  const duration = movie.samples.reduce((sum, sample) => sum + sample.duration, 0);
  return box(
    'moov',
    full(
      'mvhd',
      0,
      numbers(0, 0, TIMESCALE, duration, 0x10000),
      shorts(0x100, 0),
      numbers(0, 0, ...UNITY),
      numbers(0, 0, 0, 0, 0, 0, 2),
    ),
    track(movie, duration),
  );
}

function track(movie: Movie, duration: number): Buffer {
  const { width, height } = movie;
  return box(
    'trak',
    full(
      'tkhd',
      7,
      numbers(0, 0, 1, 0, duration, 0, 0),
      shorts(0, 0, 0, 0),
      numbers(...UNITY, width << 16, height << 16),
    ),
    box(
      'mdia',
      full('mdhd', 0, numbers(0, 0, TIMESCALE, duration), shorts(0x55c4, 0)),
      full('hdlr', 0, numbers(0), text('vide'), numbers(0, 0, 0), text('VideoHandle\0')),
      box(
        'minf',
        full('vmhd', 1, shorts(0, 0, 0, 0)),
        box('dinf', full('dref', 0, numbers(1), full('url ', 1))),
        sampleTable(movie),
      ),
    ),
  );
}

function sampleTable({ samples, offset, ...movie }: Movie): Buffer {
  const durations = samples.flatMap(({ duration }) => [1, duration]);
  return box(
    'stbl',
    full('stsd', 0, numbers(1), codec(movie)),
    full('stts', 0, numbers(samples.length, ...durations)),
    full('stss', 0, numbers(1, 1)),
    full('stsc', 0, numbers(1, 1, samples.length, 1)),
    full('stsz', 0, numbers(0, samples.length, ...samples.map(({ bytes }) => bytes))),
    full('stco', 0, numbers(1, offset)),
  );
}

function codec({ width, height, parameterSets }: Omit<Movie, 'samples' | 'offset'>): Buffer {
  const [sequence, picture] = parameterSets;
  const configuration = box(
    'avcC',
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1]),
    shorts(sequence.length),
    sequence,
    Buffer.from([1]),
    shorts(picture.length),
    picture,
  );
  return box(
    'avc1',
    shorts(0, 0, 0, 1, 0, 0),
    numbers(0, 0, 0),
    shorts(width, height),
    numbers(0x480000, 0x480000, 0),
    shorts(1),
    Buffer.alloc(32),
    shorts(24, 0xffff),
    configuration,
  );
}

function box(kind: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([numbers(content.length + 8), text(kind), content]);
}

/** A box with a version and flags. */
function full(kind: string, flags: number, ...contents: readonly Uint8Array[]): Buffer {
  return box(kind, numbers(flags), ...contents);
}

function text(letters: string): Buffer {
  return Buffer.from(letters, 'latin1');
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, place * 4);
  return bytes;
}

function shorts(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value, place * 2);
  return bytes;
}
