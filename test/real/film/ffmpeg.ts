import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { scratchFolder } from '@handeye/testing/attached';

const run = promisify(execFile);

/** The properties of a film by ffprobe. */
export interface Probed {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly duration: number;
  readonly frames: number;
}

/** A film in a file, for Debian's ffmpeg. */
export async function filmFile(t: TestContext, bytes: Uint8Array, name = 'film.mp4'): Promise<string> {
  const file = join(await scratchFolder(t), name);
  await writeFile(file, bytes);
  return file;
}

/** Runs ffprobe, which decodes every frame; it fails on an invalid film. */
export async function probe(file: string): Promise<Probed> {
  const entries = 'stream=codec_name,width,height,nb_read_frames:format=duration';
  const { stdout, stderr } = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    entries,
    '-of',
    'json',
    file,
  ]);
  if (stderr !== '') throw new Error(`ffprobe: ${stderr}`);
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; width: number; height: number; nb_read_frames: string }[];
    format: { duration?: string };
  };
  const [stream] = streams;
  if (!stream) throw new Error('no film in it');
  const { codec_name: codec, width, height, nb_read_frames: frames } = stream;
  return { codec, width, height, duration: Number(format.duration ?? 0), frames: Number(frames) };
}

export interface Image {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A frame of a film as pixels (RGB), by its number. */
export async function frameAt(file: string, number: number): Promise<Image> {
  const select = `select=eq(n\\,${number})`;
  const png = [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    select,
    '-vsync',
    '0',
    '-frames:v',
    '1',
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    '-',
  ];
  const { stdout } = await run('ffmpeg', png, { encoding: 'buffer', maxBuffer: 64 << 20 });
  const { data, info } = await sharp(stdout).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The mean difference of two pictures of the same size, per channel: 0 to 255. */
export function difference(a: Image, b: Image): number {
  if (a.pixels.length !== b.pixels.length)
    throw new Error(`${a.width}x${a.height} and ${b.width}x${b.height}`);
  let sum = 0;
  for (let at = 0; at < a.pixels.length; at++) sum += Math.abs((a.pixels[at] ?? 0) - (b.pixels[at] ?? 0));
  return sum / a.pixels.length;
}

/** The screen's own pixels (RGBA), as large as a film of it. */
export async function scaled(
  picture: { readonly rgba: Uint8Array; readonly width: number; readonly height: number },
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Image> {
  const raw = { width: picture.width, height: picture.height, channels: 4 as const };
  const { data } = await sharp(picture.rgba, { raw })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width, height };
}
