import type { Picture } from '@handeye/core/device/port';
import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Result } from '@handeye/adb/shell/shell';
import { type Phone, sh } from '../phone.ts';

/** The result of `screencap`: a picture, and whether the screen is protected from it. */
export interface Capture {
  readonly picture: Picture | undefined;
  /** No bytes, or only black pixels: the two answers of a protected window (FLAG_SECURE). */
  readonly protected: boolean;
}

/** The bytes are no readable picture; the message says what they are. */
export class ScreencapError extends Error {
  override readonly name = 'ScreencapError';
}

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Where old shells mix stderr into the output, a warning of a few lines can precede the picture. */
const LONGEST_WARNING = 2048;

/** Reads the output of `screencap` or `screencap -p`. */
export function readScreencap(bytes: Uint8Array): Capture {
  if (bytes.length === 0) return { picture: undefined, protected: true };
  const png = indexOfPng(bytes);
  if (png !== undefined) return { picture: { bytes: bytes.subarray(png) }, protected: false };
  const { header, pixels } = rawIn(bytes);
  const picture = {
    bytes: pixels,
    raw: { width: header.width, height: header.height, channels: 4 as const },
  };
  return { picture, protected: isBlack(pixels) };
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly format: number;
}

/** Pixel formats of android/graphics/PixelFormat.h that screencap writes raw. */
const FORMATS: Readonly<Record<number, { bytes: number; toRgba: (from: Uint8Array) => Uint8Array }>> = {
  1: { bytes: 4, toRgba: opaque }, // RGBA_8888; a screen has nothing behind it, so its alpha says nothing
  2: { bytes: 4, toRgba: opaque }, // RGBX_8888
  3: { bytes: 3, toRgba: converted(3, fromRgb) },
  4: { bytes: 2, toRgba: converted(2, fromRgb565) },
  5: { bytes: 4, toRgba: converted(4, fromBgra) },
  43: { bytes: 4, toRgba: converted(4, fromRgb1010102) },
};

function rawIn(bytes: Uint8Array): { header: Header; pixels: Uint8Array } {
  for (const start of possibleStarts(bytes)) {
    const header = headerAt(bytes, start);
    const format = header && FORMATS[header.format];
    if (!header || !format) continue;
    const size = header.width * header.height * format.bytes;
    const headerSize = bytes.length - start - size;
    // 12 bytes up to Android 8, 16 (with a colour space) later: only the length tells.
    if (headerSize !== 12 && headerSize !== 16) continue;
    return { header, pixels: format.toRgba(bytes.subarray(start + headerSize)) };
  }
  throw new ScreencapError(unreadable(bytes));
}

function* possibleStarts(bytes: Uint8Array): Generator<number> {
  yield 0;
  for (let at = 0; at < Math.min(bytes.length, LONGEST_WARNING); at++) if (bytes[at] === 0x0a) yield at + 1;
}

function headerAt(bytes: Uint8Array, start: number): Header | undefined {
  if (bytes.length < start + 12) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, 12);
  const width = view.getUint32(0, true);
  const height = view.getUint32(4, true);
  const format = view.getUint32(8, true);
  const plausible = width > 0 && height > 0 && width <= 32768 && height <= 32768;
  return plausible ? { width, height, format } : undefined;
}

function unreadable(bytes: Uint8Array): string {
  const header = headerAt(bytes, 0);
  if (header === undefined) return `screencap gave ${bytes.length} bytes that are not a picture.`;
  const { width, height, format } = header;
  if (FORMATS[format] === undefined)
    return `screencap gave pixels of format ${format}, which cannot be read raw; take a PNG (screencap -p).`;
  return `screencap gave ${bytes.length} bytes for ${width}x${height} pixels of format ${format}: the picture is incomplete.`;
}

function indexOfPng(bytes: Uint8Array): number | undefined {
  const last = Math.min(bytes.length - PNG.length, LONGEST_WARNING);
  for (let at = 0; at <= last; at++) if (PNG.every((byte, offset) => bytes[at + offset] === byte)) return at;
  return undefined;
}

function isBlack(rgba: Uint8Array): boolean {
  return rgba.every((value, at) => value === 0 || at % 4 === 3);
}

/** Works in place: these are ten megabytes, and no other code has them. */
function opaque(pixels: Uint8Array): Uint8Array {
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return pixels;
}

function converted(pixelBytes: number, convert: (from: Uint8Array, to: Uint8Array) => void) {
  return (from: Uint8Array): Uint8Array => {
    const to = new Uint8Array((from.length / pixelBytes) * 4);
    convert(from, to);
    return to;
  };
}

function fromBgra(from: Uint8Array, to: Uint8Array): void {
  for (let at = 0; at < to.length; at += 4) {
    to[at] = from[at + 2] ?? 0;
    to[at + 1] = from[at + 1] ?? 0;
    to[at + 2] = from[at] ?? 0;
    to[at + 3] = 255;
  }
}

function fromRgb(from: Uint8Array, to: Uint8Array): void {
  for (let at = 0, source = 0; at < to.length; at += 4, source += 3) {
    to[at] = from[source] ?? 0;
    to[at + 1] = from[source + 1] ?? 0;
    to[at + 2] = from[source + 2] ?? 0;
    to[at + 3] = 255;
  }
}

function fromRgb565(from: Uint8Array, to: Uint8Array): void {
  for (let at = 0, source = 0; at < to.length; at += 4, source += 2) {
    const pixel = (from[source] ?? 0) | ((from[source + 1] ?? 0) << 8);
    to[at] = ((pixel >> 11) * 255) / 31;
    to[at + 1] = (((pixel >> 5) & 63) * 255) / 63;
    to[at + 2] = ((pixel & 31) * 255) / 31;
    to[at + 3] = 255;
  }
}

function fromRgb1010102(from: Uint8Array, to: Uint8Array): void {
  const view = new DataView(from.buffer, from.byteOffset, from.byteLength);
  for (let at = 0; at < to.length; at += 4) {
    const pixel = view.getUint32(at, true);
    to[at] = (pixel >> 2) & 255;
    to[at + 1] = (pixel >> 12) & 255;
    to[at + 2] = (pixel >> 22) & 255;
    to[at + 3] = 255;
  }
}

/** Raw pixels: a phone takes longer to make a PNG of them than to send them. */
export const screencapCommand = sh`screencap`;

/**
 * The picture in the output of `screencap`. Pixels in a form that only the phone itself can turn into a picture (wide colours,
 * Android 8 and later) are requested once more, as a PNG.
 */
export async function captureOf(phone: Phone, raw: Result, call: Call): Promise<Capture> {
  try {
    return readScreencap(raw.stdout);
  } catch (error) {
    if (!(error instanceof ScreencapError)) throw error;
    return pngOf(await phone.run(sh`screencap -p`, call), error);
  }
}

function pngOf(png: Result, cause: ScreencapError): Capture {
  try {
    return readScreencap(png.stdout);
  } catch {
    throw actionFailed(`Screenshot capture failed: ${cause.message}`, cause);
  }
}
